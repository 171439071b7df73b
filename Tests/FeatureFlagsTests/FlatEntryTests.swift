import CoreTestSupport
import Documents
import TestSupport
import Testing

@testable import FeatureFlags

/// Compares the fast parser of simple JSON with the parser that builds a document tree, whose results are the
/// expected ones.
struct FlatEntryTests {
  /// The result of parsing a document: a configuration or an error.
  private enum Outcome: Equatable {
    case configuration(Configuration)
    case error(ConfigurationError)

    init(_ bytes: [UInt8], usesNodes: Bool) {
      do throws(ConfigurationError) {
        let reader = FeatureReader(usesNodes: usesNodes)
        self = .configuration(try Configuration(bytes, reader))
      } catch {
        self = .error(error)
      }
    }

    /// Whether the results are equal; compares problems with NaN, which is not equal to itself, by
    /// their texts.
    func isSame(as other: Outcome) -> Bool {
      if self == other { return true }
      guard case .configuration(let one) = self, case .configuration(let two) = other else {
        return false
      }
      let (problems, others) = (String(reflecting: one.problems), String(reflecting: two.problems))
      return problems.contains("nan") && problems == others && one.features == two.features
    }
  }

  private static let count = Effort.isFull ? 10_000 : 300

  private static let tokens = [
    "null", "true", "false", "1", "0", "01", "1.", ".5", "-0", "33.3", "0.1", "1e2", "0x1F",
    "123456789012345", "1234567890123456", "99.99999999999999", "NaN", "\"\"", "\" \"", "'a'",
    "\"a\\u0000\"", "\"\\ud800\"", "\"tab\there\"", "\"line\nfeed\"", "\"ü\"", "\"\u{FEFF}\"", "[]",
    "[1]", "[\"A\"]", "[\"A\", \"B\",]", "[\"A\",\n\"B\"]", "[null]", "{}", "{\"mvt\": 1}",
    "\"mvt\"",
    "\"value\"", "\"flag\"", "\"unlock\"", "tru", "nulL", "// x", "/* \n */ true",
  ]

  @Test(arguments: 0..<10)
  func `generated and mutated documents have equal results with and without a document tree`(
    part: Int
  ) async throws {
    try await onThread {
      var random = SeededGenerator(seed: UInt64(part))
      var documents = GeneratedDocument(seed: UInt64(part))
      var (configurations, errors) = (0, 0)
      for number in 0..<Self.count {
        let kind = GeneratedDocument.Kind.allCases[number % GeneratedDocument.Kind.allCases.count]
        let json = documents.document(startingWith: kind)
        let text = Self.text(of: json, style: number % 4)
        var bytes = Array(text.utf8)
        if number % 3 != 0 { bytes = mutated(bytes, tokens: Self.tokens, using: &random) }
        let expected = Outcome(bytes, usesNodes: true)
        let found = Outcome(bytes, usesNodes: false)
        try #require(found.isSame(as: expected), "\(String(decoding: bytes, as: UTF8.self))")
        if case .configuration = expected { configurations += 1 } else { errors += 1 }
      }
      #expect(configurations > Self.count / 4)
      #expect(errors > Self.count / 20)
    }
  }

  /// Encodes a document on one line, indented, with the line endings of Windows, or as JSON5.
  private static func text(of json: JSONValue, style: Int) -> String {
    switch style {
    case 0: json.text()
    case 1: json.text(isPretty: true)
    case 2: json.text(isPretty: true).replacing("\n", with: "\r\n")
    default:
      json.text(isPretty: true).replacing("\"name\"", with: "name")
        .replacing("\n", with: "\n// comment\n")
    }
  }

  /// Documents with simple entries, and with entries that the fast parser cannot parse.
  static let documents = [
    #"[{"name":"A"},{"name":"A"}]"#, #"[{"name":"A","name":"B"}]"#, #"[{"name":null}]"#, #"[{}]"#,
    #"[{"enabled":true}]"#, #"[{"name":"A"},{"name":"A","enabled":1},{"name":"A"}]"#,
    #"[{"name":"","enabled":true,"development":true},{"name":" "}]"#, #"[{"name":"A",}]"#,
    #"[{"name":"A"}"#, #"[{"name":"A"},"#, #"[{"name":"A"} {"name":"B"}]"#, #"[{"name":"A"}]x"#,
    #"{"features":[{"name":"A"}],"features":[{"name":"B"}]}"#,
    #"{"features":[{"name":"A"}],"features":[1]}"#, #"{"features":[{"name":"A"}],"features":[]}"#,
    #"[{"name":"A","enabled":true"#, #"[{"name":"A","enabled":tru"#,
    #"[{"name":"A","enabled":truex}]"#,
    #"[{"name":"A","test-variation-assignment":50}]"#,
    #"[{"name":"A","test-variation-assignment":101}]"#,
    #"[{"name":"A","labels":["a",null],"test-variations":["X","Y"]},{"name":"B","labels":["a"],"test-variations":["X","Y"]}]"#,
    #"[{"name":"A","test-variations":["X","x"]},{"name":"B","test-variations":["X","x"]}]"#,
    "[{\"name\":\"A\",\n\"unlocked\":true,\n\"test-variations\":[\"X\",\n\"Y\"]}]",
    "[{\"name\":\"A\"},\r\n{\"name\":\"A\",\"enabled\":2}]", "[{\"name\":\"\u{A0}\"}]",
    "\u{FEFF}[{\"name\":\"A\"}]", "[{\"name\":\"A\"}/* */]", "[{\"name\"\u{A0}:\"A\"}]",
    #"[{"name":"A","test-biases":[60,40],"test-variations":["X","Y"]},{"name":"B","test-biases":[60,41],"test-variations":["X","Y"]}]"#,
    #"[{"name":"A","section":null,"description":null,"type":null,"labels":null,"test-biases":null}]"#,
    #"[{"name":"\#(String(repeating: "é", count: 300))","description":"\#(String(repeating: "e\u{301}", count: 80))"}]"#,
    #"[{"name":"A","description":"\#(String(repeating: "\u{301}", count: 80))"}]"#,
    #"[{"name":"A","test-variations":[\#(Array(repeating: "\"V\"", count: 1_001).joined(separator: ","))]}]"#,
  ]

  @Test(arguments: documents)
  func `a document has equal results with and without a document tree`(text: String) {
    let bytes = Array(text.utf8)
    #expect(Outcome(bytes, usesNodes: false) == Outcome(bytes, usesNodes: true))
    // Each prefix is an array that may end inside a value, so that a parser must not read beyond its end.
    for count in 0..<min(bytes.count, 200) {
      let prefix = Array(bytes[..<count])
      #expect(Outcome(prefix, usesNodes: false) == Outcome(prefix, usesNodes: true))
    }
  }

  @Test func `invalid UTF-8 fails with its line, with and without a document tree`() {
    let bytes =
      Array("[{\"name\":\"A\"},\n{\"name\":\"B\",\"section\":\"".utf8) + [0xC3] + Array("\"}]".utf8)
    let outcome = Outcome(bytes, usesNodes: false)
    #expect(outcome == Outcome(bytes, usesNodes: true))
    #expect(outcome == .error(.document(.notUTF8(line: 2))))
  }

  @Test func `features with equal variations share the memory of one array of variations`() throws {
    let entries = (0..<10).map {
      #"{"name":"\#($0)","section":"Shop","test-variations":["X","Y"],"test-biases":[60,40]}"#
    }
    let features = try Samples.configuration("[\(entries.joined(separator: ","))]").features
    let addresses = features.map { feature in
      feature.testVariations.withUnsafeBufferPointer { $0.baseAddress }
    }
    #expect(Set(addresses).count == 1)
  }

  @Test func `numbers of up to 17 digits are equal with and without a document tree`()
    async throws
  {
    try await onThread {
      var random = SeededGenerator(seed: 1)
      for number in 0..<Self.count * 10 {
        let digits = (0...number % 17).map { _ in "\(Int.random(in: 0...9, using: &random))" }
        var text = digits.joined()
        if number % 3 > 0 {
          let point = Int.random(in: 0...text.count, using: &random)
          text.insert(".", at: text.index(text.startIndex, offsetBy: point))
        }
        let json =
          "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\"test-biases\":[\(text),1]}]"
        let bytes = Array(json.utf8)
        try #require(Outcome(bytes, usesNodes: false) == Outcome(bytes, usesNodes: true), "\(text)")
      }
    }
  }
}
