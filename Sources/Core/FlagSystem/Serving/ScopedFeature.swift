package import FeatureFlags
package import Targeting

/// An overridden feature as the users of one scope get it.
package struct ScopedFeature: Sendable {
  package let scope: OverrideScope
  /// The feature with the override of the scope, evaluated for a user of the scope.
  package let feature: Feature

  package init(_ feature: Feature, for scope: OverrideScope = .everyone) {
    (self.feature, self.scope) = (feature, scope)
  }
}

/// The effect of an override on the users of one scope.
package struct ScopedResult: Hashable, Sendable {
  package let scope: OverrideScope
  package let result: ForcedResult

  package init(_ result: ForcedResult, for scope: OverrideScope = .everyone) {
    (self.result, self.scope) = (result, scope)
  }
}

extension ServedState {
  /// The effects of the overrides on flags whose variants have values, by the key of the flag, each in
  /// ascending precedence.
  package var scopedResults: [Feature.Name: [ScopedResult]] {
    scopedFeatures.compactMapValues { features in
      let results = features.compactMap { scoped in
        ForcedResult(scoped.feature).map { ScopedResult($0, for: scoped.scope) }
      }
      return results.isEmpty ? nil : results
    }
  }

  /// The overrides by feature, in ascending precedence: an editor of a document applies them in this order,
  /// each before the rules that the document has by then.
  package var scopedFeatures: [Feature.Name: [ScopedFeature]] {
    var allocators: [OverrideScope: FlagAllocator] = [:]
    func view(_ feature: Feature, for scope: OverrideScope) -> ScopedFeature {
      guard scope != .everyone else { return ScopedFeature(feature) }
      var feature = feature
      feature.selectOverride(of: scope)
      let allocator =
        allocators[scope] ?? evaluator.allocator(for: scope.user(from: context), count: 1)
      allocators[scope] = allocator
      feature.allocate(by: allocator)
      return ScopedFeature(feature, for: scope)
    }
    var scoped: [Feature.Name: [ScopedFeature]] = [:]
    for feature in features where !feature.isRemoved {
      let overrides = feature.overrides.filter { !$0.override.isEmpty }
      guard !overrides.isEmpty else { continue }
      scoped[feature.name] = overrides.reversed().map { view(feature, for: $0.scope) }
    }
    return scoped
  }
}
