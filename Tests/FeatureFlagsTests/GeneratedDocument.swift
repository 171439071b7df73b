import Documents
import TestSupport

@testable import FeatureFlags

/// Generates documents with features of every kind, and with unusual texts and numbers.
struct GeneratedDocument {
  /// The kind of a generated feature.
  enum Kind: CaseIterable {
    case flag, oneVariation, cachedFlag, unlock, typedUnlock, ab, typedAB, onOff, mvt, smallMVT
    case deprecated, conflicting
  }

  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Generates a document with one to three features, the first of which has the given kind.
  mutating func document(startingWith kind: Kind) -> JSONValue {
    var features = [feature(of: kind, named: text() + " 0")]
    for number in 1..<Int.random(in: 1...3, using: &generator) {
      let kind = Kind.allCases.randomElement(using: &generator) ?? kind
      features.append(feature(of: kind, named: text() + " \(number)"))
    }
    return .object([("features", .list(features))])
  }

  private mutating func feature(of kind: Kind, named name: String) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("name", .string(name))]
    if oneIn(2) { members.append(("description", .string(text()))) }
    if oneIn(2) { members.append(("section", .string(text()))) }
    if oneIn(2) { members.append(("enabled", .bool(oneIn(2)))) }
    if oneIn(4) { members.append(("development", .bool(oneIn(2)))) }
    members += outcomes(of: kind)
    if oneIn(4) { members.append(("test-variation-assignment", .number(assignment()))) }
    return .object(members.shuffled(using: &generator))
  }

  private mutating func outcomes(of kind: Kind) -> [(key: String, value: JSONValue)] {
    switch kind {
    case .flag: []
    case .oneVariation: [("test-variations", .list([.string(text())]))]
    case .cachedFlag:
      [("type", type("feature-flag", "flag")), ("test-variations", strings(onOff()))]
    case .unlock: [("unlocked", .bool(oneIn(2)))]
    case .typedUnlock: [("type", .string("unlock"))]
    case .ab: test(texts(2))
    case .typedAB: test(onOff()) + [("type", type("feature-test", "ab"))]
    case .onOff: test(onOff())
    case .mvt: test(texts(Int.random(in: 3...9, using: &generator)))
    case .smallMVT: test(oneIn(2) ? onOff() : texts(2)) + [("type", .string("mvt"))]
    case .deprecated:
      test(texts(Int.random(in: 0...4, using: &generator)))
        + [("type", oneIn(2) ? .object([]) : .string("deprecated"))]
    case .conflicting: test(texts(Int.random(in: 0...4, using: &generator))) + conflict()
    }
  }

  private mutating func conflict() -> [(key: String, value: JSONValue)] {
    let type = ["flag", "ab", "feature-ab", "mvt", "unlock", "other"].randomElement(
      using: &generator
    )
    return [("type", .text(type)), ("unlocked", oneIn(2) ? .bool(oneIn(2)) : .null)]
  }

  private mutating func test(_ variations: [String]) -> [(key: String, value: JSONValue)] {
    var members = [(key: "test-variations", value: strings(variations))]
    if oneIn(2) { members.append(("test-biases", .list(biases(variations.count)))) }
    if oneIn(2) {
      let labels = (0..<variations.count + Int.random(in: 0...1, using: &generator)).map { _ in
        oneIn(4) ? JSONValue.null : .string(text())
      }
      members.append(("labels", .list(labels)))
    }
    return members
  }

  /// Generates biases as integers or fractions, which usually add up to 100.
  private mutating func biases(_ count: Int) -> [JSONValue] {
    let weights = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
    let sum = oneIn(8) ? 1 : weights.reduce(0, +)
    let isContainer = oneIn(3)
    var biases = weights.map { isContainer ? ($0 / sum * 100).rounded(.down) : $0 / sum * 100 }
    if isContainer, count > 0 { biases[0] += 100 - biases.reduce(0, +) }
    return biases.map(JSONValue.number)
  }

  private mutating func assignment() -> Double {
    oneIn(3)
      ? [0, 50, 99, 100, 100.0.nextDown][Int.random(in: 0..<5, using: &generator)]
      : Double.random(in: 0...100, using: &generator)
  }

  /// Generates the type as a token, or as the object that the FeatureFlags framework encodes.
  private mutating func type(_ key: String, _ token: String) -> JSONValue {
    oneIn(2) ? .string(token) : .object([(key, .string(token))])
  }

  private mutating func onOff() -> [String] {
    let pairs = [("Enabled", "Disabled"), ("on", "off"), ("ON", "Off"), ("enabled", "DISABLED")]
    let pair = pairs[Int.random(in: 0..<pairs.count, using: &generator)]
    return oneIn(2) ? [pair.0, pair.1] : [pair.1, pair.0]
  }

  private mutating func texts(_ count: Int) -> [String] {
    (0..<count).map { text() + "\($0)" }
  }

  private mutating func strings(_ texts: [String]) -> JSONValue {
    .list(texts.map(JSONValue.string))
  }

  private mutating func text() -> String {
    let length = Int.random(in: 0...4, using: &generator)
    return (0..<length).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  private mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &generator) == 0
  }

  private static let pieces = [
    "a", "B", "Group", " ", "ü", "e\u{301}", "日本", "👩‍👩‍👧", "\u{0}", "\u{1B}[31m", "\u{9B}2J",
    "\u{202E}", "\"", "\\", "'", "<&>", "]]>", "\r\n", "\n", "\t", "\u{2028}", "\u{FEFF}", "/",
    "\u{FFFD}", "\u{10FFFF}", "!", "null", "0x1",
  ]
}
