import FeatureFlags

/// A filter for the feature list by type, section, override, change and requests of clients.
struct FeatureFilter: Hashable, Sendable {
  /// The kinds of features to show; an empty set shows all kinds.
  var kinds: Set<FeatureKind> = []
  /// The titles of the sections to show; an empty set shows all sections.
  var sections: Set<String> = []
  /// Whether only overridden features are shown.
  var isOverriddenOnly = false
  /// The changed features, if only these are shown; `nil` shows all features.
  var changed: Set<Feature.Name>?
  /// Whether only features that no client has requested are shown.
  var isUnaskedOnly = false

  /// Whether the filter has a criterion.
  var isActive: Bool {
    !kinds.isEmpty || !sections.isEmpty || isOverriddenOnly || changed != nil
      || isUnaskedOnly
  }

  func passes(section title: String) -> Bool {
    sections.isEmpty || sections.contains(title)
  }

  /// Whether a feature passes all criteria except that for sections.
  ///
  /// - Parameters:
  ///   - feature: A feature of the list.
  ///   - requests: The requests of clients; `nil` if no server runs, so that all features pass.
  /// - Returns: Whether the list shows the feature, if it also shows its section.
  func passes(_ feature: Feature, _ requests: ClientRequests?) -> Bool {
    if isOverriddenOnly, !feature.isOverridden { return false }
    if let changed, !changed.contains(feature.name) { return false }
    if isUnaskedOnly, let requests, !feature.isUnasked(requests) { return false }
    return kinds.isEmpty || kinds.contains(feature.kind)
  }

  /// The labels of the active criteria.
  var chips: [String] {
    FeatureKind.sorted(kinds).map(\.label)
      + sections.sorted() + (isOverriddenOnly ? ["Overridden"] : [])
      + (changed == nil ? [] : ["Changed"]) + (isUnaskedOnly ? ["Never evaluated"] : [])
  }
}

extension FeatureKind {
  /// Sorts kinds for display: first the types of the framework, then the kinds of flag systems by their
  /// labels.
  static func sorted(_ kinds: some Sequence<FeatureKind>) -> [FeatureKind] {
    let types = FeatureType.all + [.deprecated]
    func rank(_ kind: FeatureKind) -> Int {
      guard case .type(let type) = kind else { return types.count }
      return types.firstIndex(of: type) ?? types.count
    }
    return kinds.sorted { (rank($0), $0.label) < (rank($1), $1.label) }
  }
}
