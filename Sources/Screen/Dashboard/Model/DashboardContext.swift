package import FeatureFlags
public import Usages

/// The source, the workspace and the settings of a dashboard; only the settings change while it is open.
public struct DashboardContext: Sendable {
  /// The name of the source, such as its file name.
  public var source: String
  /// The name of the workspace that persists the overrides.
  public var workspace: String
  /// The user key, which determines the variations of tests; `nil` if they are chosen at random.
  public var user: String?
  /// Whether the dashboard cannot change features.
  public var isReadOnly: Bool
  /// The version of the program, which the help shows.
  public var version: String
  /// The URLs that a connectivity check requests.
  public var probeURLs: [String]
  /// The user's clock and time zone.
  public var wallClock: WallClock
  /// The path of the source; `nil` for a source that is not a file.
  public var sourcePath: String?
  /// The name of the fallback, which is loaded if the source cannot be loaded; `nil` without a fallback.
  package var fallback: String?
  /// The options that select the source and the workspace on a command line, with absolute paths;
  /// empty by default, which selects the defaults of the commands.
  package var commandOptions: [String] = []
  /// The actions that the dashboard performs only after a confirmation; all cases by default.
  public var confirmations = Set(ConfirmedOperation.allCases)
  /// The columns of the feature list; all by default.
  public var columns = ListColumn.usual
  /// The order of the feature list when the dashboard opens; by section by default.
  package var order = FeatureOrder.section
  /// Whether the workspace has a history of overrides, which the details show; `false` by default.
  public var hasHistory = false
  /// Whether no override was set in the workspace yet, so that the dashboard explains the first one;
  /// `false` by default.
  package var isNewWorkspace = false
  /// The name of the team's namespace, such as `staging`, which the header shows; `nil` without a team.
  public var teamNamespace: String?
  /// Whether the screen has no animation: no spinner, countdown or growing bar; `false` by
  /// default.
  public var isMotionReduced = false
  /// The folders with the source code in which usages are searched; empty by default.
  public var code: [String] = []
  /// The patterns of code in which names and aliases of features count as usages; empty by default.
  public var codePatterns: [CodePattern] = []
  /// The personas of the settings, in their order; empty by default.
  package var personas: [Persona] = []
  /// The origin of the changes by this dashboard; `nil` if it is unknown.
  package var origin: OperationOrigin?

  /// Creates a context; the defaults are those of a writable dashboard without a user key.
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

extension DashboardContext {
  /// The last component of the source's path or URL, such as `Features.json`.
  package var shortSource: String {
    source.split(separator: "/").last.map(String.init) ?? source
  }

  /// The name of the document from which a configuration with the given origin was loaded.
  func document(of origin: Origin) -> String {
    switch origin {
    // Names the cached copy, because the line numbers of its problems can differ from those of the
    // source.
    case .cache: "cached \(shortSource)"
    case .fallback: fallback ?? source
    case .remote, .file, .bundled: source
    }
  }
}
