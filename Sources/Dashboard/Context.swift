/// What stays the same while a dashboard is open.
public struct Context: Hashable, Sendable {
  /// The name of the source, such as that of its file.
  public var source: String
  /// The name of the workspace.
  public var workspace: String
  /// The key of the user whose assignments are shown; `nil` if they were drawn.
  public var user: String?
  /// Whether nothing may be changed.
  public var isReadOnly: Bool
  /// The version of the program.
  public var version: String
  /// The addresses that a connectivity check requests.
  public var probeAddresses: [String]

  /// Makes a context.
  public init(
    source: String,
    workspace: String,
    user: String? = nil,
    isReadOnly: Bool = false,
    version: String,
    probeAddresses: [String] = []
  ) {
    self.source = source
    self.workspace = workspace
    self.user = user
    self.isReadOnly = isReadOnly
    self.version = version
    self.probeAddresses = probeAddresses
  }
}
