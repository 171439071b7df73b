import FeatureFlags
import Text

/// The widths of the longest texts of all features, from which the columns of the list are sized.
///
/// The widths do not depend on the rows that a filter or a search shows, so that the columns do not
/// move.
struct ListWidths: Hashable, Sendable {
  /// The width of the longest name in cells, at most ``nameLimit``.
  private(set) var name = 0
  /// The width of the longest state, value or variation in cells, at most ``stateLimit``; includes
  /// the variations that an override can select.
  private(set) var state = DisplayText("Disabled").width

  /// The maximum of ``name``, in cells.
  static let nameLimit = 80
  /// The maximum of ``state``, in cells.
  static let stateLimit = 40

  /// Creates the widths for columns without features.
  init() {}

  /// Widens the columns if the texts of a feature are longer.
  mutating func add(_ feature: Feature) {
    let badges = feature.facts
    let name = feature.name.text
    let text = badges.isEmpty ? name : ([name] + badges).joined(separator: "  ")
    Self.widen(&self.name, for: text, limit: Self.nameLimit)
    guard state < Self.stateLimit, feature.hasOwnState else { return }
    Self.widen(&state, for: FeatureStateLabel(feature).text, limit: Self.stateLimit)
    guard !feature.hasValues else { return }
    let prefix = feature.isEvaluatedByService && feature.type != .value ? "off · " : ""
    for variation in feature.testVariations {
      Self.widen(&state, for: prefix + variation.rawValue, limit: Self.stateLimit)
    }
  }

  private static func widen(_ width: inout Int, for text: String, limit: Int) {
    // A text has at most as many cells as bytes; measuring its cells takes much longer.
    guard width < limit, text.utf8.count > width else { return }
    width = max(width, min(DisplayText(text, limit: limit).width, limit))
  }
}

extension Feature {
  /// Whether the state is a text of the feature, and not a constant such as `Enabled`.
  fileprivate var hasOwnState: Bool {
    switch type {
    case _ where isRemoved || openText != nil: true
    case .value, .deprecated, .featureTest(.ab), .featureTest(.mvt): true
    case .featureFlag, .featureTest(.featureFlagAB), .unlockFlag: false
    }
  }
}
