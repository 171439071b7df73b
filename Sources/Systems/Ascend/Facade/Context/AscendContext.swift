/// The dependencies of a plugin: the configuration of Ascend, the user of the app, and the storage
/// folder.
public struct AscendContext: Sendable {
  /// The configuration with which Ascend was initialised.
  public let config: AscendConfig
  /// The user of the app, a guest until a login.
  public let user: AscendUser
  /// The folder for the files of the plugin; `nil` if nothing can be persisted.
  public let storageFolder: String?
  let dependencies: AscendDependencies

  /// Writes a line to the log of the app.
  ///
  /// - Parameters:
  ///   - level: The severity; warnings are always logged.
  ///   - text: The line to log, which is only created if it is logged.
  ///   - isIncluded: Whether a line that is not a warning is logged.
  public func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String, isIncluded: Bool) {
    config.coreConfig.log(level, text(), isIncluded: isIncluded)
  }
}

/// A plugin that Ascend creates with an ``AscendContext``: the configuration, the user and the
/// storage folder.
public protocol AscendContextPlugin: AscendPluginProtocol {
  /// Creates the plugin. Ascend then calls ``AscendPluginProtocol/initialize()`` and
  /// ``AscendPluginProtocol/configure(with:)``.
  init(context: AscendContext)
}
