/// The result of a condition, which may not be known.
public enum Truth: String, Hashable, Sendable {
  /// The condition holds.
  case yes = "true"
  /// The condition does not hold.
  case no = "false"
  /// Something is missing or not understood.
  case unknown

  init(_ flag: Bool) { self = flag ? .yes : .no }

  /// The opposite; unknown stays unknown.
  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }
}

/// What becomes of conditions that must all hold, where one is unknown and another false.
public enum ConjunctionOrder: String, Hashable, Sendable {
  /// The first one that does not hold decides, as in the Swift SDK.
  case leftToRight
  /// False beats unknown wherever it stands, as in the other SDKs.
  case canonical
}
