extension DatafileWarning {
  /// Looks for conditions that are unknown whoever the user is, in rules and in their audiences.
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

  /// Looks once through each audience, however many rules it is for.
  private static func audiences(_ datafile: Datafile) -> [DatafileWarning] {
    let audiences = datafile.effectiveAudiences
    let broken = audiences.map { ($0.conditions.brokenLeaves, $0.conditions.isMalformed) }
    guard broken.contains(where: { !$0.0.isEmpty || $0.1 }) else { return [] }
    let askers = AudienceAskers(datafile, audiences).askers
    var warnings: [DatafileWarning] = []
    for (number, audience) in audiences.enumerated() where !askers[number].isEmpty {
      let (leaves, isMalformed) = broken[number]
      let askers = askers[number]
      warnings += leaves.map { .unknownInAudience(audience.name, $0.0, $0.1, askers: askers) }
      if isMalformed { warnings.append(.malformedAudience(audience.name, askers: askers)) }
    }
    return warnings
  }
}

/// The rules and holdouts that ask for each audience, directly or by way of other audiences.
private struct AudienceAskers {
  /// The askers of the audiences, in the order of the audiences and of the datafile.
  private(set) var askers: [[DatafileWarning.Subject]]

  /// One more than the limit, so that an audience with too many askers can be told from others.
  private static let limit = DatafileLimits.referencesOfAudience + 1

  init(_ datafile: Datafile, _ audiences: [Datafile.Audience]) {
    let places = Dictionary(uniqueKeysWithValues: audiences.enumerated().map { ($1.id, $0) })
    // The audiences that each audience asks for.
    let references = audiences.map { $0.conditions.audienceIDs.compactMap { places[$0] } }
    askers = Array(repeating: [], count: audiences.count)
    var lastAsker = Array(repeating: -1, count: audiences.count)
    for (number, (subject, ids, conditions)) in datafile.targetings.enumerated() {
      var next = (conditions?.audienceIDs ?? ids).compactMap { places[$0] }
      while let audience = next.popLast() {
        // An audience with the maximum of references is not searched again, so that the time grows
        // with the conditions and not with the rules.
        guard lastAsker[audience] != number, askers[audience].count < Self.limit else { continue }
        lastAsker[audience] = number
        askers[audience].append(subject)
        next += references[audience]
      }
    }
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
    var leaves: [Datafile.AttributeCondition] = []
    forEachPart { part in
      if case .attribute(let condition) = part { leaves.append(condition) }
    }
    return leaves
  }
}
