extension Evaluator {
  /// The warnings about valid parts of the datafile that have no effect or an unexpected effect.
  ///
  /// Each access searches the whole datafile. Loading a datafile does not search for warnings,
  /// because apps do not need them.
  public var warnings: [DatafileWarning] {
    DatafileWarning.all(in: datafile) + keys.flatMap { index.flags[$0]?.unreadableValues ?? [] }
  }
}

extension DatafileWarning {
  /// Finds the parts of a datafile that have no effect or an unexpected effect.
  static func all(in datafile: Datafile) -> [DatafileWarning] {
    holdouts(datafile) + rules(datafile) + conditions(datafile) + flags(datafile)
  }

  private static func holdouts(_ datafile: Datafile) -> [DatafileWarning] {
    datafile.holdouts.filter { !$0.includedRules.isEmpty }
      .map { .rulesOfGlobalHoldout(holdout: $0.key) }
      + datafile.localHoldouts.filter(\.includedRules.isEmpty)
      .map { .localHoldoutWithoutRules(holdout: $0.key) }
      + datafile.holdouts.filter(\.namesFlags).map { .flagsOfHoldout(holdout: $0.key) }
  }

  private static func rules(_ datafile: Datafile) -> [DatafileWarning] {
    let known = Set(datafile.effectiveAudiences.map(\.id))
    var warnings: [DatafileWarning] = []
    for (subject, ids, conditions) in datafile.targetings {
      for id in conditions?.audienceIDs ?? ids where !known.contains(id) {
        warnings.append(.unknownAudience(subject, audience: id))
      }
    }
    for rule in datafile.allExperiments + datafile.rollouts.flatMap(\.rules) {
      let variations = Set(rule.variations.map(\.key))
      for key in Set(rule.forcedVariations.values).subtracting(variations).sorted() {
        warnings.append(.unknownAllowedVariation(rule: rule.key, variation: key))
      }
      warnings += traffic(rule.trafficAllocation, of: .rule(rule.key), to: rule.variations)
    }
    for holdout in datafile.holdouts + datafile.localHoldouts {
      let subject = Subject.holdout(holdout.key)
      warnings += traffic(holdout.trafficAllocation, of: subject, to: holdout.variations)
    }
    return warnings
  }

  private static func traffic(
    _ ranges: [Datafile.TrafficRange],
    of subject: Subject,
    to variations: [Datafile.Variation]
  ) -> [DatafileWarning] {
    let known = Set(variations.map(\.id) + [""])
    let unknown = Set(ranges.map(\.entityID)).subtracting(known)
    let ends = ranges.map(\.end)
    let isOrdered = zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 } && ends.last ?? 0 <= 10_000
    return unknown.sorted().map { .unknownTraffic(subject, variation: $0) }
      + (isOrdered ? [] : [.unorderedTraffic(subject, ends: ends)])
  }

  private static func flags(_ datafile: Datafile) -> [DatafileWarning] {
    let experiments = Set(datafile.allExperiments.map(\.id))
    let rollouts = Set(datafile.rollouts.map(\.id))
    let counts = Dictionary(datafile.flags.map { ($0.key, 1) }, uniquingKeysWith: +)
    let duplicates = counts.filter { $0.value > 1 }.keys.sorted()
    return duplicates.map { .duplicateFlag($0) }
      + datafile.flags.flatMap { flag in
        let unknown = flag.experimentIDs.filter { !experiments.contains($0) }
        var warnings: [DatafileWarning] = unknown.map {
          .unknownExperiment(flag: flag.key, experiment: $0)
        }
        if !flag.rolloutID.isEmpty, !rollouts.contains(flag.rolloutID) {
          warnings.append(.unknownRollout(flag: flag.key, rollout: flag.rolloutID))
        }
        return warnings
      }
  }
}

extension Datafile.Condition {
  /// The ids of all audiences that the condition references, in order.
  var audienceIDs: [String] {
    var ids: [String] = []
    forEachPart { part in
      if case .audience(let id) = part { ids.append(id) }
    }
    return ids
  }

  /// Visits each audience, attribute and operator of the condition once, in order.
  package func forEachPart(_ visit: (Datafile.Condition) -> Void) {
    switch self {
    case .list(let items): for item in items { item.forEachPart(visit) }
    case .operation, .audience, .attribute: visit(self)
    }
  }
}
