import FeatureFlags

/// The result of one call of `isEnabled` and `getVariant` for a user.
struct UnleashDecision: Sendable {
  let isEnabled: Bool
  /// The index of the first strategy that holds; `nil` if none does.
  let strategy: Int?
  /// The variant; `nil` if the user gets none, for which SDKs return the variant `disabled`.
  let variant: UnleashVariant?
  let reason: EvaluationReason

  static func off(_ reason: EvaluationReason) -> Self {
    Self(isEnabled: false, strategy: nil, variant: nil, reason: reason)
  }
}

/// The result of a flag for a user, which can be random.
///
/// With random percentages or weights, the result can differ with each call of an app, and only the
/// probabilities of the results are known.
enum UnleashResult: Sendable {
  /// The result is the same for each call.
  case fixed(UnleashDecision)
  /// The possible results of a call with their probabilities, which add up to 1.
  case random([Share])

  /// A possible result with its probability.
  struct Share: Sendable {
    var probability: Double
    let decision: UnleashDecision
  }

  /// The maximum number of possible results; further results are replaced by "off".
  static let limit = 10_000

  /// Chooses the result of one call at random.
  ///
  /// - number: A random number from 0 to below 1; only evaluated for a random result.
  /// - Returns: The chosen result.
  func drawn(by number: @autoclosure () -> Double) -> UnleashDecision {
    switch self {
    case .fixed(let decision): return decision
    case .random(let shares):
      var rest = number()
      for share in shares {
        guard rest >= share.probability else { return share.decision }
        rest -= share.probability
      }
      return shares.last?.decision ?? .off(.byDefault)
    }
  }

  /// The possible results with their probabilities; a fixed result has the probability 1.
  var shares: [Share] {
    switch self {
    case .fixed(let decision): [Share(probability: 1, decision: decision)]
    case .random(let shares): shares
    }
  }

  /// The probability that the flag is on.
  var chance: Double {
    switch self {
    case .fixed(let decision): decision.isEnabled ? 1 : 0
    case .random(let shares):
      shares.reduce(0) { $0 + ($1.decision.isEnabled ? $1.probability : 0) }
    }
  }
}

extension UnleashResult: CustomStringConvertible {
  /// The variants with their probabilities, such as `red 50 %, blue 50 %`; only the first 16 are listed.
  var description: String {
    var names: [String] = []
    var sums: [String: Double] = [:]
    for share in shares {
      let decision = share.decision
      let name = decision.variant?.name ?? (decision.isEnabled ? "on" : "off")
      if sums[name] == nil { names.append(name) }
      sums[name, default: 0] += share.probability
    }
    let listed = names.prefix(16).map { "\($0) \(Self.percent(sums[$0] ?? 0))" }
    return (listed + (names.count > 16 ? ["…"] : [])).joined(separator: ", ")
  }

  /// Formats a probability as a percentage with at most one decimal.
  static func percent(_ probability: Double) -> String {
    let rounded = (probability * 1_000).rounded() / 10
    return (Int(exactly: rounded).map(String.init) ?? "\(rounded)") + " %"
  }
}
