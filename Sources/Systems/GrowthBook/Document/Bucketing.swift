import Documents
import Targeting

/// Divides users into ranges by a hash of an attribute.
struct Bucketing: Sendable {
  /// The purpose of the bucketing, as it appears in a trace.
  enum Kind: String { case rollout, variations, filter, namespace }

  let kind: Kind
  /// The name of the attribute that is hashed; it is not a path.
  let attribute: String
  let seed: String
  /// The version of the hash algorithm, 1 or 2; with any other version no user is included.
  let version: Int
  /// The ranges of bucket positions that include users.
  var ranges: [NumberRange] = []

  /// The result of bucketing a user.
  enum BucketPosition: Sendable {
    /// The bucket position of the user, from 0 to below 1, and the index of the range that contains it.
    case included(Double, range: Int)
    case excluded(Double)
    /// The attribute is missing or falsy.
    case missingAttribute
    case unknownVersion

    var isIncluded: Bool { if case .included = self { true } else { false } }
  }

  func position(of user: ConditionInput) -> BucketPosition {
    guard let text = user.hashText(of: attribute) else { return .missingAttribute }
    guard let number = Self.number(seed, text, version: version) else { return .unknownVersion }
    let range = ranges.firstIndex { $0.start <= number && number < $0.end }
    return range.map { .included(number, range: $0) } ?? .excluded(number)
  }

  /// Returns a copy with the given ranges.
  func including(_ ranges: [NumberRange]) -> Bucketing {
    var users = self
    users.ranges = ranges
    return users
  }

  /// The number of distinct bucket positions of the hash version.
  var size: Int { version == 2 ? 10_000 : 1_000 }

  /// Returns whether a number other than 0 can be the bucket position of a user.
  func isNumber(_ number: Double) -> Bool {
    guard [1, 2].contains(version), number > 0, number < 1 else { return false }
    return (number * Double(size)).rounded() / Double(size) == number
  }

  /// Computes the bucket position of a user, from 0 to below 1; `nil` for an unknown hash version.
  static func number(_ seed: String, _ text: String, version: Int) -> Double? {
    switch version {
    case 1: Double(FNV1a.hash(text, seed) % 1_000) / 1_000
    case 2: Double(FNV1a.hash(String(FNV1a.hash(seed, text))) % 10_000) / 10_000
    default: nil
    }
  }

  /// A short description: the percentage of included users, and the attribute.
  var brief: String {
    let share = ranges.reduce(0) { $0 + max(0, $1.end - $1.start) }
    return "\(kind) \((share * 100).shortText) % by \(attribute)"
  }

  /// A full description: the ranges, the attribute, the seed and the hash version.
  var text: String {
    let ends = ranges.map { "\($0.start.shortText)–\($0.end.shortText)" }.joined(separator: ", ")
    return "\(kind) \(ends) of \(attribute), seed \"\(seed)\", hash version \(version)"
  }
}

/// A half-open range of bucket positions, which includes its start but not its end.
struct NumberRange: Hashable, Sendable {
  let start: Double
  let end: Double

  init(_ start: Double, _ end: Double) { (self.start, self.end) = (start, end) }

  /// Creates the range of a rollout from 0 to its coverage.
  ///
  /// The coverage itself is included unless it is 0, as in the SDK for JavaScript.
  init(coverage: Double) { self.init(0, coverage == 0 ? 0 : coverage.nextUp) }

  /// Creates a range from a list of its start and its end; `nil` if the list does not consist of two
  /// numbers.
  init?(_ numbers: [Double?]?) {
    guard let numbers, numbers.count == 2, let start = numbers[0], let end = numbers[1] else {
      return nil
    }
    self.init(start, end)
  }

  init?(_ node: Node) { self.init(node.numbers) }
}

extension [NumberRange] {
  /// Creates the ranges of the variations of an experiment; the coverage shortens each range.
  ///
  /// - Parameters:
  ///   - count: The number of variations.
  ///   - coverage: The fraction of the users to include, clamped to 0...1.
  ///   - weights: The fractions of the variations; equal weights are used unless there are `count`
  ///     weights that add up to 1.
  init(count: Int, coverage: Double, weights: [Double]?) {
    let weights = weights.flatMap { $0.areValid(count: count) ? $0 : nil }
    var start = 0.0
    self = (0..<count).map { index in
      let weight = weights?[index] ?? 1 / Double(count)
      defer { start += weight }
      return NumberRange(start, start + Swift.min(Swift.max(coverage, 0), 1) * weight)
    }
  }
}

extension [Double] {
  /// Whether there are `count` weights that add up to 1, with a tolerance of 0.01.
  func areValid(count: Int) -> Bool { self.count == count && (0.99...1.01).contains(reduce(0, +)) }
}

extension DocumentFields {
  /// Decodes an optional field with a function that returns `nil` for an unexpected value.
  func optional<Decoded>(
    _ key: StaticString,
    _ expected: String,
    _ convert: (Node) -> Decoded?
  ) throws(DocumentError) -> Decoded? {
    guard let value = value(key) else { return nil }
    guard let decoded = convert(value.node) else {
      throw value.mismatch(expected: expected).inside(key.description)
    }
    return decoded
  }
}

extension Node {
  /// The elements of a list of numbers; `nil` for any other value.
  var numbers: [Double]? { list?.mapped(\.number) }

  /// The elements of a list of ranges; `nil` for any other value.
  var ranges: [NumberRange]? { list?.mapped(NumberRange.init) }
}

extension [Node] {
  /// Converts all elements; `nil` if one of them cannot be converted.
  fileprivate func mapped<Value>(_ convert: (Node) -> Value?) -> [Value]? {
    var values: [Value] = []
    values.reserveCapacity(count)
    for element in self {
      guard let value = convert(element) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension Double {
  /// The number with at most 6 decimal places, so that a range that includes its coverage shows the
  /// coverage as its end.
  fileprivate var shortText: String {
    let rounded = (self * 1e6).rounded() / 1e6
    return (rounded.isFinite ? rounded : self).decimalText
  }
}
