import FeatureFlags
import Targeting

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
      // A missing value never matches, even if the clause is negated.
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
        let place = try context.place(by: rule.bucketing, after: segment.hashedPrefix)
        run.trace?.append(
          "share of \(LaunchDarklyContext.Place.percent(weight)): \(place.text(by: rule.bucketing))"
        )
        return place.hasKind
          && place.fraction < Double(weight) / Double(LaunchDarklyRollout.whole)
      }
      if isMet { return true }
    }
    return false
  }
}

extension LaunchDarklyClause {
  /// Describes the value of the context, for a trace.
  fileprivate func found(in context: LaunchDarklyContext) -> String {
    guard segments.isEmpty else { return "" }
    guard let part = context.part(kind) else { return " (the context has no \(kind))" }
    if readsKind { return ", the context has \(context.parts.map(\.kind))" }
    let value = part.value(at: attribute)
    return value.map { ", the context has \($0.excerpt)" } ?? " (the context has no such attribute)"
  }
}
