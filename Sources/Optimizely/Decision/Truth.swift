/// The truth value of a condition in three-valued logic.
public enum Truth: String, Hashable, Sendable {
  /// The condition matches.
  case yes = "true"
  /// The condition does not match.
  case no = "false"
  /// The condition cannot be evaluated: a value is missing or unsupported.
  case unknown

  init(_ flag: Bool) { self = flag ? .yes : .no }

  /// The negation; that of unknown is unknown.
  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }
}

/// The result of a conjunction (`and`) with an unknown and a false operand.
public enum ConjunctionOrder: String, Hashable, Sendable {
  /// The first operand that is not true is the result, as in the Swift SDK.
  case leftToRight
  /// The result is false whatever the order of the operands, as in the other SDKs.
  case canonical
}
