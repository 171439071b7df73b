extension DatafileWarning {
  /// Looks for conditions that are unknown whoever the user is, in rules and in their audiences.
  static func conditions(_ datafile: Datafile) -> [DatafileWarning] {
    let audiences = datafile.effectiveAudiences
    let known = Dictionary(uniqueKeysWithValues: audiences.map { ($0.id, $0.conditions) })
    var warnings: [DatafileWarning] = []
    var askers: [String: [Subject]] = [:]
    for (subject, ids, conditions) in datafile.targetings {
      warnings += conditions?.brokenLeaves.map { .unknownCondition($0.0, $0.1, subject) } ?? []
      // Conditions that are nothing at all are met by everyone.
      if let conditions, conditions != .list([]), conditions.isMalformed {
        warnings.append(.malformedConditions(subject))
      }
      var asked: Set<String> = []
      var next = conditions?.audienceIDs ?? ids
      while let id = next.popLast() {
        guard asked.insert(id).inserted, let conditions = known[id] else { continue }
        askers[id, default: []].append(subject)
        next += conditions.audienceIDs
      }
    }
    for audience in audiences {
      guard let askers = askers[audience.id] else { continue }
      for (condition, cause) in audience.conditions.brokenLeaves {
        warnings.append(.unknownInAudience(audience.name, condition, cause, askers: askers))
      }
      if audience.conditions.isMalformed {
        warnings.append(.malformedAudience(audience.name, askers: askers))
      }
    }
    return warnings
  }
}

extension Datafile {
  /// Who each rule and holdout is for: its audiences, and the conditions instead of them.
  var targetings:
    [(subject: DatafileWarning.Subject, audienceIDs: [String], conditions: Condition?)]
  {
    (allExperiments + rollouts.flatMap(\.rules)).map {
      (.rule($0.key), $0.audienceIDs, $0.audienceConditions)
    }
      + (holdouts + localHoldouts).map {
        (.holdout($0.key), $0.audienceIDs, $0.audienceConditions)
      }
  }
}

extension Datafile.Condition {
  /// The conditions on attributes that are unknown for all users, each once, with the reason.
  fileprivate var brokenLeaves: [(Datafile.AttributeCondition, UnknownCause)] {
    var seen: Set<Datafile.AttributeCondition> = []
    return leaves.compactMap { condition in
      // Of a user without attributes other conditions only say that there are none.
      let (result, cause) = AttributeTest(condition).evaluate(UserContext(id: ""))
      guard result == .unknown, let cause, cause != .missingAttribute else { return nil }
      return seen.insert(condition).inserted ? (condition, cause) : nil
    }
  }

  /// Whether a list in it is empty or begins with a list, and so is no condition.
  fileprivate var isMalformed: Bool {
    guard case .list(let items) = self else { return false }
    switch items.first {
    case .list, nil: return true
    case .operation: return items.dropFirst().contains(where: \.isMalformed)
    case .audience, .attribute: return items.contains(where: \.isMalformed)
    }
  }

  private var leaves: [Datafile.AttributeCondition] {
    switch self {
    case .attribute(let condition): [condition]
    case .list(let items): items.flatMap(\.leaves)
    case .operation, .audience: []
    }
  }
}
