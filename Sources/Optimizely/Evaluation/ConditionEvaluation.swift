/// Evaluates conditions for one user.
struct ConditionEvaluation {
  /// How deep conditions and audiences may stand in one another.
  private static let depthLimit = 400
  /// How many conditions one rule may have, counting audiences as often as they are asked for.
  private static let countLimit = 100_000

  let index: FlagIndex
  let user: UserContext
  private let order: ConjunctionOrder
  /// Whether every condition is evaluated and told, also where the result stands before.
  private var isTracing: Bool
  private var count = 0
  private var depth = 0
  /// The greatest depth since the last audience whose result may be stored.
  private var deepest = 0
  /// Whether a limit was reached, so that the result depends on the place of the audience.
  private var isCutShort = false
  /// Results that are the same for other flags.
  var results = UserResults()
  /// What was found, while tracing: each condition leaves one here, made of those of its parts.
  private var traces: [ConditionTrace] = []
  /// The number of attributes and audiences that were traced, for all rules of the decision.
  private var tracedCount = 0

  init(index: FlagIndex, user: UserContext, order: ConjunctionOrder, isTracing: Bool) {
    self.index = index
    self.user = user
    self.order = order
    self.isTracing = isTracing
  }

  /// The result of the conditions at a place, and how it came about if that is asked for.
  mutating func evaluate(_ place: Int) -> (Truth, ConditionTrace?) {
    count = 0
    let result = evaluate(at: place)
    return (result, traces.popLast())
  }

  private mutating func evaluate(at place: Int) -> Truth {
    count += 1
    guard depth < Self.depthLimit, count < Self.countLimit else {
      isCutShort = true
      return unknown(.malformed, .tooComplex)
    }
    depth += 1
    deepest = max(deepest, depth)
    defer { depth -= 1 }
    let start = traces.count
    let parts = place + 1
    switch index.conditions[place] {
    case .all(end: parts), .not(end: parts), .malformed: return unknown(.malformed, .malformed)
    case .all(let end): return whole(.all, combine(parts..<end, areAll: true), from: start)
    case .any(let end): return whole(.any, combine(parts..<end, areAll: false), from: start)
    case .not: return whole(.not, evaluate(at: parts).negated, from: start)
    case .audience(let number) where isTracing:
      // Many rules can ask for one large audience: beyond a limit only its result is traced.
      isTracing = tracedCount < DatafileLimits.tracedConditions
      let result =
        isTracing ? evaluate(at: index.audiences[number].conditions) : audience(number)
      isTracing = true
      let name = index.audiences[number].name
      return whole(.audience(name), result, from: start)
    case .audience(let number): return audience(number)
    case .missingAudience(let number):
      let id = index.conditions.missingAudiences[number]
      return unknown(.audience(id), .noSuchAudience)
    case .attribute(let number): return evaluate(index.conditions.tests[number])
    }
  }

  /// The size from which the result of an audience is stored for a decision about one flag, too.
  private static let largeAudience = 64

  /// The result of an audience, which may be known from another rule or flag.
  private mutating func audience(_ number: Int) -> Truth {
    let place = index.audiences[number].conditions
    if results.areStored, let known = results.audiences[number],
      count + known.count < Self.countLimit,
      depth + known.height <= Self.depthLimit
    {
      count += known.count
      deepest = max(deepest, depth + known.height)
      return known.truth
    }
    let (countBefore, deepestBefore, wasCutShort) = (count, deepest, isCutShort)
    (deepest, isCutShort) = (depth, false)
    let truth = evaluate(at: place)
    if !results.areStored, count - countBefore >= Self.largeAudience {
      results = UserResults(for: index)
    }
    if !isCutShort, results.areStored {
      results.audiences[number] = UserResults.Audience(
        truth: truth,
        count: count - countBefore,
        height: deepest - depth
      )
    }
    (deepest, isCutShort) = (max(deepest, deepestBefore), isCutShort || wasCutShort)
    return truth
  }

  private mutating func evaluate(_ test: AttributeTest) -> Truth {
    let (result, cause) = test.evaluate(user)
    if isTracing {
      tracedCount += 1
      let found = test.found(in: user)
      let kind = ConditionTrace.Kind.attribute(test.condition)
      traces.append(ConditionTrace(kind: kind, found: found, result: result, cause: cause))
    }
    return result
  }

  /// Evaluates the parts of a whole, of which all or any must hold.
  private mutating func combine(_ parts: Range<Int>, areAll: Bool) -> Truth {
    var decided: Truth?
    var hasUnknown = false
    var place = parts.lowerBound
    while place < parts.upperBound {
      let result = evaluate(at: place)
      place = index.conditions.end(of: place)
      if decided != nil {
        traces[traces.count - 1].isPassedOver = true
      } else if decides(result, areAll: areAll) {
        guard isTracing else { return result }
        decided = result
      } else if result == .unknown {
        hasUnknown = true
      }
    }
    return decided ?? (hasUnknown ? .unknown : Truth(areAll))
  }

  /// Whether a part decides the whole, whatever stands after it.
  private func decides(_ result: Truth, areAll: Bool) -> Bool {
    guard areAll else { return result == .yes }
    return result == .no || result == .unknown && order == .leftToRight
  }

  private mutating func unknown(
    _ kind: @autoclosure () -> ConditionTrace.Kind,
    _ cause: UnknownCause
  ) -> Truth {
    if isTracing { traces.append(ConditionTrace(kind: kind(), result: .unknown, cause: cause)) }
    return .unknown
  }

  private mutating func whole(
    _ kind: @autoclosure () -> ConditionTrace.Kind,
    _ result: Truth,
    from start: Int
  ) -> Truth {
    if isTracing {
      let trace = ConditionTrace(kind: kind(), result: result, parts: Array(traces[start...]))
      traces.replaceSubrange(start..., with: CollectionOfOne(trace))
    }
    return result
  }
}
