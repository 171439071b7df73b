import Documents
import TestSupport
import Testing

@testable import halyard

/// Tests the changes of single values in JSON5 text.
struct JSONTextTests {
  private func text(
    of source: String,
    _ change: (inout JSONText) -> Void
  ) throws -> String {
    var text = JSONText(Array(source.utf8))
    change(&text)
    _ = try JSONReader.read(text.bytes)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("{}\n", "{ \"theme\": \"moss\" }\n"), ("{ }", "{ \"theme\": \"moss\" }"),
    ("// mine\n{ theme: 'old' } // end\n", "// mine\n{ theme: \"moss\" } // end\n"),
    ("{ 'theme': /* why */ 'old', }", "{ 'theme': /* why */ \"moss\", }"),
    ("{ \"th\\u0065me\": 1 }", "{ \"th\\u0065me\": \"moss\" }"),
    ("{ theme: 1, theme: 2 }", "{ theme: 1, theme: \"moss\" }"),
    ("{ poll: '5s' }", "{ poll: '5s', \"theme\": \"moss\" }"),
    ("{ poll: '5s', }", "{ poll: '5s', \"theme\": \"moss\" }"),
    (
      "{\n  // how often\n  poll: '5s' // seconds\n}\n",
      "{\n  // how often\n  poll: '5s', // seconds\n  \"theme\": \"moss\"\n}\n"
    ),
    (
      "{\n\t\"columns\": [\"a\", 'b}'], /* two */\n}",
      "{\n\t\"columns\": [\"a\", 'b}'], /* two */\n\t\"theme\": \"moss\"\n}"
    ),
    (
      "\u{FEFF}{ a:\u{A0}1 , /* } */ 'x\\'}': -Infinity }",
      "\u{FEFF}{ a:\u{A0}1 , /* } */ 'x\\'}': -Infinity, \"theme\": \"moss\" }"
    ),
  ])
  func `setting a member of a JSON5 object keeps comments, other members and the layout`(
    source: String,
    expected: String
  ) throws {
    #expect(try text(of: source) { $0.set(.string("moss"), at: [.key("theme")]) } == expected)
  }

  @Test func `a new element of a list has the indentation of the former elements`() throws {
    let source = "{\n  personas: [\n    { name: 'A' }, // first\n    { name: 'B' }\n  ]\n}\n"
    let found = try text(of: source) {
      $0.set(.object([("name", .string("C"))]), at: [.key("personas"), .index(2)])
    }
    let element = "    { name: 'B' },\n    { \"name\": \"C\" }\n"
    #expect(found == source.replacing("    { name: 'B' }\n", with: element))
  }

  @Test(arguments: [
    ("{ a: 1, b: 2 }", "{ b: 2 }"), ("{ b: 2, a: 1 }", "{ b: 2 }"), ("{ a: 1, }", "{}"),
    ("{ b: 2 }", "{ b: 2 }"),
  ])
  func `removing a member leaves a valid object`(source: String, expected: String) throws {
    #expect(try text(of: source) { $0.remove(at: [.key("a")]) } == expected)
  }

  @Test(arguments: [
    ("[]", "[9]"), ("[ ]", "[ 9]"), ("[1]", "[1,9]"), ("[1,]", "[1,9,]"), ("[1 , ]", "[1,9 , ]"),
    ("[\n  1, // one\n]", "[\n  1,9, // one\n]"), ("[[1,] /* , */ ]", "[[1,],9 /* , */ ]"),
  ])
  func `appending an element keeps the comma and the comments at the end of a list`(
    source: String,
    expected: String
  ) throws {
    var tree = JSONTree(Array(source.utf8))
    tree.insert(9, at: tree.elements.count)
    let found = tree.text
    _ = try JSONReader.read(Array(found.utf8))
    #expect(found == expected)
  }

  @Test func `a key with too many combining characters is shortened as by the JSON parser`() throws
  {
    let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
    let source = Array(#"{"a\#(marks)": 1, "b": "\#(marks)", "c\u0061\#(marks)": 2}"#.utf8)
    let text = JSONText(source)
    let members = text.members(of: text.root)
    let parsed = try JSONReader.read(source)
    #expect(members.map(\.key) == parsed.members?.map(\.key))
    #expect(members.allSatisfy { $0.key.utf8.count < 1_000 })
    #expect(text.string(members[1].value) == parsed["b"]?.string)
  }

  @Test func `setting a value in a random document leaves all other values unchanged`() throws {
    var random = SeededGenerator(seed: 30)
    let keys = ["a", "'b'", "\"c\"", "d$", "'é}'"]
    let values = ["1", "'x,]'", "[1, {q: 2}, ]", "{ z: [] }", "null", "\"\\\"}\"", "-.5e3"]
    let gaps = ["", " ", "\n  ", " // {\n", " /* , ] */ "]
    for _ in 0..<(Effort.isFull ? 20_000 : 500) {
      var source = "{"
      for key in keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
        for part in [key, ":", values.randomElement(using: &random) ?? "1", ","] {
          source += (gaps.randomElement(using: &random) ?? "") + part
        }
      }
      source += (gaps.randomElement(using: &random) ?? "") + "}"
      let before = try JSONReader.read(Array(source.utf8))
      let found = try text(of: source) { $0.set(.integer(7), at: [.key("c")]) }
      let after = try JSONReader.read(Array(found.utf8))
      #expect(after["c"]?.number == 7, "\(source)")
      for member in before.members ?? [] where member.key != "c" {
        let value = after[member.key].flatMap { JSONValue($0) }
        #expect(value == JSONValue(member.node), "\(source)")
      }
    }
  }
}
