import FeatureFlags
import Targeting

extension LaunchDarklyContext {
  /// The bucket position of a context.
  struct BucketPosition: Sendable {
    /// A fraction from 0 to 1; it is 0 for a context without a value that can be hashed.
    let fraction: Double
    /// The text that was hashed; `nil` for a context without a value that can be hashed.
    let text: String?
    /// Whether the context has the context kind by which it is bucketed.
    let hasKind: Bool
  }

  /// Buckets the context by the hash of its key or of an attribute.
  ///
  /// - Parameters:
  ///   - bucketing: The context kind, the attribute and the seed.
  ///   - prefix: The text that is hashed before the value; ignored if the bucketing has a seed.
  /// - Returns: The bucket position.
  /// - Throws: A failure if the attribute reference is malformed.
  func position(
    by bucketing: LaunchDarklyBucketing,
    after prefix: String
  ) throws(EvaluationFailure) -> BucketPosition {
    guard let part = part(bucketing.kind) else {
      return BucketPosition(fraction: 0, text: nil, hasKind: false)
    }
    var value: String? = part.key
    if let attribute = bucketing.attribute {
      guard attribute.name != nil else { throw EvaluationFailure(.parseError, attribute.defect) }
      value = part.value(at: attribute)?.hashedText
    }
    guard let value else { return BucketPosition(fraction: 0, text: nil, hasKind: true) }
    let text = (bucketing.seed.map { "\($0)." } ?? prefix) + value
    return BucketPosition(fraction: SHA1.fraction(of: text), text: text, hasKind: true)
  }
}

extension LaunchDarklyContext.BucketPosition {
  /// The bucket number: the fraction in thousandths of a percent, from 0 to 99,999.
  var bucket: Int {
    min(Int(fraction * Double(LaunchDarklyRollout.whole)), LaunchDarklyRollout.whole - 1)
  }

  /// Describes the position and the hashed text, for a trace.
  func text(by bucketing: LaunchDarklyBucketing) -> String {
    let percent = Self.percent(bucket)
    if let text { return "\"\(text)\" is at \(percent)" }
    let missing = hasKind ? bucketing.attribute?.text ?? "key" : bucketing.kind
    return "the context has no \(missing) that can be hashed, so it is at \(percent)"
  }

  /// Formats a number of thousandths of a percent, such as `12.500 %`.
  static func percent(_ number: Int) -> String {
    let rest = String(abs(number % 1_000))
    return "\(number / 1_000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest + " %"
  }
}

extension AttributeValue {
  /// The text that SDKs hash: a string, or a whole number in decimal; `nil` for any other value.
  fileprivate var hashedText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): Int64(exactly: number).map(String.init)
    case .null, .bool, .list, .object: nil
    }
  }
}
