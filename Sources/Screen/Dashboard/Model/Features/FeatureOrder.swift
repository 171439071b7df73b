import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// The sort order of the feature list.
///
/// Only the sort order by section has headings. A sort order is applied when it is selected and after
/// each load, so that a change of state never moves a feature under the cursor.
package enum FeatureOrder: String, Hashable, Sendable, CaseIterable {
  case section
  case name
  case state
  case type
  case lastChange = "changed"
  case asked

  /// The name of the sort order in the list of sort orders and in the title of the feature list.
  var title: String {
    switch self {
    case .section: "section"
    case .name: "name"
    case .state: "state"
    case .type: "type"
    case .lastChange: "last change"
    case .asked: "asked"
    }
  }

  /// The description of which features come first.
  var explanation: String {
    switch self {
    case .section: "sections, then names; favourites first"
    case .name: "names from A to Z, without sections"
    case .state: "on, then off, then variations and values"
    case .type: "flags, tests, unlock flags, values"
    case .lastChange: "the latest override or change first"
    case .asked: "what apps evaluate most first"
    }
  }

  /// The positions of all features in this sort order; `nil` for the order by section, in which the
  /// given list already is.
  func positions(of list: FeatureList, _ content: DashboardData) -> [Int]? {
    switch self {
    case .section: return nil
    case .name: return list.searchIndex.positionsByName()
    case .state:
      return sorted(list) { feature in
        guard feature.listsOnOff else { return 2 }
        return feature.state(in: .development).isEnabled ? 0 : 1
      }
    case .type:
      let types = FeatureType.all + [.deprecated]
      return sorted(list) { types.firstIndex(of: $0.type) ?? types.count }
    case .lastChange:
      return sorted(list) { -(content.lastChange(of: $0)?.timeIntervalSince1970 ?? -.infinity) }
    case .asked:
      let requests = content.requests
      return sorted(list) { -(requests?.use(of: $0.name)?.count ?? 0) }
    }
  }

  /// Sorts by a key, which is computed once per feature; equal keys keep the order of the list.
  private func sorted<Key: Comparable>(_ list: FeatureList, by key: (Feature) -> Key) -> [Int] {
    let keys = list.features.map(key)
    return keys.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
  }
}

extension DashboardData {
  /// The date of a feature's override, or of its last change by the source, whichever is later;
  /// `nil` if neither is known.
  fileprivate func lastChange(of feature: Feature) -> Date? {
    let changed = changes.lastChanges[feature.name].map { context.wallClock.date(at: $0) }
    guard let set = feature.override?.date else { return changed }
    return changed.map { max($0, set) } ?? set
  }
}

extension Feature {
  /// Whether the list shows that the feature is on or off, and not a variation or a value.
  fileprivate var listsOnOff: Bool {
    if isRemoved { return false }
    switch type {
    case .featureFlag, .featureTest(.featureFlagAB), .unlockFlag, .deprecated: return true
    case .featureTest(.ab), .featureTest(.mvt):
      return !isEvaluatedByService && state(in: .development).variation == nil
    case .value: return false
    }
  }
}
