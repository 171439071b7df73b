import FeatureFlags

extension FeatureQuery {
  /// The data outside of a feature that the terms of a query depend on.
  struct Facts {
    /// The features, their problems and their changes.
    let content: Content
    /// The marked features.
    let marks: Set<Feature.Name>
  }

  /// Whether a feature passes the `type:` and `is:` terms; the caller compares the sections.
  func passes(_ feature: Feature, _ facts: Facts) -> Bool {
    if !types.isEmpty, feature.isRemoved || !types.contains(feature.type) { return false }
    return states.allSatisfy { feature.has($0, facts) }
  }
}

extension Feature {
  fileprivate func has(_ state: FeatureQuery.State, _ facts: FeatureQuery.Facts) -> Bool {
    switch state {
    case .on: isOn == true
    case .off: isOn == false
    case .overridden: isOverridden
    case .changed: facts.content.changeLog.names.contains(name)
    case .problem: facts.content.problems[name.rawValue] != nil
    case .pinned: isPinned
    case .marked: facts.marks.contains(name)
    case .favourite: facts.content.favourites.contains(name)
    }
  }

  /// Whether the feature is on for its user; `nil` for a feature that is neither on nor off.
  var isOn: Bool? {
    if isRemoved { return nil }
    switch type {
    case .value, .deprecated: return nil
    case .featureFlag, .featureTest: return state.isEnabled
    case .unlockFlag: return state.isUnlocked ?? false
    }
  }
}
