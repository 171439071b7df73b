package import FeatureFlags
import Text

package import struct FoundationEssentials.Date

/// The overrides by their notes, such as tickets, so that a tester finds what to reset at the end of a day.
package struct OverridesByNote: Sendable {
  /// The notes, sorted; the overrides without a note are the last group.
  package let groups: [Group]

  /// The overrides with the same note.
  package struct Group: Sendable {
    /// The note; `nil` for overrides without a note.
    package let note: String?
    /// The overridden features by author and by age, the oldest override first.
    package fileprivate(set) var features: [Feature]
  }

  /// Groups overridden features, each of which has the override of one scope; leaves out features without an
  /// override.
  package init(_ features: [Feature]) {
    var groups: [Group] = []
    let sorted = features.filter { $0.override != nil }.map { (key: Self.key($0), feature: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (_, feature) in sorted {
      let note = feature.override?.note
      if groups.last?.note != note || groups.isEmpty {
        groups.append(Group(note: note, features: []))
      }
      groups[groups.count - 1].features.append(feature)
    }
    self.groups = groups
  }

  private static func key(_ feature: Feature) -> [String] {
    let override = feature.override
    return [
      override?.note == nil ? "1" : "0", override?.note ?? "", override?.author ?? "",
      override?.date?.formatted(.iso8601) ?? "", feature.name.rawValue,
      feature.overrideScope.description,
    ]
  }
}

extension Override {
  /// The time since the override was set as text, such as `2 h`; `nil` if the time is unknown.
  package func ageText(at now: Date) -> String? {
    date.map { Duration.seconds(max(0, now.timeIntervalSince($0))).elapsedText }
  }
}

extension Feature {
  /// The feature once for each scope of its overrides, with the override of that scope.
  var overriddenViews: [Feature] {
    overrides.filter { !$0.override.isEmpty || isRemoved }.map { scoped in
      var view = self
      view.selectOverride(of: scoped.scope)
      return view
    }
  }
}

extension FeatureList {
  /// Whether a feature has an override, for any user.
  var hasOverrides: Bool { features.contains { !$0.overriddenViews.isEmpty } }

  /// The number of overrides for all users, such as `5 overrides`, and the number of their features if it
  /// is another one.
  var overridesText: String {
    let counts = features.lazy.map(\.overriddenViews.count).filter { $0 > 0 }
    let (overrides, features) = (counts.reduce(0, +), counts.count)
    return Number.count(overrides, "override")
      + (overrides == features ? "" : " of " + Number.count(features, "feature"))
  }
}
