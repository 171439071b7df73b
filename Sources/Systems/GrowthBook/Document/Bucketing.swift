import Documents
import Targeting

/// A division of users by a hash.
struct Bucketing: Sendable {
  /// The purpose, as a trace names it.
  enum Kind: String { case rollout, variations, filter, namespace }

  let kind: Kind
  /// The name of the hashed attribute.
  let attribute: String
  let seed: String
  /// The version of the hash: 1 or 2; other versions include no user.
  let version: Int
  /// The ranges of the users who are included.
  var ranges: [NumberRange] = []

  /// The place of a user.
  enum Place: Sendable {
    /// The number of the user, and the index of its range.
    case included(Double, range: Int)
    case excluded(Double)
    /// The user lacks the attribute, or it counts as false.
    case missingAttribute
    case unknownVersion

    var isIncluded: Bool { if case .included = self { true } else { false } }
  }

  func place(of user: ConditionInput) -> Place {
    guard let text = user.hashText(of: attribute) else { return .missingAttribute }
    guard let number = Self.number(seed, text, version: version) else { return .unknownVersion }
    let range = ranges.firstIndex { $0.start <= number && number < $0.end }
    return range.map { .included(number, range: $0) } ?? .excluded(number)
  }

  /// Returns the division with the ranges of the users who are included.
  func including(_ ranges: [NumberRange]) -> Bucketing {
    var users = self
    users.ranges = ranges
    return users
  }

  /// The number of different results of the hash.
  var size: Int { version == 2 ? 10_000 : 1_000 }

  /// Whether a number can be the result of the hash of a user, other than 0.
  func isNumber(_ number: Double) -> Bool {
    guard [1, 2].contains(version), number > 0, number < 1 else { return false }
    return (number * Double(size)).rounded() / Double(size) == number
  }

  /// Returns a number from 0 to below 1; `nil` for an unknown version.
  static func number(_ seed: String, _ text: String, version: Int) -> Double? {
    switch version {
    case 1: Double(FNV1a.hash(text, seed) % 1_000) / 1_000
    case 2: Double(FNV1a.hash(String(FNV1a.hash(seed, text))) % 10_000) / 10_000
    default: nil
    }
  }

  /// The share of the users, and the attribute by which they are divided.
  var brief: String {
    let share = ranges.reduce(0) { $0 + max(0, $1.end - $1.start) }
    return "\(kind) \((share * 100).shortText) % by \(attribute)"
  }

  /// The ranges and the hash.
  var text: String {
    let ends = ranges.map { "\($0.start.shortText)–\($0.end.shortText)" }.joined(separator: ", ")
    return "\(kind) \(ends) of \(attribute), seed \"\(seed)\", hash version \(version)"
  }
}

/// A range of numbers from its start to below its end.
struct NumberRange: Hashable, Sendable {
  let start: Double
  let end: Double

  init(_ start: Double, _ end: Double) { (self.start, self.end) = (start, end) }

  /// Creates the range of a coverage, which includes the coverage itself unless it is 0.
  init(coverage: Double) { self.init(0, coverage == 0 ? 0 : coverage.nextUp) }

  /// Creates a range from its start and its end; `nil` for other numbers.
  init?(_ numbers: [Double?]?) {
    guard let numbers, numbers.count == 2, let start = numbers[0], let end = numbers[1] else {
      return nil
    }
    self.init(start, end)
  }

  init?(_ node: Node) { self.init(node.numbers) }
}

extension [NumberRange] {
  /// Creates the ranges of variations, of which the part `coverage` is used.
  ///
  /// - Parameters:
  ///   - count: The number of variations.
  ///   - coverage: A number from 0 to 1.
  ///   - weights: The parts of the variations; equal ones unless there are `count` that add up to 1.
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
  /// Whether there is a weight for each of `count` variations, and the weights add up to 1.
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
  /// The numbers of a list; `nil` for another value.
  var numbers: [Double]? { list?.mapped(\.number) }

  /// The ranges of a list; `nil` for another value.
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
  /// The digits as far as hashes can differ, so that the end of an included coverage is the coverage.
  fileprivate var shortText: String {
    let rounded = (self * 1e6).rounded() / 1e6
    return (rounded.isFinite ? rounded : self).decimalText
  }
}
