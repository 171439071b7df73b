import FeatureFlags
import Targeting

/// Evaluates flags for one context, with the semantics of the server SDKs.
///
/// The results of segments and prerequisites are cached, because many flags share them.
final class LaunchDarklyEvaluation {
  let document: LaunchDarklyDocument
  /// The context, or the failure if SDKs would reject it.
  let context: Result<LaunchDarklyContext, EvaluationFailure>
  /// The overrides of flags, which apply when the flags are prerequisites.
  private let forced: ForcedFeatures
  var segments: [String: (isMember: Bool, readsBigSegments: Bool)] = [:]
  private var results: [Feature.Name: LaunchDarklyResult] = [:]
  /// The keys of the flags whose evaluation is in progress, from the outermost to the innermost, to
  /// detect cycles.
  private var flagChain: [String] = []
  var segmentChain: [String] = []
  var run: EvaluationRun
  /// Whether the evaluation of the current flag has depended on a big segment.
  var readsBigSegments = false

  /// The maximum depth of nested prerequisites, and of nested segments.
  static let depthLimit = 100

  init(
    _ document: LaunchDarklyDocument,
    _ user: EvaluationContext,
    forcing forced: ForcedFeatures,
    isRecorded: Bool
  ) {
    (self.document, self.forced) = (document, forced)
    context = Result { () throws(EvaluationFailure) in try LaunchDarklyContext(user) }
    run = EvaluationRun(isRecorded: isRecorded)
  }

  /// Evaluates a flag, and returns a failure as a result.
  ///
  /// - Parameters:
  ///   - flag: The flag to evaluate.
  ///   - isForcedOn: Whether the flag is evaluated even if its targeting is off.
  /// - Returns: The result, which can be a failure.
  func result(of flag: LaunchDarklyFlag, isForcedOn: Bool = false) -> LaunchDarklyResult {
    // A document without targeting already contains the values for its context.
    if !document.isEvaluated, case .variation(let index) = flag.fallThrough {
      return flag.result(index, .fallThrough)
    }
    run.restart()
    do throws(EvaluationFailure) {
      return try result(of: flag, in: try context.get(), isForcedOn: isForcedOn)
    } catch {
      (flagChain, segmentChain) = ([], [])
      return LaunchDarklyResult(error)
    }
  }

  private func result(
    of flag: LaunchDarklyFlag,
    in context: LaunchDarklyContext,
    isForcedOn: Bool = false
  ) throws(EvaluationFailure) -> LaunchDarklyResult {
    let readBefore = readsBigSegments
    readsBigSegments = false
    // A flag without prerequisites cannot be a part of a cycle.
    if !flag.prerequisites.isEmpty { flagChain.append(flag.name.rawValue) }
    var result = try selection(of: flag, in: context, isForcedOn: isForcedOn)
    if !flag.prerequisites.isEmpty { flagChain.removeLast() }
    result.readsBigSegments = readsBigSegments
    readsBigSegments = readsBigSegments || readBefore
    return result
  }

  private func selection(
    of flag: LaunchDarklyFlag,
    in context: LaunchDarklyContext,
    isForcedOn: Bool
  ) throws(EvaluationFailure) -> LaunchDarklyResult {
    let isForced = isForcedOn && !flag.isOn
    run.trace?.append(
      "targeting \(flag.isOn ? "on" : "off")\(isForced ? ", enabled by an override" : "")"
    )
    guard flag.isOn || isForced else { return off(flag, .off) }
    for prerequisite in flag.prerequisites {
      guard try isMet(prerequisite, in: context) else {
        return off(flag, .prerequisiteFailed(prerequisite.flag.rawValue))
      }
    }
    if let target = flag.target(for: context) {
      run.trace?.append("targets: the list of \(target.keys.kind) keys has the key")
      return flag.result(target.variation, .targetMatch)
    }
    if !flag.targets.isEmpty || !flag.contextTargets.isEmpty {
      run.trace?.append("targets", verdict: .no)
    }
    // Iterates over indices: accessing a rule by its index avoids a copy, which would retain the
    // properties of the rule.
    for index in flag.rules.indices {
      let result =
        try recorded(flag.traceTitle(ofRule: index), { $0 != nil }) {
          () throws(EvaluationFailure) in
          guard try areMet(flag.rules[index].clauses, in: context) else { return nil }
          let reason = LaunchDarklyResult.Reason.ruleMatch(index, id: flag.rules[index].id)
          return served(flag.rules[index].serve, of: flag, in: context, reason)
        } as LaunchDarklyResult?
      if let result { return result }
    }
    return try recorded("fallthrough", { _ in nil }) { () throws(EvaluationFailure) in
      served(flag.fallThrough, of: flag, in: context, .fallThrough)
    }
  }

  /// Returns the off variation, for a flag that is off or has an unmet prerequisite.
  private func off(_ flag: LaunchDarklyFlag, _ reason: LaunchDarklyResult.Reason)
    -> LaunchDarklyResult
  {
    run.trace?.append("off variation")
    return flag.offVariation.map { flag.result($0, reason) } ?? LaunchDarklyResult(nil, reason)
  }

  /// Records a step of the evaluation in the trace, with the steps that occur inside it.
  ///
  /// - Parameters:
  ///   - title: Describes the step; evaluated after the step, and only if a trace is recorded.
  ///   - verdict: Returns whether the condition is met; `nil` for a step that is not a condition.
  ///   - body: Evaluates the step.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; the trace then shows an unknown verdict.
  func recorded<Value>(
    _ title: @autoclosure () -> String,
    _ verdict: (Value) -> Bool?,
    _ body: () throws(EvaluationFailure) -> Value
  ) throws(EvaluationFailure) -> Value {
    guard run.trace?.begin() != nil else { return try body() }
    do throws(EvaluationFailure) {
      let value = try body()
      run.trace?.end(title(), verdict: verdict(value).map { Explanation.Verdict($0) })
      return value
    } catch {
      run.trace?.end(title(), verdict: .unknown)
      throw error
    }
  }

  /// Records the evaluation of a condition, with the conditions inside it.
  func condition(
    _ title: @autoclosure () -> String,
    _ body: () throws(EvaluationFailure) -> Bool
  ) throws(EvaluationFailure) -> Bool {
    try recorded(title(), { isMet in isMet }, body)
  }

  /// Creates a failure, and adds its message to the current step of the trace.
  func failure(_ message: String) -> EvaluationFailure {
    run.trace?.remark(message)
    return EvaluationFailure(.parseError, message)
  }

  /// Throws a failure if a reference from the last element of a chain closes a cycle, or exceeds the
  /// depth limit.
  func check(_ key: String, after chain: [String], _ name: String) throws(EvaluationFailure) {
    if chain.contains(key) {
      let path = (chain.drop { $0 != key } + [key]).prefix(8).joined(separator: " → ")
      throw failure("the \(name) are a cycle: \(path)")
    }
    if chain.count >= Self.depthLimit {
      throw failure("the \(name) are nested more than \(Self.depthLimit) deep")
    }
  }
}

// MARK: Prerequisites

extension LaunchDarklyEvaluation {
  private func isMet(
    _ prerequisite: LaunchDarklyFlag.Prerequisite,
    in context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> Bool {
    let title = "prerequisite \"\(prerequisite.flag)\""
    return try condition(title) { () throws(EvaluationFailure) in
      guard let flag = document.flag(prerequisite.flag) else {
        run.trace?.remark("the flag does not exist")
        return false
      }
      let force = forced[flag.name].flatMap(ForcedResult.init)
      let result = try self.result(ofPrerequisite: flag, force, in: context)
      let expected = "expected \(flag.text(of: prerequisite.variation))"
      let note = force == nil ? "" : ", forced by an override"
      run.trace?.append("\(expected), found \(result.text(of: flag)) \(result.json.text())\(note)")
      // As in SDKs, a flag that is off does not meet a prerequisite, even if its off variation is the
      // expected one.
      let isOn = force.map { $0 != .appDefault } ?? flag.isOn
      return isOn && result.variation == prerequisite.variation
    }
  }

  /// Returns the result of a prerequisite flag.
  ///
  /// If the result itself is a failure, the prerequisite is only not met.
  ///
  /// - Throws: A failure in a rule of the prerequisite, which also makes the evaluation of the dependent
  ///   flag fail.
  private func result(
    ofPrerequisite flag: LaunchDarklyFlag,
    _ force: ForcedResult?,
    in context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> LaunchDarklyResult {
    if force == .appDefault { return LaunchDarklyResult(nil, .off) }
    if let variation = force.flatMap(flag.variation(forcedBy:)) {
      return LaunchDarklyResult(variation, .fallThrough)
    }
    if let known = results[flag.name] {
      readsBigSegments = readsBigSegments || known.readsBigSegments
      return known
    }
    try run.spend(1)
    try check(flag.name.rawValue, after: flagChain, "prerequisites")
    var result = try self.result(of: flag, in: context, isForcedOn: force == .enabled)
    if case .rules(let rules) = force { result = result.forced(by: rules, of: flag) }
    results[flag.name] = result
    return result
  }
}

// MARK: Rollouts

extension LaunchDarklyEvaluation {
  /// Returns the result of what a rule or the fallthrough serves.
  private func served(
    _ serve: LaunchDarklyOutcome,
    of flag: LaunchDarklyFlag,
    in context: LaunchDarklyContext,
    _ reason: LaunchDarklyResult.Reason
  ) -> LaunchDarklyResult {
    let rollout: LaunchDarklyRollout
    switch serve {
    case .variation(let index): return flag.result(index, reason)
    case .nothing:
      return LaunchDarklyResult(EvaluationFailure(.parseError, "found no variation and no rollout"))
    case .rollout(let own): rollout = own
    }
    do throws(EvaluationFailure) {
      let position = try context.position(by: rollout.bucketing, after: flag.hashedPrefix)
      let part = rollout.part(at: position.fraction)
      var result = flag.result(part.variation, reason)
      result.isRolledOut = true
      result.isInExperiment =
        rollout.isExperiment && !part.isUntracked && position.hasKind && result.failure == nil
      if run.trace != nil {
        let note = rollout.isExperiment && !result.isInExperiment ? ", not in the experiment" : ""
        let title = rollout.isExperiment ? "experiment" : "rollout"
        let names = rollout.parts.map { flag.outcome($0.variation)?.variation.rawValue }
        var ruler = rollout.buckets?.ruler(at: position.bucket, names: names)
        // If the weights add up to less than the total, the ruler also shows the gap, whose contexts get
        // the last part.
        ruler?.length = max(rollout.buckets?.count ?? 0, LaunchDarklyRollout.whole)
        run.trace?.append("\(title): \(position.text(by: rollout.bucketing))\(note)", ruler)
      }
      return result
    } catch {
      return LaunchDarklyResult(error)
    }
  }
}

extension LaunchDarklyEvaluation {
  func areMet(
    _ clauses: [LaunchDarklyClause],
    in context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> Bool {
    for (index, clause) in clauses.enumerated() {
      guard try isMet(clause, in: context) else {
        for skipped in clauses[(index + 1)...] { run.trace?.append(skipped.title + ", skipped") }
        return false
      }
    }
    return true
  }

  private func isMet(
    _ clause: LaunchDarklyClause,
    in context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> Bool {
    try condition(clause.title + clause.found(in: context)) { () throws(EvaluationFailure) in
      if case .segments(let keys) = clause.test {
        return try isInSegment(keys, context) != clause.isNegated
      }
      if clause.readsKind {
        return context.parts.contains { clause.test.isMet(by: .string($0.kind)) }
          != clause.isNegated
      }
      guard let part = context.part(clause.kind) else { return false }
      guard clause.attribute.name != nil else { throw failure(clause.attribute.defect) }
      // A missing value never matches, not even a negated clause.
      guard let value = part.value(at: clause.attribute) else { return false }
      guard case .list(let values) = value else {
        try run.spend(clause.test.steps(for: value))
        return clause.test.isMet(by: value) != clause.isNegated
      }
      for value in values {
        try run.spend(clause.test.steps(for: value))
        if clause.test.isMet(by: value) { return !clause.isNegated }
      }
      return clause.isNegated
    }
  }

  private func isInSegment(
    _ keys: [String],
    _ context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> Bool {
    for key in keys {
      try run.spend(1)
      let isMember = try condition("segment \"\(key)\"") { () throws(EvaluationFailure) in
        try isInSegment(key, context)
      }
      if isMember { return true }
    }
    return false
  }

  private func isInSegment(
    _ key: String,
    _ context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> Bool {
    guard let segment = document.segments[key] else {
      run.trace?.remark("the document does not have it")
      return false
    }
    if let known = segments[key] {
      readsBigSegments = readsBigSegments || known.readsBigSegments
      return known.isMember
    }
    try check(key, after: segmentChain, "segments")
    let readBefore = readsBigSegments
    readsBigSegments = false
    segmentChain.append(key)
    let isMember = try self.isMember(of: segment, context)
    segmentChain.removeLast()
    segments[key] = (isMember, readsBigSegments)
    readsBigSegments = readsBigSegments || readBefore
    return isMember
  }

  private func isMember(
    of segment: LaunchDarklySegment,
    _ context: LaunchDarklyContext
  ) throws(EvaluationFailure) -> Bool {
    if let kind = segment.bigKind {
      run.trace?.append("a big segment: its keys need a store, and count as not included here")
      guard segment.hasGeneration, context.part(kind) != nil else {
        readsBigSegments = readsBigSegments || !segment.hasGeneration
        return false
      }
      readsBigSegments = true
    } else {
      for (lists, name) in [(segment.included, "included"), (segment.excluded, "excluded")] {
        guard let keys = lists.first(where: { $0.contains(context) }) else { continue }
        run.trace?.remark("the \(name) \(keys.kind) keys have the key")
        return name == "included"
      }
    }
    for (index, rule) in segment.rules.enumerated() {
      let isMet = try condition("rule \(index + 1)") { () throws(EvaluationFailure) in
        guard try areMet(rule.clauses, in: context) else { return false }
        guard let weight = rule.weight else { return true }
        let position = try context.position(by: rule.bucketing, after: segment.hashedPrefix)
        let share = LaunchDarklyContext.BucketPosition.percent(weight)
        run.trace?.append("share of \(share): \(position.text(by: rule.bucketing))")
        return position.hasKind
          && position.fraction < Double(weight) / Double(LaunchDarklyRollout.whole)
      }
      if isMet { return true }
    }
    return false
  }
}

extension LaunchDarklyClause {
  /// Describes the value that the clause reads from the context, for a trace.
  fileprivate func found(in context: LaunchDarklyContext) -> String {
    guard segments.isEmpty else { return "" }
    guard let part = context.part(kind) else { return " (the context has no \(kind))" }
    if readsKind { return ", the context has \(context.parts.map(\.kind))" }
    let value = part.value(at: attribute)
    return value.map { ", the context has \($0.excerpt)" } ?? " (the context has no such attribute)"
  }
}
