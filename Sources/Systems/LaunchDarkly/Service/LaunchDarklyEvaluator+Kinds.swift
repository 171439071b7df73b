import FeatureFlags

extension LaunchDarklyEvaluator {
  /// The kinds of contexts beside `user` that targets, rules and segments read, in alphabetical order.
  package var contextKinds: [String]? {
    guard document.isEvaluated else { return nil }
    var kinds: Set<String> = []
    for segment in document.segments.values {
      kinds.formUnion((segment.included + segment.excluded).map(\.kind))
      if let kind = segment.bigKind { kinds.insert(kind) }
      for rule in segment.rules {
        kinds.insert(rule.bucketing.kind)
        kinds.formUnion(rule.clauses.flatMap(\.contextKinds))
      }
    }
    for flag in document.flags {
      kinds.formUnion((flag.targets + flag.contextTargets).map(\.keys.kind))
      kinds.formUnion(flag.rules.flatMap { $0.clauses.flatMap(\.contextKinds) })
      kinds.formUnion((flag.rules.map(\.serve) + [flag.fallThrough]).compactMap(\.contextKind))
    }
    kinds.remove(LaunchDarklyContext.userKind)
    return kinds.sorted()
  }
}

extension LaunchDarklyClause {
  /// The kinds of contexts that the clause reads, or with which it compares the kinds of a context.
  fileprivate var contextKinds: [String] {
    readsKind ? values.compactMap(\.text) : segments.isEmpty ? [kind] : []
  }
}

extension LaunchDarklyServe {
  /// The kind of contexts whose bucket selects the variation; `nil` if no bucket is computed.
  fileprivate var contextKind: String? {
    if case .rollout(let rollout) = self { rollout.bucketing.kind } else { nil }
  }
}
