/// The state of Ascend, for debugging an app.
public struct AscendDebugInfo: Hashable, Sendable {
  /// Whether Ascend was initialised.
  public let isInitialized: Bool
  /// The ``AscendCoreConfig/environment`` of the app; `nil` before the start.
  public let environment: String?
  /// The names of the registered plugins, in alphabetical order.
  public let registeredPlugins: [String]
  /// The names of the plugins in use, in the order in which they were created.
  public let initializedPlugins: [String]
  /// The ids by which the server knows the user.
  public let identity: AscendIdentity
  /// The attributes that describe the machine; requests send them unless others are configured.
  public let device: [String: String]
  /// The folder of the persisted files; `nil` if nothing can be persisted.
  public let storageFolder: String?
}
