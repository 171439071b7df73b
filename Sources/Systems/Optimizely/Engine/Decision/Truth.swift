public import FeatureFlags

/// The truth value of a condition in three-valued logic.
public typealias Truth = Explanation.Verdict

extension Truth {
  init(_ isMet: Bool) { self = isMet ? .yes : .no }

  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }

  /// The result as the SDKs name it: `true`, `false` or `unknown`.
  public var rawValue: String {
    switch self {
    case .yes: "true"
    case .no: "false"
    case .unknown: "unknown"
    }
  }

  /// Creates a result from its name: `true`, `false` or `unknown`; `nil` for another name.
  public init?(rawValue: String) {
    guard
      let result = [.yes, .no, .unknown].first(where: { (result: Truth) in
        result.rawValue == rawValue
      })
    else { return nil }
    self = result
  }
}

/// The order in which an `and` condition combines its operands, if one is false and one unknown.
public enum ConjunctionOrder: String, Hashable, Sendable {
  /// The first operand that is not true determines the result, as in the Swift SDK.
  case leftToRight
  /// False takes precedence over unknown in any order of the operands, as in the other SDKs.
  case canonical
}
