import CoreTestSupport
import Documents
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

struct HostileInputTests {
  private static let json = """
    {"features": [{"name": "A", "enabled": true, "section": "S\\u00e9", "description": null},
    // comment
    {name: 'B', "test-variations": ["X", "Y", "Z"], "test-biases": [33.3, 33.3, 33.4],
     "labels": ["l", null, "\\ud83d\\ude00"], "test-variation-assignment": 0x1F,},
    {"name": "C", "unlocked": false, "type": {"unlock-flag": "unlock-flag"}}]}
    """

  private static func seeds() throws -> [[UInt8]] {
    let configuration = try Samples.configuration(json)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return [
      Array(json.utf8), [UInt8](try configuration.encoded(as: .json)),
      [UInt8](try configuration.encoded(as: .plist)),
      [UInt8](try encoder.encode(["features": configuration.features])),
    ]
  }

  /// Parses 100,000 inputs in parts that run concurrently.
  @Test(arguments: 0..<10)
  func `mutated and random bytes are parsed into features or fail with an error`(part: Int) throws {
    let seeds = try Self.seeds()
    var mutation = Mutation(seed: UInt64(part), seeds: seeds)
    var (read, refused) = (0, 0)
    for _ in 0..<10_000 {
      let bytes = mutation.next()
      do {
        let configuration = try Configuration(bytes: bytes)
        for feature in configuration.features { try check(feature) }
        read += 1
      } catch is ConfigurationError {
        refused += 1
      }
    }
    #expect(read > 100)
    #expect(refused > 100)
  }

  private func check(_ feature: Feature) throws {
    try #require(feature.testVariations.count == feature.testBiases.count)
    try #require(abs(feature.testBiases.map(\.rawValue).reduce(0, +) - 100) < 0.06)
    try #require(feature.assignedVariation != nil)
    if let assignment = feature.assignment { try #require((0...100).contains(assignment)) }
    for build in [BuildKind.development, .release] {
      let state = feature.state(in: build)
      if feature.type.isTest, state.isEnabled { try #require(state.variation != nil) }
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"name\":[", "{\"features\":["])
  func `JSON with a nesting depth of 100,000 is rejected`(opening: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Samples.configuration(String(repeating: opening, count: 100_000))
    }
    #expect(error == .document(.tooDeep(line: 1, limit: JSONReader.depthLimit)))
  }

  @Test(arguments: ["array", "dict><key>a</key"])
  func `XML with a nesting depth of 100,000 is rejected`(tag: String) {
    let open = String(repeating: "<\(tag)>", count: 100_000)
    let error = DocumentError.tooDeep(line: 1, limit: JSONReader.depthLimit)
    #expect(throws: ConfigurationError.document(error)) {
      try Samples.configuration(open)
    }
    #expect(throws: ConfigurationError.document(error)) {
      try Samples.configuration("<plist version=\"1.0\">" + open)
    }
  }

  @Test func `a document is parsed up to the maximum nesting depth`() throws {
    let depth = JSONReader.depthLimit
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try JSONReader.read(Array(deep.utf8)).list?.count == 1)
    let tags = deep.replacing("[", with: "<array>").replacing("]", with: "</array>")
    #expect(try PropertyList.read(Array(tags.utf8)).list?.count == 1)
  }

  @Test func `a document of 50 MB of spaces is reported as empty`() {
    #expect(throws: ConfigurationError.document(.empty)) {
      try Configuration(bytes: Array(repeating: 0x20, count: 50_000_000))
    }
  }

  @Test func `a name of one megabyte is parsed completely`() throws {
    let name = String(repeating: "n", count: 1_000_000)
    let configuration = try Samples.configuration(#"[{"name":"\#(name)"},{"name":"\#(name)"}]"#)
    #expect(configuration.features.map(\.name.rawValue) == [name])
    #expect(configuration.problems.map(\.fact) == [.duplicateName(firstLine: 1)])
    let store = FlagStore()
    try store.load(configuration)
    #expect(store.feature(named: Feature.Name(rawValue: name)) != nil)
    #expect(throws: FlagStoreError.self) {
      try store.reset([Feature.Name(rawValue: "x" + name)])
    }
  }

  @Test func `a NUL byte in a text is preserved`() throws {
    let configuration = try Samples.configuration("[{\"name\":\"a\u{0}b\"},{\"name\":\"\\u0000\"}]")
    #expect(configuration.features.map(\.name) == ["a\u{0}b", "\u{0}"])
    for count in [1, 100] {
      #expect(throws: ConfigurationError.self) {
        try Configuration(bytes: Array(repeating: 0, count: count))
      }
    }
  }

  @Test func `an unpaired surrogate is reported and replaced`() throws {
    let configuration = try Samples.configuration(#"[{"name":"a\ud800"},{"name":"b\udc00\ud800"}]"#)
    #expect(configuration.features.map(\.name) == ["a\u{FFFD}", "b\u{FFFD}\u{FFFD}"])
    #expect(configuration.problems.map(\.fact) == [.loneSurrogate, .loneSurrogate])
  }

  @Test func `a feature with ten thousand keys is parsed within the time limit`() throws {
    let keys = (0..<10_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let configuration = try Samples.configuration("[{\(keys),\"name\":\"A\"}]")
    #expect(configuration.features.count == 1)
  }
}

/// Mutates documents at random.
private struct Mutation {
  private var generator: SeededGenerator
  private let seeds: [[UInt8]]
  private static let tokens = [
    "null", "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "\\ud800", "1e999", "-", "NaN",
    "true", "/*", "//", "\"features\"", "\"name\"", "<dict>", "</dict>", "<array>", "&",
    "<![CDATA[",
    "<string>", "\u{FEFF}", "\u{0}", "\"type\":", "\"unlocked\":", "bplist00", "0x", "Infinity",
  ].map { Array($0.utf8) }

  init(seed: UInt64, seeds: [[UInt8]]) {
    generator = SeededGenerator(seed: seed)
    self.seeds = seeds
  }

  mutating func next() -> [UInt8] {
    if Int.random(in: 0..<10, using: &generator) == 0 { return noise() }
    var bytes = seeds.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...5, using: &generator) { mutate(&bytes) }
    return bytes
  }

  private mutating func noise() -> [UInt8] {
    let start = [[], Array("bplist00".utf8), Array("<".utf8), Array("[".utf8)]
      .randomElement(using: &generator)
    let count = Int.random(in: 0...100, using: &generator)
    return (start ?? []) + (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let position = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(position + Int.random(in: 1...30, using: &generator), bytes.count)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes.removeSubrange(position..<end)
    case 3: bytes.insert(contentsOf: bytes[position..<end], at: position)
    case 4, 5:
      bytes.insert(contentsOf: Self.tokens.randomElement(using: &generator) ?? [], at: position)
    case 6: bytes.swapAt(position, Int.random(in: 0..<bytes.count, using: &generator))
    default: bytes.removeSubrange(position...)
    }
  }
}
