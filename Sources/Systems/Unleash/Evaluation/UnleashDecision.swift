import FeatureFlags

/// The result of one call for a user: `isEnabled` and `getVariant`.
struct UnleashDecision: Sendable {
  let isEnabled: Bool
  /// The index of the strategy that holds; `nil` if none does.
  let strategy: Int?
  /// The variant; `nil` for the variant `disabled`.
  let variant: UnleashVariant?
  let reason: EvaluationReason

  static func off(_ reason: EvaluationReason) -> Self {
    Self(isEnabled: false, strategy: nil, variant: nil, reason: reason)
  }
}

/// The result of a flag for a user.
///
/// With random percentages or weights, each call of an app can have another result, of which only the
/// probabilities are known.
enum UnleashResult: Sendable {
  /// Each call has the same result.
  case fixed(UnleashDecision)
  /// The results of calls with their probabilities, which add up to 1.
  case random([Share])

  /// A result with its probability.
  struct Share: Sendable {
    var probability: Double
    let decision: UnleashDecision
  }

  /// The largest number of random results; the flag counts as off in the calls with further ones.
  static let limit = 10_000

  /// Returns the result of one call.
  ///
  /// - Parameter number: A random number from 0 to below 1.
  /// - Returns: The result.
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

  /// The shares of all results; one for a fixed result.
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
  /// The variants with their probabilities, such as `red 50 %, blue 50 %`; at most the first 16.
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
