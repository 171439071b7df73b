import Connectivity
import FeatureFlags
public import Frame

/// Everything that the dashboard knows, and so everything that its screen depends on.
public struct DashboardState: Sendable {
  /// What stays the same while the dashboard is open.
  public let context: Context
  /// The size of the screen.
  public internal(set) var size: Size
  /// How the dashboard looks.
  public internal(set) var theme: Theme
  /// The themes among which the user can choose.
  let themes: [Theme]

  /// The features; `nil` until they have been loaded.
  var list: FeatureList?
  var problems: [String: [Problem]] = [:]
  /// How many errors there are, and warnings about the source as a whole, which no feature shows.
  var problemCount = 0
  var problemList = ProblemList()
  /// The name of the document that has the problems; `nil` for that of the source.
  var problemDocument: String?
  var origin: Origin?
  var note: String?
  var evaluator: (any FlagEvaluator)?
  /// The user whom the features are evaluated for.
  var user = EvaluationContext()
  var person: Person?

  var filter = FeatureFilter()
  /// The feature under the cursor when the filter was last opened.
  var filterAnchor: Feature.Name?
  var rows = Rows()
  /// The row of the list under the cursor; always one with a feature, if there is any.
  var cursor = 0
  /// The first row of the list in view.
  var top = 0
  var marks: Set<Feature.Name> = []
  /// The features whose overrides could not be saved, and are not yet.
  var unsaved: Set<Feature.Name> = []
  var changes = ChangeMarks()

  var poll: PollStatus?
  var connectivity: ConnectivityReport?
  var history = ConnectivityHistory()
  /// Whether a connectivity check that the user started has not ended.
  public internal(set) var isChecking = false
  var log = ActivityLog()

  /// The pane that has the keys.
  var focus = Pane.list
  /// The pane beside the list, or the last one that lay over it.
  var side = Pane.details
  /// The first line of the details in view.
  var detailsTop = 0
  /// The first line of the connectivity in view.
  var connectivityTop = 0
  /// The feature that was last under the cursor.
  var lastSelected: Feature.Name?

  var search: Search?
  /// What lies over the panes and has the keys.
  var dialog: (any Dialog)?
  var toast: Toast?
  /// The time of the last event.
  var time = Duration.zero

  /// A part of the screen that can have the keys.
  enum Pane: Hashable, Sendable {
    case list
    case details
    case connectivity
    case activity
    case problems
  }

  /// A notice, and when it goes away.
  struct Toast: Hashable, Sendable {
    let notice: Notice
    let end: Duration
  }

  /// Makes a dashboard that waits for its features.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - theme: How the dashboard looks.
  ///   - context: What stays the same while it is open.
  ///   - themes: The themes among which the user can choose.
  public init(size: Size, theme: Theme, context: Context, themes: [Theme] = []) {
    self.size = size
    self.theme = theme
    self.context = context
    self.themes = themes.contains { $0.name == theme.name } ? themes : [theme] + themes
  }

  /// The position of the feature that is, or was last, under the cursor.
  var anchor: Int? {
    rows.position(at: cursor) ?? lastSelected.flatMap { list?.position(of: $0) }
  }

  /// The feature under the cursor.
  var selected: Feature? {
    guard let list, let position = rows.position(at: cursor) else { return nil }
    return list.features[position]
  }
}
