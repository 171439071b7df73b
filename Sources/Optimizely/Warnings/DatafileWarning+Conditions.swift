extension DatafileWarning {
  /// Finds conditions of rules and their audiences whose result is unknown for every user.
  static func conditions(_ datafile: Datafile) -> [DatafileWarning] {
    var warnings: [DatafileWarning] = []
    for (subject, _, conditions) in datafile.targetings {
      guard let conditions else { continue }
      warnings += conditions.brokenLeaves.map { .unknownCondition($0.0, $0.1, subject) }
      // An empty list of conditions matches every user.
      if conditions != .list([]), conditions.isMalformed {
        warnings.append(.malformedConditions(subject))
      }
    }
    return warnings + audiences(datafile)
  }

  /// Finds such conditions in audiences; each audience is searched once, however many rules use it.
  private static func audiences(_ datafile: Datafile) -> [DatafileWarning] {
    let audiences = datafile.effectiveAudiences
    let broken = audiences.map { ($0.conditions.brokenLeaves, $0.conditions.isMalformed) }
    guard broken.contains(where: { !$0.0.isEmpty || $0.1 }) else { return [] }
    let references = AudienceReferences(datafile, audiences).subjects
    var warnings: [DatafileWarning] = []
    for (number, audience) in audiences.enumerated() where !references[number].isEmpty {
      let (leaves, isMalformed) = broken[number]
      let subjects = references[number]
      warnings += leaves.map {
        .unknownInAudience(audience.name, $0.0, $0.1, referencedBy: subjects)
      }
      if isMalformed { warnings.append(.malformedAudience(audience.name, referencedBy: subjects)) }
    }
    return warnings
  }
}

/// The rules and holdouts that reference each audience, directly or through other audiences.
private struct AudienceReferences {
  /// For each audience the rules and holdouts, in the order of the datafile.
  private(set) var subjects: [[DatafileWarning.Subject]]

  /// One more than the limit, to recognise audiences with too many references.
  private static let limit = DatafileLimits.referencesOfAudience + 1

  init(_ datafile: Datafile, _ audiences: [Datafile.Audience]) {
    let indices = Dictionary(uniqueKeysWithValues: audiences.enumerated().map { ($1.id, $0) })
    // The audiences that each audience references.
    let references = audiences.map { $0.conditions.audienceIDs.compactMap { indices[$0] } }
    subjects = Array(repeating: [], count: audiences.count)
    var lastSubject = Array(repeating: -1, count: audiences.count)
    for (number, (subject, ids, conditions)) in datafile.targetings.enumerated() {
      var next = (conditions?.audienceIDs ?? ids).compactMap { indices[$0] }
      while let audience = next.popLast() {
        // An audience with the maximum number of references is not searched again, so that the time
        // grows with the conditions, and not with the rules times the conditions.
        guard lastSubject[audience] != number, subjects[audience].count < Self.limit else {
          continue
        }
        lastSubject[audience] = number
        subjects[audience].append(subject)
        next += references[audience]
      }
    }
  }
}

extension Datafile {
  /// The targeting of each rule and holdout: its audience ids, and the conditions that replace
  /// them.
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
  /// The conditions on attributes that are unknown for every user, each once, with the cause.
  fileprivate var brokenLeaves: [(Datafile.AttributeCondition, UnknownCause)] {
    var seen: Set<Datafile.AttributeCondition> = []
    return leaves.compactMap { condition in
      // A valid condition is unknown for a user without attributes only because one is missing.
      let (result, cause) = AttributeTest(condition).evaluate(UserContext(id: ""))
      guard result == .unknown, let cause, cause != .missingAttribute else { return nil }
      return seen.insert(condition).inserted ? (condition, cause) : nil
    }
  }

  /// Whether the condition has a list that is empty or begins with a list, which is not valid.
  fileprivate var isMalformed: Bool {
    guard case .list(let items) = self else { return false }
    switch items.first {
    case .list, nil: return true
    case .operation: return items.dropFirst().contains(where: \.isMalformed)
    case .audience, .attribute: return items.contains(where: \.isMalformed)
    }
  }

  private var leaves: [Datafile.AttributeCondition] {
    var leaves: [Datafile.AttributeCondition] = []
    forEachPart { part in
      if case .attribute(let condition) = part { leaves.append(condition) }
    }
    return leaves
  }
}
