/// The state of Ascend at one moment, for debugging an app.
public struct AscendDebugInfo: Hashable, Sendable {
  /// Whether Ascend was initialised successfully.
  public let isInitialized: Bool
  /// The ``AscendCoreConfig/environment`` of the app; `nil` before the initialisation.
  public let environment: String?
  /// The names of the registered plugins, in alphabetical order.
  public let registeredPlugins: [String]
  /// The names of the plugins in use, in the order of their creation.
  public let initializedPlugins: [String]
  /// The ids with which requests identify the user.
  public let identity: AscendIdentity
  /// The attributes that describe the machine; requests send them unless the app configures its
  /// own.
  public let device: [String: String]
  /// The folder of the persisted files; `nil` if nothing can be persisted.
  public let storageFolder: String?
}
