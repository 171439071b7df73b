import FeatureFlags
import Targeting

extension LaunchDarklyContext {
  /// The place of a context among weights.
  struct Place: Sendable {
    /// From 0 to 1; 0 for a context without a value that can be hashed.
    let fraction: Double
    /// The hashed text; `nil` for a context without a value that can be hashed.
    let text: String?
    /// Whether the context has the kind with the value.
    let hasKind: Bool
  }

  /// Places the context by the hash of its key or of an attribute.
  ///
  /// - Parameters:
  ///   - bucketing: The kind and the attribute.
  ///   - prefix: The text before the value, unless there is a seed.
  /// - Returns: The place.
  /// - Throws: The failure of a malformed reference.
  func place(
    by bucketing: LaunchDarklyBucketing,
    after prefix: String
  ) throws(EvaluationFailure) -> Place {
    guard let part = part(bucketing.kind) else {
      return Place(fraction: 0, text: nil, hasKind: false)
    }
    var value: String? = part.key
    if let attribute = bucketing.attribute {
      guard attribute.name != nil else { throw EvaluationFailure(.parseError, attribute.defect) }
      value = part.value(at: attribute)?.hashedText
    }
    guard let value else { return Place(fraction: 0, text: nil, hasKind: true) }
    let text = (bucketing.seed.map { "\($0)." } ?? prefix) + value
    return Place(fraction: SHA1.fraction(of: text), text: text, hasKind: true)
  }
}

extension LaunchDarklyContext.Place {
  /// The place in thousandths of a percent.
  var bucket: Int {
    min(Int(fraction * Double(LaunchDarklyRollout.whole)), LaunchDarklyRollout.whole - 1)
  }

  /// Describes the place, with the hashed text.
  func text(by bucketing: LaunchDarklyBucketing) -> String {
    let percent = Self.percent(bucket)
    if let text { return "\"\(text)\" is at \(percent)" }
    let missing = hasKind ? bucketing.attribute?.text ?? "key" : bucketing.kind
    return "the context has no \(missing) that can be hashed, so it is at \(percent)"
  }

  /// Formats thousandths of a percent with three decimals.
  static func percent(_ number: Int) -> String {
    let rest = String(abs(number % 1_000))
    return "\(number / 1_000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest + " %"
  }
}

extension AttributeValue {
  /// A text, or a whole number in decimal; `nil` for other values.
  fileprivate var hashedText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): Int64(exactly: number).map(String.init)
    case .null, .bool, .list, .object: nil
    }
  }
}
