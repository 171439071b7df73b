extension DatafileWarning {
  /// Finds conditions in rules and their audiences whose result is unknown for every user.
  static func conditions(_ datafile: Datafile) -> [DatafileWarning] {
    var warnings: [DatafileWarning] = []
    for (subject, _, conditions) in datafile.targetings {
      guard let conditions else { continue }
      warnings += conditions.brokenLeaves.map { .unknownCondition($0.0, $0.1, subject) }
      // An empty list at the top level is not malformed: it matches every user.
      if conditions != .list([]), conditions.isMalformed {
        warnings.append(.malformedConditions(subject))
      }
    }
    return warnings + audiences(datafile)
  }

  /// Finds conditions in audiences whose result is unknown for every user; each audience is
  /// searched once.
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
  /// The rules and holdouts that reference each audience, in the order of the datafile.
  private(set) var subjects: [[DatafileWarning.Subject]]

  /// One more than the limit of references, so that an audience above the limit is recognised.
  private static let limit = DatafileLimits.referencesOfAudience + 1

  init(_ datafile: Datafile, _ audiences: [Datafile.Audience]) {
    let indices = Dictionary(uniqueKeysWithValues: audiences.enumerated().map { ($1.id, $0) })
    // The indices of the audiences that each audience references.
    let references = audiences.map { $0.conditions.audienceIDs.compactMap { indices[$0] } }
    subjects = Array(repeating: [], count: audiences.count)
    var lastSubject = Array(repeating: -1, count: audiences.count)
    for (number, (subject, ids, conditions)) in datafile.targetings.enumerated() {
      var next = (conditions?.audienceIDs ?? ids).compactMap { indices[$0] }
      while let audience = next.popLast() {
        // An audience with the maximum number of references is not searched again: the time stays
        // linear in the conditions instead of growing with rules times conditions.
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
  /// The targeting of each rule and holdout: its audience ids, and its conditions, which apply
  /// instead of the audience ids if they are not `nil`.
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
  /// The conditions on attributes that evaluate to unknown for every user, with the cause and
  /// without duplicates.
  fileprivate var brokenLeaves: [(Datafile.AttributeCondition, UnknownCause)] {
    var seen: Set<Datafile.AttributeCondition> = []
    return leaves.compactMap { condition in
      // Testing a user without attributes is enough: for this user, a valid condition evaluates to
      // unknown only because an attribute is missing.
      let (result, cause) = AttributeTest(condition).evaluate(UserContext(id: ""))
      guard result == .unknown, let cause, cause != .missingAttribute else { return nil }
      return seen.insert(condition).inserted ? (condition, cause) : nil
    }
  }

  /// Whether the condition contains a malformed list: empty, or beginning with a list.
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
