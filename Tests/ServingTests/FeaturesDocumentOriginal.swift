import Foundation

/// A feature as version 3.0.0 of the original FeatureFlags framework decodes and evaluates it;
/// reimplemented from its documented behaviour.
///
/// The type follows from the number of variations: none is a flag, one is a flag with a negated second
/// outcome, two are an A/B test or an on/off test, more are a multivariate test. The key `unlocked` makes
/// an unlock flag of any feature that does not have two variations. One malformed entry rejects the whole
/// document.
struct OriginalFeature: Decodable {
  enum Kind: Equatable { case flag, unlockFlag, onOffTest, abTest, mvtTest }

  let name: String
  let kind: Kind
  let enabled: Bool
  let isDevelopment: Bool
  let unlocked: Bool?
  let variations: [String]
  let biases: [Double]
  let labels: [String?]
  /// The assignment in the document; `nil` if the app chooses a random assignment.
  let assignment: Double?

  private enum Key: String, CodingKey {
    case name, description, section, enabled, development, unlocked, type, labels
    case variations = "test-variations"
    case biases = "test-biases"
    case assignment = "test-variation-assignment"
  }

  /// The object form of a declared type; the framework decodes no other form.
  private struct DeclaredType: Decodable {
    private enum Key: String, CodingKey {
      case flag = "feature-flag"
      case test = "feature-test"
    }

    let isMVT: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      isMVT =
        container.contains(.flag)
        ? false : try container.decode(String.self, forKey: .test) == "mvt"
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try container.decode(String.self, forKey: .name)
    _ = try container.decodeIfPresent(String.self, forKey: .description)
    _ = try container.decodeIfPresent(String.self, forKey: .section)
    _ = try container.decodeIfPresent(DeclaredType.self, forKey: .type)
    let declared = try container.decodeIfPresent([String].self, forKey: .variations) ?? []
    let enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled)
    self.enabled = enabled ?? (declared.count >= 2)
    isDevelopment = try container.decodeIfPresent(Bool.self, forKey: .development) ?? false
    unlocked = try container.decodeIfPresent(Bool.self, forKey: .unlocked)
    switch declared.count {
    case 0: variations = ["Enabled", "Disabled"]
    case 1: variations = [Self.normalised(declared[0]), "!" + declared[0]]
    default: variations = declared.map(Self.normalised)
    }
    let isOnOff = Set(variations.map { $0.lowercased() }) == ["enabled", "disabled"]
    switch (declared.count, unlocked) {
    case (2, _): kind = isOnOff ? .onOffTest : .abTest
    case (_, .some): kind = .unlockFlag
    case (0...1, nil): kind = .flag
    default: kind = .mvtTest
    }
    biases = Self.checked(
      try container.decodeIfPresent([Double].self, forKey: .biases),
      count: variations.count
    )
    labels = try container.decodeIfPresent([String?].self, forKey: .labels) ?? []
    let assignment = try container.decodeIfPresent(Double.self, forKey: .assignment)
    // A flag without variations has a fixed assignment, whatever assignment the document contains.
    self.assignment = declared.isEmpty ? self.enabled ? 1 : 99 : assignment
  }

  private static func normalised(_ name: String) -> String {
    switch name {
    case "on", "enabled": "Enabled"
    case "off", "disabled": "Disabled"
    default: name
    }
  }

  /// Returns the given biases; equal biases if their number differs from that of the variations, or if
  /// their sum, which is clamped to 100 after each addition, is not exactly 100.
  private static func checked(_ biases: [Double]?, count: Int) -> [Double] {
    let clamped = biases?.map { min(max($0, 0), 100) } ?? []
    let sum = clamped.reduce(0) { min($0 + $1, 100) }
    if clamped.count == count, sum == 100 { return clamped }
    return Array(repeating: 100 / Double(count), count: count)
  }
}

extension OriginalFeature {
  /// Returns the variation for an assignment if the feature is enabled; an assignment in the document takes
  /// precedence.
  func allocated(at drawn: Double) -> String {
    let assignment = assignment ?? drawn
    var lower = 0.0
    var last: Range<Double>?
    for (name, bias) in zip(variations, biases) {
      let range = lower..<lower + bias
      if range.contains(assignment) { return name }
      last = range
      lower = range.upperBound
    }
    // The range of the last variation includes 100.
    if let last, last.upperBound == 100, assignment >= last.lowerBound, assignment <= 100 {
      return variations[variations.count - 1]
    }
    return "Unassigned"
  }

  func variation(at drawn: Double) -> String { enabled ? allocated(at: drawn) : "Disabled" }

  /// Returns the state in a release build; only on/off tests ignore `development`.
  func isEnabled(at drawn: Double) -> Bool {
    if kind == .onOffTest { return variation(at: drawn).lowercased() == "enabled" }
    return enabled && !isDevelopment
  }

  var isUnlocked: Bool { kind == .unlockFlag && unlocked == true && isEnabled(at: 0) }

  /// Decodes JSON as the framework does: an object with `features`, or a bare list.
  static func read(json bytes: [UInt8]) throws -> [OriginalFeature] {
    struct Document: Decodable { let features: [OriginalFeature] }
    let decoder = JSONDecoder()
    if bytes.first == UInt8(ascii: "{") {
      return try decoder.decode(Document.self, from: Data(bytes)).features
    }
    return try decoder.decode([OriginalFeature].self, from: Data(bytes))
  }

  /// Decodes a property list as the framework does: only a bare list.
  static func read(propertyList bytes: [UInt8]) throws -> [OriginalFeature] {
    try PropertyListDecoder().decode([OriginalFeature].self, from: Data(bytes))
  }
}
