import Documents
import Testing

struct YAMLReaderTests {
  private static func json(_ text: String, _ schema: YAMLReader.Schema = .go) throws -> String? {
    JSONValue(try YAMLReader.read(Array(text.utf8), as: schema))?.text()
  }

  @Test(
    "A plain scalar has the type of Go's library, or that of YAML 1.1",
    arguments: [
      ("yes", #""yes""#, "true"), ("Off", #""Off""#, "false"), ("n", #""n""#, #""n""#),
      ("012", "10", "10"), ("-012", "-10", "-10"), ("08", "8", #""08""#),
      ("0o17", "15", #""0o17""#),
      ("0b101", "5", "5"), ("0x1F", "31", "31"), ("1_000", "1000", "1000"),
      ("_1", #""_1""#, #""_1""#),
      ("1_0.5", "10.5", "10.5"), ("+7", "7", "7"), ("1e3", "1000", "1000"), (".5", "0.5", "0.5"),
      ("12:30:45", #""12:30:45""#, "45045"), ("01:30", #""01:30""#, #""01:30""#),
      ("1:60", #""1:60""#, #""1:60""#), ("'yes'", #""yes""#, #""yes""#), ("!!int '7'", "7", "7"),
      ("!!str 7", #""7""#, #""7""#), ("1.2.3", #""1.2.3""#, #""1.2.3""#),
      ("2026-1-2", #""2026-01-02T00:00:00Z""#, #""2026-1-2""#), ("+-1", #""+-1""#, #""+-1""#),
    ]
  )
  func schemas(text: String, go: String, yaml11: String) throws {
    #expect(try Self.json(text) == go)
    #expect(try Self.json(text, .yaml11) == yaml11)
  }

  @Test("A tag that YAML does not define is refused by libraries of YAML 1.1, and ignored by Go's")
  func tags() throws {
    #expect(try Self.json("a: !mine x") == #"{"a":"x"}"#)
    let error = #expect(throws: DocumentError.self) { try Self.json("a: 1\nb: !mine x", .yaml11) }
    #expect(error?.line == 2)
    #expect(error?.description.contains("the tag !mine") == true)
  }

  @Test(arguments: [
    ("a: @b", "found character that cannot start any token, expected YAML"),
    ("a: [1", "found no expected ',' or ']', expected YAML"),
    ("a: b: c", "found an error (mapping values are not allowed in this context), expected YAML"),
  ])
  func `the error for malformed YAML contains the message of the YAML parser`(
    text: String,
    message: String
  ) {
    let error = #expect(throws: DocumentError.self) {
      try YAMLReader.read(Array(text.utf8), as: .go)
    }
    #expect(error.map { "\($0)".hasSuffix(message) } == true, "\(String(describing: error))")
  }

  @Test(
    "A document of YAML has the values of the core schema",
    arguments: [
      ("a: 1\nb: [x, 2.5, true, ~]\n", #"{"a":1,"b":["x",2.5,true,null]}"#),
      ("yes: no\non: 'true'\n", #"{"yes":"no","on":"true"}"#),
      (
        "a: 0x1F\nb: 0o17\nc: 1e3\nd: 1.2.3\ne: -7\n",
        #"{"a":31,"b":15,"c":1000,"d":"1.2.3","e":-7}"#
      ),
      ("- |\n  two\n  lines\n- >\n  folded\n  text\n", #"["two\nlines\n","folded text\n"]"#),
      ("1: a\ntrue: b\n", #"{"1":"a","true":"b"}"#),
      ("a: !!str 1\nb: \"2\"\n", #"{"a":"1","b":"2"}"#),
      ("a: &x {b: 1}\nc: *x\n", #"{"a":{"b":1},"c":{"b":1}}"#),
      ("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n", #"{"a":{"b":1,"c":2},"d":{"b":1,"c":3}}"#),
      ("--- {}\n", "{}"), ("a:\n", #"{"a":null}"#),
    ]
  )
  func values(text: String, expected: String) throws {
    #expect(try Self.json(text) == expected)
  }

  @Test("Each value has the line on which it starts")
  func lines() throws {
    let node = try YAMLReader.read(Array("a:\n  - 1\n  - b: 2\n".utf8), as: .go)
    #expect(node["a"]?.line == 2)
    #expect(node["a"]?.list?[1]["b"]?.line == 3)
  }

  @Test(
    "A malformed document is rejected with its line",
    arguments: [
      ("a: [1\nb: 2\n", 2), ("a: *x\n", 1), ("a: 1\n---\nb: 2\n", 2), ("a: 1\n\tb: 2\n", 2),
      ("? [1]\n: 2\n", 1),
      ("a: {<<: 1}\n", 1),
    ]
  )
  func malformed(text: String, line: Int) {
    #expect { try YAMLReader.read(Array(text.utf8), as: .go) } throws: { error in
      (error as? DocumentError)?.line == line
    }
  }

  @Test("An empty document is rejected", arguments: ["", "\n", "# a comment\n"])
  func empty(text: String) {
    #expect(throws: DocumentError.empty) { try YAMLReader.read(Array(text.utf8), as: .go) }
  }

  @Test("Aliases that expand to too many values are rejected with their line")
  func bomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect { try YAMLReader.read(Array(text.utf8), as: .go) } throws: { error in
      guard case .limit(.values, _, line: let line)? = error as? DocumentError else { return false }
      return line == 7
    }
  }

  @Test("Lists that are nested too deeply are rejected")
  func depth() {
    let text = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    #expect { try YAMLReader.read(Array(text.utf8), as: .go) } throws: { error in
      guard case .tooDeep? = error as? DocumentError else { return false }
      return true
    }
  }
}
