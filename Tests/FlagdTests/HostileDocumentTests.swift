import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import Flagd

/// Tests documents that are mutated, or that are made to exhaust time or memory.
struct HostileDocumentTests {
  private static let format = ConfigurationFormat.flagd(FlagdSettings(timestamp: 1_700_000_000))

  private static let user = EvaluationContext(
    targetingKey: "ana",
    attributes: [
      "email": "ana@shop.example", "age": 30, "version": "1.2.3", "tags": .list(["a", "b"]),
    ]
  )

  /// Parses a document, evaluates all flags, and explains the first ones.
  private static func evaluate(_ bytes: [UInt8]) throws {
    let configuration = try format.parse(bytes)
    let allocator = configuration.evaluator.allocator(
      for: user,
      count: configuration.features.count
    )
    for feature in configuration.features { _ = allocator(feature.definition, [:]) }
    for feature in configuration.features.prefix(2) {
      _ = configuration.evaluator.explanation(of: feature, in: user)
    }
    _ = configuration.evaluator.problems(in: user)
  }

  // MARK: Mutations

  private static let json = """
    { "$evaluators": { "staff": { "ends_with": [{ "var": "email" }, "@shop.example"] } },
      "metadata": { "flagSetId": "shop" },
      "flags": {
        "cart": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "off",
          "targeting": { "if": [{ "and": [{ "$ref": "staff" }, { ">": [{ "var": "age" }, 18, 99] }] },
            "on", { "in": [{ "var": "country" }, ["de", "fr"]] }, { "fractional": [["on", 1], ["off"]] }] } },
        "size": { "state": "ENABLED", "variants": { "s": 1, "m": 2.5 }, "metadata": { "owner": "ui" },
          "targeting": { "if": [{ "sem_ver": [{ "var": "version" }, "^", "1.0.0"] },
            { "reduce": [{ "map": [{ "var": "tags" }, { "cat": [{ "var": "" }, "s"] }] },
              { "var": "current" }, "m"] }, { "substr": ["small", 0, -4] }] } } } }
    """

  private static let yaml = """
    $evaluators:
      staff: { ends_with: [{ var: email }, "@shop.example"] }
    flags:
      cart: &cart
        state: ENABLED
        variants: { "on": true, "off": false }
        defaultVariant: "off"
        targeting:
          if: [{ and: [{ $ref: staff }, { ">": [{ var: age }, 18] }] }, "on"]
      copy: { <<: *cart, metadata: { owner: ui } }
      text:
        state: ENABLED
        variants:
          long: |
            Several
            lines
          short: 'one'
        targeting: { fractional: [[long, 50], [short, 50]] }
    """

  private static let tokens = [
    "null", "true", "-1", "1e300", "\"\"", "\"x\"", "[]", "{}", "[[1,2]]", "{\"var\":\"\"}",
    "{\"+\":[1,{\"var\":\"age\"}]}", "{\"$ref\":\"staff\"}", "*cart", "&a [*a]", "? x",
  ]

  @Test(arguments: [("JSON", json, 1), ("YAML", yaml, 2)] as [(String, String, UInt64)])
  func `a mutated document is evaluated or refused without a crash`(
    name: String,
    text: String,
    seed: UInt64
  ) throws {
    try Self.evaluate(Array(text.utf8))
    var random = SeededGenerator(seed: seed)
    let count = Effort.isFull ? 20_000 : 1_000
    var refused = 0
    for _ in 0..<count {
      let bytes = mutated(Array(text.utf8), tokens: Self.tokens, using: &random)
      do throws(any Error) { try Self.evaluate(bytes) } catch { refused += 1 }
    }
    #expect(refused < count, "every mutation was refused, so nothing was evaluated")
  }

  // MARK: Time

  /// Returns a document with the given number of flags.
  private static func flags(_ count: Int, _ flag: (Int) -> String) -> String {
    let flags = (0..<count).map { "\"flag \($0)\": {\"state\": \"ENABLED\", \(flag($0))}" }
    return #"{"flags": {\#(flags.joined(separator: ",\n"))}}"#
  }

  /// Returns a document with one flag, whose targeting is the given rule.
  private static func flag(_ rule: String, evaluators: String = "{}") -> String {
    #"{"$evaluators": \#(evaluators), "flags": {"f": {"state": "ENABLED", "#
      + #""variants": {"a": 1, "b": 2}, "targeting": \#(rule)}}}"#
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ", ") + "]"
  }

  /// Documents that are hard to parse, with closures that create them in a given size.
  private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a name of combining marks", { #"{"flags": {"\#(marked($0))": {"variants": {"a": 1}}}}"# }),
    ("a value of combining marks", { flag(#"{"==": [{"var": "email"}, "\#(marked($0))"]}"#) }),
    ("keys of combining marks", { #"{"flags": {}, "\#(marked($0))": 1, "\#(marked($0))": 2}"# }),
    ("a variable of combining marks", { flag(#"{"var": "\#(marked($0)).x"}"#) }),
    (
      "names with combining marks",
      { count in flags(count / 60) { _ in #""variants": {"\#(marked(60))": 1}"# } }
    ),
    (
      "duplicate flags",
      { count in
        let flag = #""f": {"state": "ENABLED", "variants": {"a": 1}}"#
        return #"{"flags": {\#(Array(repeating: flag, count: count / 50).joined(separator: ","))}}"#
      }
    ),
    (
      "duplicate variants",
      { count in
        let variants = Array(repeating: "\"a\": 1", count: count).joined(separator: ", ")
        return #"{"flags": {"f": {"state": "ENABLED", "variants": {\#(variants)}}}}"#
      }
    ),
    ("nested lists", { String(repeating: "[", count: $0) }),
    (
      "a text with escapes",
      { flag(#"{"==": ["\#(String(repeating: #"\u0041"#, count: $0))", 1]}"#) }
    ),
    ("flags without a state", { flags($0 / 50) { _ in #""variants": {"a": []}"# } }),
    ("blank lines", { "{\(String(repeating: "\n \n", count: $0))\"flags\": {}}" }),
    ("numbers", { flag(#"{"in": [1, \#(list($0) { "\($0).5e1" })]}"#) }),
  ]

  private static let rules: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a long and", { flag(#"{"and": \#(list($0) { _ in #"{"!": [{"var": "x"}]}"# })}"#) }),
    ("a long if", { flag(#"{"if": \#(list($0) { $0 % 2 == 0 ? "false" : "\"no \($0)\"" })}"#) }),
    (
      "references to a long rule",
      { count in
        let rule = #"{"and": \#(list(count) { _ in "true" })}"#
        return flag(
          #"{"or": \#(list(count) { _ in #"{"!": [{"$ref": "r"}]}"# })}"#,
          evaluators: #"{"r": \#(rule)}"#
        )
      }
    ),
    (
      "shared rules that refer to each other",
      { count in
        let rules = (0..<count).map { number in
          #""r\#(number)": {"and": [{"$ref": "r\#(number + 1)"}, {"$ref": "r\#(number + 1)"}]}"#
        }
        return flag(#"{"$ref": "r0"}"#, evaluators: "{\(rules.joined(separator: ",\n"))}")
      }
    ),
    ("a long distribution", { flag(#"{"fractional": \#(list($0) { "[\"v\($0)\", 1]" })}"#) }),
    (
      "a list that doubles",
      {
        flag(
          #"{"reduce": [\#(list($0) { "\($0)" }), [{"var": "accumulator"}, {"var": "accumulator"}], 1]}"#
        )
      }
    ),
    ("a list that is nested", { flag(#"{"reduce": [\#(list($0) { "\($0)" }), {"var": ""}, 1]}"#) }),
    (
      "comparisons of long texts",
      { count in
        let text = String(repeating: "x", count: 10 * count)
        let compared = #"{"==": ["\#(text)", "\#(text)"]}"#
        return flag(#"{"all": [\#(list(count) { "\($0)" }), \#(compared)]}"#)
      }
    ),
    (
      "a search in a text",
      { count in
        let text = String(repeating: "ab", count: 40 * count)
        let part = String(repeating: "ab", count: 20 * count) + "c"
        return flag(#"{"if": [{"in": ["\#(part)", "\#(text)"]}, "a", "b"]}"#)
      }
    ),
    (
      "long versions",
      { count in
        let version = "1.0." + String(repeating: "1", count: 10 * count)
        return flag(
          #"{"all": [\#(list(count) { "\($0)" }), {"sem_ver": ["\#(version)", "=", "\#(version)"]}]}"#
        )
      }
    ),
    (
      "sums of many numbers",
      { count in
        let numbers = list(count) { "\($0)" }
        return flag(#"{"map": [\#(numbers), {"max": \#(numbers)}]}"#)
      }
    ),
    (
      "metadata",
      { count in
        let metadata = (0..<count).map { "\"m\($0)\": \($0)" }.joined(separator: ",")
        return #"{"metadata": {\#(metadata)}, "#
          + flags(count) { _ in #""metadata": {"own": 1}, "variants": {"a": 1}"# }.dropFirst()
      }
    ),
    (
      "metadata of flags",
      { flags($0) { _ in #""metadata": {"flagSetId": "x"}, "variants": {"a": 1}"# } }
    ),
  ]

  /// A letter with combining marks in an order that Unicode normalization has to sort.
  private static func marked(_ count: Int) -> String {
    "a" + String(repeating: "\u{301}\u{316}\u{345}\u{327}", count: count / 4)
  }

  @Test(.tags(.timed), arguments: shapes.map(\.name))
  func `the time to load a hostile JSON document grows linearly with its size`(shape: String) throws
  {
    let shape = try #require(Self.shapes.first { $0.name == shape })
    let (small, large) = growth(from: 10_000) {
      Array(shape.text($0).utf8)
    } _: { bytes in
      // Drops the error: some of these documents are rejected.
      try? Self.evaluate(bytes)
    }
    #expect(large < max(small, .milliseconds(20)) * 12, "\(small) became \(large)")
  }

  @Test(.tags(.timed), arguments: rules.map(\.name))
  func `the time to evaluate a hostile rule grows linearly with its size, up to a limit`(
    rule: String
  ) throws {
    let rule = try #require(Self.rules.first { $0.name == rule })
    let (small, large) = try growth(from: 2_000) {
      Array(rule.text($0).utf8)
    } _: { bytes in
      try Self.evaluate(bytes)
    }
    // The limit of steps bounds the time of a rule that is evaluated many times.
    #expect(large < max(small * 12, .seconds(1)), "\(small) became \(large)")
  }

  @Test func `YAML aliases that expand to too many values are rejected with their line`() {
    let bomb = (1...9).map { level in
      "a\(level): &a\(level) ["
        + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
        + "]"
    }
    let text = (["a0: &a0 [1, 2, 3]"] + bomb + ["flags: {}"]).joined(separator: "\n")
    let error = #expect(throws: DocumentError.self) { try FlagdDocument(text) }
    guard case .limit(.values, _, line: 8)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
