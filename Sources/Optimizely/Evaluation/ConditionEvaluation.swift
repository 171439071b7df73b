/// Evaluates conditions for one user.
struct ConditionEvaluation {
  /// How deep conditions and audiences may stand in one another.
  private static let depthLimit = 400
  /// How many conditions one rule may have, counting audiences as often as they are asked for.
  private static let countLimit = 100_000

  let index: FlagIndex
  let user: UserContext
  let order: ConjunctionOrder
  /// Whether every condition is evaluated and told, also where the result stands before.
  let isTracing: Bool
  private var count = 0
  private var depth = 0

  init(index: FlagIndex, user: UserContext, order: ConjunctionOrder, isTracing: Bool) {
    self.index = index
    self.user = user
    self.order = order
    self.isTracing = isTracing
  }

  /// The result of a tree, and how it came about if that is asked for.
  mutating func evaluate(_ tree: ConditionTree) -> (Truth, ConditionTrace?) {
    count += 1
    guard depth < Self.depthLimit, count < Self.countLimit else {
      return leaf(.malformed, .unknown, .tooComplex)
    }
    depth += 1
    defer { depth -= 1 }
    switch tree {
    case .all(let trees): return combine(trees, as: .all)
    case .any(let trees): return combine(trees, as: .any)
    case .not(nil), .malformed: return leaf(.malformed, .unknown, .malformed)
    case .not(let tree?):
      let (result, part) = evaluate(tree)
      return whole(.not, result.negated, part.map { [$0] } ?? [])
    case .audience(let place):
      let audience = index.audiences[place]
      let (result, part) = evaluate(audience.tree)
      return whole(.audience(audience.name), result, part.map { [$0] } ?? [])
    case .missingAudience(let id): return leaf(.audience(id), .unknown, .noSuchAudience)
    case .attribute(let test):
      let (result, cause) = test.evaluate(user)
      guard isTracing else { return (result, nil) }
      return leaf(.attribute(test.condition), result, cause, found: test.found(in: user))
    }
  }

  private func leaf(
    _ kind: ConditionTrace.Kind,
    _ result: Truth,
    _ cause: UnknownCause?,
    found: DataValue? = nil
  ) -> (Truth, ConditionTrace?) {
    guard isTracing else { return (result, nil) }
    return (result, ConditionTrace(kind: kind, found: found, result: result, cause: cause))
  }

  private func whole(
    _ kind: ConditionTrace.Kind,
    _ result: Truth,
    _ parts: [ConditionTrace]
  ) -> (Truth, ConditionTrace?) {
    guard isTracing else { return (result, nil) }
    return (result, ConditionTrace(kind: kind, result: result, parts: parts))
  }
}

// MARK: All and any

extension ConditionEvaluation {
  private mutating func combine(
    _ trees: [ConditionTree],
    as kind: ConditionTrace.Kind
  ) -> (Truth, ConditionTrace?) {
    if trees.isEmpty {
      return kind == .all ? leaf(.malformed, .unknown, .malformed) : whole(kind, .no, [])
    }
    var decided: Truth?
    var hasUnknown = false
    var parts: [ConditionTrace] = []
    for tree in trees {
      var (result, part) = evaluate(tree)
      part?.isPassedOver = decided != nil
      if let part { parts.append(part) }
      guard decided == nil else { continue }
      if decides(result, kind) { decided = result }
      if decided != nil, !isTracing { break }
      hasUnknown = hasUnknown || result == .unknown
    }
    let rest: Truth = hasUnknown ? .unknown : kind == .all ? .yes : .no
    return whole(kind, decided ?? rest, parts)
  }

  /// Whether a part decides the whole, whatever stands after it.
  private func decides(_ result: Truth, _ kind: ConditionTrace.Kind) -> Bool {
    guard kind == .all else { return result == .yes }
    return result == .no || result == .unknown && order == .leftToRight
  }
}
