import Documents
import TestSupport
import Testing

/// Tests the difference between two JSON values, and paths as text.
struct JSONDifferenceTests {
  private static func json(_ text: String) throws -> JSONValue {
    try #require(JSONValue(parsing: text))
  }

  /// The changes as lines: the symbol, the path, and the values.
  private static func lines(_ old: String, _ new: String) throws -> [String] {
    try JSONDifference(from: json(old), to: json(new)).changes.map { change in
      let path = change.path.pathText
      return switch change.kind {
      case .added(let value): "+ \(path) \(value.text())"
      case .removed(let value): "- \(path) \(value.text())"
      case .changed(let old, let new): "± \(path) \(old.text()) \(new.text())"
      }
    }
  }

  @Test func `the difference lists added, removed and changed values by path`() throws {
    let old = #"{"theme":{"colours":["red","green","blue"],"dark mode":true},"n":1,"gone":null}"#
    let new = #"{"n":1.0,"theme":{"dark mode":false,"colours":["red","green","black"]},"new":[]}"#
    #expect(
      try Self.lines(old, new) == [
        "- gone null", "+ new []", #"± theme.colours[2] "blue" "black""#,
        #"± theme["dark mode"] true false"#,
      ]
    )
  }

  @Test(arguments: [
    ("{}", "{}"), ("1", "1.0"), (#"{"a":1,"b":[{}]}"#, #"{"b":[{}],"a":1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2}"#), ("null", "null"), (#""é""#, #""\u00e9""#),
  ])
  func `values that differ only in the order of members or in their spelling are equal`(
    old: String,
    new: String
  ) throws {
    #expect(try Self.lines(old, new) == [])
    #expect(try Self.json(old).isEquivalent(to: Self.json(new)))
  }

  @Test(arguments: [
    ("[1,2,3]", "[0,1,2,3]", ["+ [0] 0"]), ("[1,2,3]", "[1,3]", ["- [1] 2"]),
    ("[]", "[1,2]", ["+ [0] 1", "+ [1] 2"]), ("[1,1,1]", "[1]", ["- [0] 1", "- [1] 1"]),
    ("[1,2,3]", "[1,5,6,3]", ["± [1] 2 5", "+ [2] 6"]), ("[1]", "{}", ["± $ [1] {}"]),
    (#""a""#, "1", [#"± $ "a" 1"#]), (#""1""#, "1", [#"± $ "1" 1"#]), ("{}", "[]", ["± $ {} []"]),
  ])
  func `an inserted or removed element of a list is one change`(
    old: String,
    new: String,
    expected: [String]
  ) throws {
    #expect(try Self.lines(old, new) == expected)
  }

  @Test func `a key that is no identifier is quoted, with escapes for invisible characters`() {
    let steps: [JSONTree.Step] = ["a_1", .index(0), "", "1st", "a.b", "é", "\u{202E}\u{1B}", "$x"]
    #expect(
      steps.pathText == #"a_1[0][""]["1st"]["a.b"]["é"]["\u202e\u001b"].$x"#
    )
    #expect([JSONTree.Step]().pathText == "$")
    #expect([JSONTree.Step.index(3), "a"].pathText == "[3].a")
  }

  @Test func `applying the difference of 1,000 random pairs to one value gives the other`() throws {
    var random = SeededGenerator(seed: 51)
    for number in 0..<1_000 {
      let old = JSONSample.value(depth: 4, using: &random)
      // Every other pair is a value and its mutation, so that most of their parts are equal.
      let new =
        number.isMultiple(of: 2)
        ? JSONSample.value(depth: 4, using: &random) : JSONSample.mutated(old, using: &random)
      for (old, new) in [(old, new), (new, old)] {
        let difference = JSONDifference(from: old, to: new)
        let result = try #require(difference.applied(to: old))
        #expect(result.isEquivalent(to: new), "\(number): \(old.text()) → \(new.text())")
        #expect(difference.changes.isEmpty == old.isEquivalent(to: new), "\(number)")
        #expect(Set(difference.changes.map(\.path)).count == difference.changes.count)
      }
    }
  }
}

/// Random JSON values for property tests.
enum JSONSample {
  private static let keys = ["a", "b", "c", "dark mode", "", "0", "é"]

  /// Generates a value of at most the given depth.
  static func value(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer(Int.random(in: -3...3, using: &random))
    case 3: return .number(Double.random(in: -1...1, using: &random))
    case 4: return .string(keys.randomElement(using: &random) ?? "")
    case 5, 6:
      let count = Int.random(in: 0..<5, using: &random)
      return .list((0..<count).map { _ in value(depth: depth - 1, using: &random) })
    default:
      // Keys can occur twice: the last one counts.
      let count = Int.random(in: 0..<5, using: &random)
      return .object(
        (0..<count).map { _ in
          (
            key: keys.randomElement(using: &random) ?? "",
            value: value(depth: depth - 1, using: &random)
          )
        }
      )
    }
  }

  /// Generates a copy of a value in which some parts are replaced, inserted, removed or reordered.
  static func mutated(_ original: JSONValue, using random: inout SeededGenerator) -> JSONValue {
    if Int.random(in: 0..<8, using: &random) == 0 { return value(depth: 2, using: &random) }
    switch original {
    case .null, .bool, .integer, .number, .string: return original
    case .list(var values):
      values = values.map { mutated($0, using: &random) }
      if Int.random(in: 0..<4, using: &random) == 0 {
        let position = Int.random(in: 0...values.count, using: &random)
        values.insert(value(depth: 1, using: &random), at: position)
      } else if !values.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
        values.remove(at: Int.random(in: 0..<values.count, using: &random))
      }
      return .list(values)
    case .object(var members):
      members = members.map { ($0.key, mutated($0.value, using: &random)) }
      if Int.random(in: 0..<4, using: &random) == 0 { members.shuffle(using: &random) }
      if !members.isEmpty, Int.random(in: 0..<4, using: &random) == 0 { members.removeLast() }
      return .object(members)
    }
  }
}
