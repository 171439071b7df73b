/// What stays the same while a dashboard is open.
public struct Context: Sendable {
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
  /// The user's clock and time zone.
  public var wallClock: WallClock

  /// Makes a context.
  public init(
    source: String,
    workspace: String,
    user: String? = nil,
    isReadOnly: Bool = false,
    version: String,
    wallClock: WallClock,
    probeAddresses: [String] = []
  ) {
    self.source = source
    self.workspace = workspace
    self.user = user
    self.isReadOnly = isReadOnly
    self.version = version
    self.probeAddresses = probeAddresses
    self.wallClock = wallClock
  }
}
