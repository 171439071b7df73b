/// What there is to know about Ascend while an app is made.
public struct AscendDebugInfo: Hashable, Sendable {
  /// Whether Ascend was initialised.
  public let isInitialized: Bool
  /// What the app calls its surroundings; `nil` before the start.
  public let environment: String?
  /// The plugins that are registered.
  public let registeredPlugins: [String]
  /// The plugins that are in use, in the order in which they were made.
  public let initializedPlugins: [String]
  /// By what the server knows the user.
  public let identity: AscendIdentity
  /// What the server is told about the machine, unless attributes are configured.
  public let device: [String: String]
  /// Where files are kept; `nil` where they cannot be.
  public let storageFolder: String?
}
