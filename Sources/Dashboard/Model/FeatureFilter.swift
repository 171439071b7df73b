import FeatureFlags

/// Which features the list shows.
struct FeatureFilter: Hashable, Sendable {
  /// The types to show; all if there is none.
  var types: Set<FeatureType> = []
  /// The titles of the sections to show; all if there is none.
  var sections: Set<String> = []
  /// Whether only features are shown that a tester decided something about.
  var isOverriddenOnly = false

  /// Whether anything may be hidden.
  var isActive: Bool { !types.isEmpty || !sections.isEmpty || isOverriddenOnly }

  func passes(section title: String) -> Bool {
    sections.isEmpty || sections.contains(title)
  }

  /// Whether a feature passes whose section does.
  func passes(_ feature: Feature) -> Bool {
    if isOverriddenOnly, !feature.isOverridden { return false }
    return types.isEmpty || types.contains(feature.type) && !feature.isRemoved
  }

  /// The parts of the filter in words.
  var chips: [String] {
    let types = (FeatureType.all + [.deprecated]).filter(types.contains).map(\.shortName)
    return types + sections.sorted() + (isOverriddenOnly ? ["Overridden"] : [])
  }
}

extension FeatureType {
  /// The type in few words, for a column.
  package var shortName: String {
    switch self {
    case .featureTest(.featureFlagAB): "On/Off Test"
    default: description
    }
  }
}
