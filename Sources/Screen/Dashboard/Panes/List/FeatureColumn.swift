import FeatureFlags
import Frame
import Text
import Workbench

/// A column of the feature list after the names, from left to right.
///
/// ``row`` is the table of all columns; a case without its row does not compile.
enum FeatureColumn: Int, Sendable, CaseIterable {
  case type
  /// The state or the active variation.
  case state
  /// The requests of clients.
  case asked
  /// The sparkline of the requests of clients.
  case trend
  /// The description, unless descriptions have rows of their own.
  case description

  /// A row of the table of columns.
  struct Row {
    /// The rule for the width in cells.
    let width: Width
    /// The heading on the border of the list; `nil` for a column that needs none.
    var heading: String?
    /// The column of the settings that shows this column; `nil` for one that cannot be hidden.
    var setting: ListColumn?
    /// Whether the words of a search are highlighted.
    var isSearched = false
    /// Whether the list has anything to show in the column.
    var isAvailable: @Sendable (Scene) -> Bool = { _ in true }
    /// Returns the text of the column if the text can change without a change of the feature; `nil` for
    /// other columns.
    ///
    /// A changed text draws the row again.
    var live: (@Sendable (Feature, Scene) -> Live?)?
    /// The text of a row, and the role of its style; `nil` for the style of the row.
    let content: @Sendable (RowContent, FeatureStateLabel) -> (text: String, role: Role?)
  }

  /// The rule for the width of a column; ``FeatureColumns`` divides the room by these rules.
  enum Width {
    /// A number of cells, in a list of a minimum width.
    case fixed(Int, minimum: Int)
    /// A number of cells, in a list of a minimum width; the column is omitted if the list would have to
    /// truncate names to show it.
    case spare(Int, minimum: Int)
    /// The width of the longest state, as far as the names leave room.
    case states
    /// All room that the longest name leaves, if it is at least the minimum number of cells.
    case rest(minimum: Int)
  }

  /// A text that changes without a change of the feature.
  struct Live: Hashable, Sendable {
    let text: String
    /// The role of the style; `nil` for the style of the row.
    var role: Role?
    /// The time at which the text changes without an event, on the clock of the dashboard; `nil` for
    /// never.
    var nextChange: Duration?

    /// Only a change of the text, which contains the symbol of the role, draws the row again.
    static func == (left: Live, right: Live) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  var row: Row {
    switch self {
    case .type:
      Row(width: .spare(12, minimum: 56), setting: .type) { row, _ in
        (row.feature.shortTypeText, .muted)
      }
    case .state:
      Row(width: .states, setting: .state, isSearched: true) { row, label in
        let role: Role? = label.isMuted ? .muted : label.isVariation ? .variation : nil
        return (label.text, row.feature.isOverridden ? .overridden : role)
      }
    case .asked:
      Row(
        width: .fixed(9, minimum: 46),
        heading: "asked",
        setting: .asked,
        isAvailable: { $0.content.serving != nil },
        live: Live.requests
      ) { row, _ in
        let live = row.live[.asked]
        return (live?.text ?? "–", live == nil ? .muted : live?.role)
      }
    case .trend:
      Row(
        width: .fixed(20, minimum: 66),
        heading: "10 minutes",
        setting: .trend,
        isAvailable: { $0.content.serving != nil },
        live: Live.trend
      ) { row, _ in (row.live[.trend]?.text ?? "", .gauge1) }
    case .description:
      Row(width: .rest(minimum: 30), isSearched: true) { row, _ in
        (row.feature.summary ?? "", .muted)
      }
    }
  }

  /// Whether the list shows the column if there is room for it.
  func isShown(_ scene: Scene, by settings: Set<ListColumn>) -> Bool {
    row.isAvailable(scene) && (row.setting.map(settings.contains) ?? true)
  }
}

extension FeatureColumn.Live {
  /// The number of requests of clients and the time since the last one, such as `12 · 3s`, or `all × 3`
  /// after three bulk evaluations; `nil` without requests.
  ///
  /// For a test with unexpected shares, or with users who got several variations, a symbol replaces the
  /// dot.
  @Sendable
  fileprivate static func requests(of feature: Feature, _ scene: Scene) -> Self? {
    guard let requests = scene.content.requests else { return nil }
    guard let use = requests.use(of: feature.name) else {
      return requests.bulkText.map { Self(text: $0) }
    }
    let age = Age(of: use.last, at: scene.now, scene.content.context.wallClock)
    let symbol = scene.content.serving?.tests[feature.name]?.symbol
    return Self(
      text: CompactNumber.text(use.count) + " \(symbol?.text ?? "·") " + age.text,
      role: symbol?.role,
      nextChange: age.nextChange
    )
  }

  /// The sparkline of the requests of clients; `nil` without requests.
  @Sendable
  fileprivate static func trend(of feature: Feature, _ scene: Scene) -> Self? {
    guard let requests = scene.content.requests, let use = requests.use(of: feature.name) else {
      return nil
    }
    let clock = scene.content.context.wallClock
    let now = clock.date(at: scene.now)
    let line = use.curve.line(since: requests.start, now: now, width: 20)
    return Self(
      text: line.spans(scene.theme).map(\.text.text).joined(),
      nextChange: EvaluationRates.nextChange(at: scene.now, clock)
    )
  }
}
