/// The truth value of a condition in three-valued logic.
public enum Truth: String, Hashable, Sendable {
  /// The condition matches.
  case yes = "true"
  /// The condition does not match.
  case no = "false"
  /// The condition cannot be evaluated: a value is missing or unsupported.
  case unknown

  init(_ flag: Bool) { self = flag ? .yes : .no }

  /// The negated value; unknown stays unknown.
  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }
}

/// The order in which an `and` condition combines its operands, if one is false and one unknown.
public enum ConjunctionOrder: String, Hashable, Sendable {
  /// The first operand that is not true determines the result, as in the Swift SDK.
  case leftToRight
  /// False takes precedence over unknown in any order of the operands, as in the other SDKs.
  case canonical
}
