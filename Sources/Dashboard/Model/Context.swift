/// The facts that stay the same while a dashboard is open.
public struct Context: Sendable {
  /// The name of the source, such as its file name.
  public var source: String
  /// The name of the workspace.
  public var workspace: String
  /// The key of the user whose assignments are shown; `nil` if the assignments are random.
  public var user: String?
  /// Whether the dashboard is read-only.
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
