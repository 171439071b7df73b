import FeatureFlags

/// A filter of the list of features.
struct FeatureFilter: Hashable, Sendable {
  /// The types to show; empty for all.
  var types: Set<FeatureType> = []
  /// The titles of the sections to show; empty for all.
  var sections: Set<String> = []
  /// Whether only overridden features are shown.
  var isOverriddenOnly = false

  /// Whether the filter may hide features.
  var isActive: Bool { !types.isEmpty || !sections.isEmpty || isOverriddenOnly }

  func passes(section title: String) -> Bool {
    sections.isEmpty || sections.contains(title)
  }

  /// Whether a feature of a shown section passes the filter.
  func passes(_ feature: Feature) -> Bool {
    if isOverriddenOnly, !feature.isOverridden { return false }
    return types.isEmpty || types.contains(feature.type) && !feature.isRemoved
  }

  /// The criteria of the filter as text.
  var chips: [String] {
    let types = (FeatureType.all + [.deprecated]).filter(types.contains).map(\.shortName)
    return types + sections.sorted() + (isOverriddenOnly ? ["Overridden"] : [])
  }
}
