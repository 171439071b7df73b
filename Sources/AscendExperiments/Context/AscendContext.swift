/// What a plugin gets to work with.
public struct AscendContext: Sendable {
  /// What Ascend was initialised with.
  public let config: AscendConfig
  /// Who uses the app.
  public let user: AscendUser
  /// The folder for the plugin's files; `nil` where there is none to write to.
  public let storageFolder: String?
  let dependencies: AscendDependencies

  /// Passes a line on to the log of the app: warnings always, the rest if that is wanted.
  public func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String, isWanted: Bool) {
    config.coreConfig.log(level, text(), isWanted: isWanted)
  }
}

/// A plugin that Ascend creates, with access to the configuration and the user.
public protocol AscendContextPlugin: AscendPluginProtocol {
  /// Makes the plugin; `initialize` and `configure` follow.
  init(context: AscendContext)
}
