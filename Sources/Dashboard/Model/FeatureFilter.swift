import FeatureFlags

/// A filter for the feature list by type, section and override.
struct FeatureFilter: Hashable, Sendable {
  /// The types to show; an empty set shows all types.
  var types: Set<FeatureType> = []
  /// The titles of the sections to show; an empty set shows all sections.
  var sections: Set<String> = []
  /// Whether only overridden features are shown.
  var isOverriddenOnly = false

  /// Whether the filter has a criterion.
  var isActive: Bool { !types.isEmpty || !sections.isEmpty || isOverriddenOnly }

  func passes(section title: String) -> Bool {
    sections.isEmpty || sections.contains(title)
  }

  /// Whether a feature passes the criteria for types and overrides; its section is not checked.
  func passes(_ feature: Feature) -> Bool {
    if isOverriddenOnly, !feature.isOverridden { return false }
    return types.isEmpty || types.contains(feature.type) && !feature.isRemoved
  }

  /// The labels of the active criteria.
  var chips: [String] {
    let types = (FeatureType.all + [.deprecated]).filter(types.contains).map(\.shortName)
    return types + sections.sorted() + (isOverriddenOnly ? ["Overridden"] : [])
  }
}
