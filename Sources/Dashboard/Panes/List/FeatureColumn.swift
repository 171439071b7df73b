import FeatureFlags
import Frame

/// A column of the feature list after the names, from left to right.
///
/// Each property is a column of this table; a case without its row does not compile.
enum FeatureColumn: Hashable, Sendable, CaseIterable {
  /// The feature type.
  case type
  /// The state or the active variation.
  case state
  /// The requests of clients.
  case asked
  /// The description, unless descriptions have rows of their own.
  case description

  /// The heading on the border of the list; `nil` for a column that needs none.
  var heading: String? {
    switch self {
    case .asked: "asked"
    case .type, .state, .description: nil
    }
  }

  /// The column of the settings that shows this column; `nil` for one that cannot be hidden.
  private var setting: ListColumn? {
    switch self {
    case .type: .type
    case .state: .state
    case .asked: .asked
    case .description: nil
    }
  }

  /// Whether the settings show the column.
  func isShown(by settings: Set<ListColumn>) -> Bool {
    setting.map(settings.contains) ?? true
  }

  /// The width in cells; 0 for a hidden column.
  func width(in columns: FeatureColumns) -> Int {
    switch self {
    case .type: columns.typeWidth
    case .state: columns.variationWidth
    case .asked: columns.askedWidth
    case .description: columns.descriptionWidth
    }
  }

  /// The text of a row, and the role of its style; `nil` for the style of the row.
  func content(_ row: RowContent, _ look: FeatureStateLabel) -> (text: String, role: Role?) {
    let feature = row.feature
    switch self {
    case .type: return (feature.shortTypeText, .muted)
    case .state:
      let role: Role? = look.isMuted ? .muted : look.isVariation ? .variation : nil
      return (look.text, feature.isOverridden ? .overridden : role)
    case .asked: return (row.requests ?? "–", row.requests == nil ? .muted : nil)
    case .description: return (feature.summary ?? "", .muted)
    }
  }

  /// Whether the words of a search are highlighted in the column.
  var isSearched: Bool {
    switch self {
    case .state, .description: true
    case .type, .asked: false
    }
  }
}
