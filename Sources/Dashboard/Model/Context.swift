/// The source, the workspace and other data that stay constant while a dashboard is open.
public struct Context: Sendable {
  /// The name of the source, such as its file name.
  public var source: String
  /// The name of the workspace that persists the overrides.
  public var workspace: String
  /// The user key that determines the assignments; `nil` if the assignments are random.
  public var user: String?
  /// Whether the dashboard cannot change features.
  public var isReadOnly: Bool
  /// The version of the program, which the help shows.
  public var version: String
  /// The URLs that a connectivity check requests.
  public var probeURLs: [String]
  /// The user's clock and time zone.
  public var wallClock: WallClock

  /// Creates a context; the defaults are those of a writable dashboard with random assignments.
  public init(
    source: String,
    workspace: String,
    user: String? = nil,
    isReadOnly: Bool = false,
    version: String,
    wallClock: WallClock,
    probeURLs: [String] = []
  ) {
    self.source = source
    self.workspace = workspace
    self.user = user
    self.isReadOnly = isReadOnly
    self.version = version
    self.probeURLs = probeURLs
    self.wallClock = wallClock
  }
}
