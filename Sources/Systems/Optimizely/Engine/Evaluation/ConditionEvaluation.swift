import Targeting

/// Evaluates compiled conditions for one user, up to a maximum depth and number of conditions.
struct ConditionEvaluation {
  /// The maximum depth of nested conditions and audiences.
  private static let depthLimit = 400
  /// The maximum number of conditions of one rule; the conditions of an audience count at each
  /// reference.
  private static let countLimit = 100_000

  let index: FlagIndex
  let user: UserContext
  private let order: ConjunctionOrder
  /// Whether every condition is evaluated and traced, even after the result is determined.
  private var isTracing: Bool
  private var count = 0
  private var depth = 0
  /// The greatest depth since the evaluation of the current audience began.
  private var deepest = 0
  /// Whether a limit was exceeded: the result then depends on the depth and the number of conditions at
  /// which an audience is referenced.
  private var isCutShort = false
  /// The cached results, which also apply to the user's other flags.
  var results = UserResults()
  /// The stack of traces: each condition replaces the traces of its operands with its own trace.
  private var traces: [ConditionTrace] = []
  /// The number of traced attribute conditions in all rules of the decision.
  private var tracedCount = 0

  init(index: FlagIndex, user: UserContext, order: ConjunctionOrder, isTracing: Bool) {
    self.index = index
    self.user = user
    self.order = order
    self.isTracing = isTracing
  }

  /// Evaluates the condition at the given index of the condition list; the trace is `nil` unless
  /// conditions are traced.
  mutating func evaluate(_ position: Int) -> (Truth, ConditionTrace?) {
    count = 0
    let result = evaluate(at: position)
    return (result, traces.popLast())
  }

  private mutating func evaluate(at position: Int) -> Truth {
    count += 1
    guard depth < Self.depthLimit, count < Self.countLimit else {
      isCutShort = true
      return unknown(.malformed, .tooComplex)
    }
    depth += 1
    deepest = max(deepest, depth)
    defer { depth -= 1 }
    let start = traces.count
    let parts = position + 1
    switch index.conditions[position] {
    case .all(end: parts), .not(end: parts), .malformed: return unknown(.malformed, .malformed)
    case .all(let end): return whole(.all, combine(parts..<end, areAll: true), from: start)
    case .any(let end): return whole(.any, combine(parts..<end, areAll: false), from: start)
    case .not: return whole(.not, evaluate(at: parts).negated, from: start)
    case .audience(let number) where isTracing:
      // Many rules can reference one large audience: above a limit, the conditions of the audience
      // are not traced, only its result.
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

  /// The minimum number of conditions of an audience for which the cache of all audiences is allocated
  /// even if only one flag is evaluated.
  private static let largeAudience = 64

  /// Returns the result of an audience from the cache, or evaluates the audience.
  private mutating func audience(_ number: Int) -> Truth {
    let position = index.audiences[number].conditions
    if let known = results[audience: number] {
      let (total, height) = (count + Int(known.count), depth + Int(known.height))
      let isValid =
        known.isCutShort
        ? known.start == (Int32(clamping: depth), Int32(clamping: count))
        : total < Self.countLimit && height <= Self.depthLimit
      if isValid {
        isCutShort = isCutShort || known.isCutShort
        count = total
        deepest = max(deepest, height)
        return known.truth
      }
    }
    let (countBefore, deepestBefore, wasCutShort) = (count, deepest, isCutShort)
    (deepest, isCutShort) = (depth, false)
    let truth = evaluate(at: position)
    if !results.areStored, count - countBefore >= Self.largeAudience {
      results = UserResults(for: index)
    }
    results[audience: number] = UserResults.Audience(
      truth: truth,
      count: Int32(clamping: count - countBefore),
      height: Int32(clamping: deepest - depth),
      isCutShort: isCutShort,
      start: (Int32(clamping: depth), Int32(clamping: countBefore))
    )
    (deepest, isCutShort) = (max(deepest, deepestBefore), isCutShort || wasCutShort)
    return truth
  }

  private mutating func evaluate(_ test: AttributeTest) -> Truth {
    let (result, cause) = test.evaluate(user)
    if isTracing {
      tracedCount += 1
      let found = test.found(in: user)
      let kind = ConditionTrace.Kind.attribute(test.condition)
      var trace = ConditionTrace(kind: kind, found: found, result: result, cause: cause)
      trace.foundText = test.condition.name.flatMap { user.given?.text(of: $0) }
      traces.append(trace)
    }
    return result
  }

  /// Evaluates the operands of an `and` operator, or of an `or` operator if `areAll` is `false`.
  private mutating func combine(_ parts: Range<Int>, areAll: Bool) -> Truth {
    var determined: Truth?
    var hasUnknown = false
    var position = parts.lowerBound
    while position < parts.upperBound {
      let result = evaluate(at: position)
      position = index.conditions.end(of: position)
      if determined != nil {
        traces[traces.count - 1].isSkipped = true
      } else if isDecisive(result, areAll: areAll) {
        guard isTracing else { return result }
        determined = result
      } else if result == .unknown {
        hasUnknown = true
      }
    }
    return determined ?? (hasUnknown ? .unknown : Truth(areAll))
  }

  /// Whether the result of an operand determines the result of its operator, so that later operands
  /// have no effect.
  private func isDecisive(_ result: Truth, areAll: Bool) -> Bool {
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

/// Caches one user's results that apply to all flags, so that large audiences and many holdouts are
/// evaluated once instead of once per flag.
///
/// The results depend on the user's id, attributes and segments, and on the ``ConjunctionOrder``,
/// but not on forced decisions.
struct UserResults: Sendable {
  /// The cached result of an audience, with the number and the depth of its conditions to check the
  /// limits.
  struct Audience: Sendable {
    let truth: Truth
    /// The number of conditions that the evaluation of the audience visited.
    let count: Int32
    /// The depth of the conditions and audiences that are nested in the audience.
    let height: Int32
    /// Whether a limit was exceeded: the result is then valid only for an evaluation with an equal
    /// `start`.
    var isCutShort = false
    /// The depth and the number of conditions when the evaluation of the audience began.
    var start: (depth: Int32, count: Int32) = (0, 0)
  }

  /// The results of audiences by index; empty if only the last few results are cached.
  private var audiences: [Audience?] = []
  /// The last few results, each with the index of its audience, which are used if `audiences` is
  /// empty: the rules of one flag often have the same audiences.
  private var recentAudiences = InlineArray<4, (number: Int32, result: Audience)>(
    repeating: (-1, Audience(truth: .unknown, count: 0, height: 0))
  )
  /// The outcome of the first global holdout that contains the user; the inner `nil` means no
  /// holdout, the outer `nil` means not evaluated yet.
  var holdout: FlagEvaluation.Outcome??

  /// Creates a cache of a few results, for the evaluation of a single flag.
  init() {}

  /// Creates an empty cache for several flags of the index.
  init(for index: FlagIndex) {
    // One element more than audiences, because an empty array means that only the last few results are
    // cached.
    audiences = Array(repeating: nil, count: index.audiences.count + 1)
  }

  /// Whether the results of all audiences are cached.
  var areStored: Bool { !audiences.isEmpty }

  /// The result of an audience, by its index; `nil` if it is not cached.
  subscript(audience number: Int) -> Audience? {
    get {
      if areStored { return audiences[number] }
      let last = recentAudiences[number % recentAudiences.count]
      return last.number == number ? last.result : nil
    }
    set {
      if areStored {
        audiences[number] = newValue
      } else if let newValue {
        recentAudiences[number % recentAudiences.count] = (Int32(clamping: number), newValue)
      }
    }
  }
}
