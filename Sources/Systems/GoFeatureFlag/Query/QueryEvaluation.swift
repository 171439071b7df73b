import FeatureFlags
import Targeting

/// Evaluates a query for one user, like the library nikunjy/rules.
struct QueryEvaluation {
  let user: GoUser
  /// The left operand of the last comparison: a path through a missing object leaves it unchanged.
  private var operand: AttributeValue?
  /// Whether the operand is at the top level of the data, where whole numbers are integers.
  private var isTopLevel = true

  /// The reason why a whole query does not match.
  struct Failure: Error {
    let message: String
  }

  init(_ user: GoUser) { self.user = user }

  /// Returns whether a query matches, and records each comparison.
  ///
  /// - Throws: A failure of the whole query, such as an operator that the kind of a literal does not support.
  mutating func matches(_ query: Query, _ run: inout EvaluationRun) throws(Failure) -> Bool {
    switch query {
    case .chain(let first, let rest):
      var isMet = try matches(first, &run)
      for (isAnd, query) in rest where isAnd == isMet { isMet = try matches(query, &run) }
      return isMet
    case .broken: throw Failure(message: "a part of the query cannot be parsed")
    case .not(let inner): return try !matches(inner, &run)
    case .presence(let path):
      try read(path)
      return record(query, operand != nil, &run)
    case .comparison(let path, let comparator, let literal):
      try read(path)
      guard literal.supports(comparator) else {
        throw Failure(message: "\(query): the operator has no meaning for this value")
      }
      guard run.allows(1) else { throw Failure(message: "the query needs too many steps") }
      return record(query, compare(comparator, literal), &run)
    }
  }

  private func record(_ query: Query, _ isMet: Bool, _ run: inout EvaluationRun) -> Bool {
    run.trace?.append(
      "\(query), the user has \(operand?.excerpt ?? "none")",
      verdict: Explanation.Verdict(isMet)
    )
    return isMet
  }

  /// Sets the operand to the value at a path.
  ///
  /// - Throws: A failure for a path through a value that is not an object.
  private mutating func read(_ path: Query.Path) throws(Failure) {
    guard let first = path.names.first else { return }
    var value = user.attribute(first)
    for name in path.names.dropFirst() {
      switch value {
      case nil, .null?: return
      case .object(let members)?: value = members[name]
      case .bool?, .number?, .string?, .list?:
        throw Failure(message: "\(path.text) leads through a value that is no object")
      }
    }
    operand = if case .null? = value { nil } else { value }
    isTopLevel = path.names.count == 1
  }

  private func compare(_ comparator: Query.Comparator, _ literal: Query.Literal) -> Bool {
    switch (operand, literal, comparator) {
    case (_, .null, _): (operand == nil) == (comparator == .order(.equal))
    case (.bool(let flag)?, .bool(let other), _):
      (flag == other) == (comparator == .order(.equal))
    case (.string(let text)?, .string(let other), _): compare(text, comparator, other)
    case (.string(let text)?, .strings(let others), .isIn):
      others.contains { $0.isSameText(as: text) }
    case (.string(let text)?, .version(_, let other), .order(let comparison)):
      SemanticVersion(text).map { comparison.holds($0, other) } ?? false
    case (.number(let number)?, .integer(let other), .order(let comparison)):
      comparison.holds(number.rounded(.towardZero), Double(other))
    case (.number(let number)?, .decimal(let other), .order(let comparison)):
      comparison.holds(number, other)
    case (.number(let number)?, .integers(let others), .isIn):
      isTopLevel && others.contains { Double($0) == number }
    case (.number(let number)?, .decimals(let others), .isIn): others.contains(number)
    case (_, .bool, _), (_, .string, _), (_, .integer, _), (_, .decimal, _), (_, .version, _),
      (_, .strings, _), (_, .integers, _), (_, .decimals, _):
      false
    }
  }

  private func compare(_ text: String, _ comparator: Query.Comparator, _ other: String) -> Bool {
    let (left, right) = (text.lowercased(), other.lowercased())
    switch comparator {
    case .contains: return left.has(right, at: .anywhere)
    case .startsWith: return left.has(right, at: .start)
    case .endsWith: return left.has(right, at: .end)
    case .isIn: return false
    case .order(let comparison):
      // Compares the bytes: the original does not normalise texts.
      if left.isSameText(as: right) { return comparison.holds(0, 0) }
      return comparison.holds(left.utf8.lexicographicallyPrecedes(right.utf8) ? 0 : 1, 0.5)
    }
  }
}
