/// The configuration and the user of the app, for plugins.
public struct AscendContext: Sendable {
  /// The configuration that Ascend was initialised with.
  public let config: AscendConfig
  /// The user of the app.
  public let user: AscendUser
  /// The folder for the files of the plugin; `nil` if nothing can be persisted.
  public let storageFolder: String?
  let dependencies: AscendDependencies

  /// Writes a line to the log of the app.
  ///
  /// - Parameters:
  ///   - level: The level; warnings are always written.
  ///   - text: The line.
  ///   - isIncluded: Whether a line below the level of warnings is written.
  public func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String, isIncluded: Bool) {
    config.coreConfig.log(level, text(), isIncluded: isIncluded)
  }
}

/// A plugin that Ascend creates itself, with access to the configuration and the user.
public protocol AscendContextPlugin: AscendPluginProtocol {
  /// Makes the plugin; Ascend then calls ``AscendPluginProtocol/initialize()`` and
  /// ``AscendPluginProtocol/configure(with:)``.
  init(context: AscendContext)
}
