import CoreTestSupport
import Documents
import Testing

@testable import FeatureFlags

struct JSONFormatTests {
  private func value(_ text: String) throws -> Node {
    try JSONReader.read(Array(text.utf8))
  }

  @Test(arguments: [
    #"{"features":[{"name":"A"}]}"#, #"[{"name":"A"}]"#, "\u{FEFF}[{\"name\":\"A\"}]",
    "[{name:'A',},]", "// first\n[{/* a\n * b */ \"name\": \"A\"}] // last",
    "[\u{A0}{\u{A0}\"name\"\u{A0}:\u{A0}\"A\"}]", "\r\n[{\t\"name\":\u{B}\"A\"\u{C}}]\r\n",
    #"{"other":{"deep":[1,2,{}]},"features":[{"name":"A"}],"version":3}"#,
    #"{"features":[],"features":[{"name":"A"}]}"#,
  ])
  func `features are parsed from an array, and from an object with the key features`(text: String)
    throws
  {
    let configuration = try Samples.configuration(text)
    #expect(configuration.features.map(\.name) == ["A"])
    #expect(configuration.format == .json)
    #expect(configuration.problems.isEmpty)
  }

  @Test(arguments: ["[]", #"{"features":[]}"#, " [ ] ", "[/* none */]"])
  func `an empty list is a configuration without features`(text: String) throws {
    #expect(try Samples.configuration(text).features.isEmpty)
  }

  static let numbers: [(text: String, number: Double)] = [
    ("0x1F", 31), ("-0xa", -10), ("+1", 1), (".5", 0.5), ("5.", 5), ("-.25e+2", -25), ("1E2", 100),
    ("5e-1", 0.5), ("Infinity", .infinity), ("-Infinity", -.infinity), ("0", 0), ("-0", 0),
    ("1e999", .infinity), ("123456789012345678901234567890", 1.2345678901234568e29),
  ]

  @Test(arguments: numbers)
  func `every form of a JSON5 number is parsed`(text: String, number: Double) throws {
    #expect(try value(text).number == number)
  }

  @Test func `the JSON5 number NaN is parsed`() throws {
    #expect(try value("NaN").number?.isNaN == true)
  }

  static let texts: [(text: String, expected: String?)] = [
    ("'it''", nil), (#"'say "hi"'"#, "say \"hi\""), (#""it's""#, "it's"),
    (#""a\tb\n\"\\\/\b\f\r\v\0""#, "a\tb\n\"\\/\u{8}\u{C}\r\u{B}\u{0}"), (#""\x41\u00e9""#, "Aé"),
    (#""\ud83d\ude00""#, "😀"), ("\"one \\\ntwo\"", "one two"), ("\"one \\\r\ntwo\"", "one two"),
    ("'日本'", "日本"), ("\"tab\there\"", "tab\there"), (#""\q""#, "q"), ("\"\"", ""),
  ]

  @Test(arguments: texts)
  func `every form of a JSON5 string is parsed`(text: String, expected: String?) throws {
    // A string that ends too early leaves its closing quote, which is a syntax error.
    guard let expected else {
      #expect(throws: DocumentError.self) { try value(text) }
      return
    }
    #expect(try value(text).string == expected)
  }

  @Test(arguments: [#""\ud83d""#, #""\ude00x""#, #""\ud83d\ud83d""#, #""\ud83d\n""#])
  func `an unpaired surrogate is replaced by the replacement character`(text: String) throws {
    guard case .string(let text, let defect) = try value(text).value else {
      Issue.record("found no text")
      return
    }
    #expect(text.contains("\u{FFFD}"))
    #expect(defect == .loneSurrogate)
  }

  @Test func `a key without quotes is parsed`() throws {
    let node = try value("{$a_1: 1, ключ: 2, null: 3}")
    #expect(node.members?.map(\.key) == ["$a_1", "ключ", "null"])
  }

  @Test
  func `each value has its line, even after comments and strings that continue on the next line`()
    throws
  {
    let node = try value("{ // one\n a: 1, /* \n */ b: 2,\r\n c: 'x\\\ny',\n d: [\n5]}")
    let lines = node.members?.map(\.node.line)
    #expect(lines == [2, 3, 4, 6])
    #expect(node["d"]?.list?.first?.line == 7)
  }

  /// Malformed documents with the line, the column, the found and the expected text of the error.
  static let errors: [(text: String, line: Int, column: Int, found: String, expected: String)] = [
    ("[1 2]", 1, 4, "\"2\"", "\",\" or \"]\""),
    ("{\"a\":1 \"b\":2}", 1, 8, "\"\"\"", "\",\" or \"}\""),
    ("{\"a\" 1}", 1, 6, "\"1\"", "\":\""), ("{1:2}", 1, 2, "\"1\"", "a name in quotes"),
    ("[\n  tru\n]", 2, 3, "\"tru\"", "a value"), ("[,]", 1, 2, "\",\"", "a value"),
    ("[1,\n\n", 3, 1, "the end of the document", "a value"),
    ("[\"abc", 1, 6, "the end of the document", "the closing quote of a text"),
    ("[\"a\nb\"]", 1, 4, "byte 0xA", "the closing quote of a text"),
    ("[\"größe\" x]", 1, 10, "\"x\"", "\",\" or \"]\""),
    ("[\"\\u12G4\"]", 1, 7, "\"G4\"", "a hexadecimal digit"),
    ("[]\n[]", 2, 1, "\"[\"", "the end of the document"),
    ("[1] /* x", 1, 9, "the end of the document", "\"*/\", the end of a comment"),
    ("[+true]", 1, 2, "\"+\"", "a value"), ("[0x]", 1, 2, "\"0x\"", "a value"),
    ("[1.2.3]", 1, 2, "\"1\"", "a value"), ("[\u{0}]", 1, 2, "byte 0x0", "a value"),
    ("[-]", 1, 2, "\"-\"", "a value"), ("[/x]", 1, 2, "\"/\"", "a value"),
  ]

  @Test(arguments: errors)
  func `the error for a malformed document has the location, the found and the expected text`(
    text: String,
    line: Int,
    column: Int,
    found: String,
    expected: String
  ) {
    let error = #expect(throws: ConfigurationError.self) { try Samples.configuration(text) }
    let syntax = DocumentError.syntax(line: line, column: column, found: found, expected: expected)
    #expect(error == .document(syntax))
    #expect(error?.line == line)
  }

  /// Extensions of JSON5, with the column, the found and the expected text of the JSON error.
  static let extensions: [(text: String, column: Int, found: String, expected: String)] = [
    ("[1] // x", 5, "\"/\"", "the end of the document"),
    ("[ /* x */ 1]", 3, "\"/\"", "a value"),
    ("[\u{A0}1]", 2, "\"\u{A0}1\"", "a value"), ("[1\u{B}]", 3, "byte 0xB", "\",\" or \"]\""),
    ("['a']", 2, "\"'\"", "a value"), ("{'a': 1}", 2, "\"'\"", "a name in quotes"),
    ("{a: 1}", 2, "\"a\"", "a name in quotes"), ("{true: 1}", 2, "\"true\"", "a name in quotes"),
    ("[1,]", 4, "\"]\"", "a value"), ("{\"a\":1, }", 9, "\"}\"", "a name in quotes"),
    ("[.5]", 2, "\".\"", "a value"), ("[5.]", 2, "\"5\"", "a value"),
    ("[1.e5]", 2, "\"1\"", "a value"), ("[+1]", 2, "\"+\"", "a value"),
    ("[01]", 2, "\"01\"", "a value"), ("[-01]", 2, "\"-\"", "a value"),
    ("[0x1]", 2, "\"0x1\"", "a value"), ("[NaN]", 2, "\"NaN\"", "a value"),
    ("[-Infinity]", 2, "\"-\"", "a value"),
    ("[\"\t\"]", 3, "byte 0x9", "the closing quote of a text"),
    (#"["\x41"]"#, 4, "\"x41\"", "an escape"), (#"["\0"]"#, 4, "\"0\"", "an escape"),
    (#"["a\q"]"#, 5, "\"q\"", "an escape"), ("[\"a\\\nb\"]", 5, "byte 0xA", "an escape"),
  ]

  @Test(arguments: extensions)
  func `a JSON5 extension is rejected in the JSON dialect`(
    text: String,
    column: Int,
    found: String,
    expected: String
  ) throws {
    _ = try value(text)
    #expect(
      throws: DocumentError.syntax(line: 1, column: column, found: found, expected: expected)
    ) {
      try JSONReader.read(Array(text.utf8), as: .json)
    }
  }

  @Test(arguments: [
    "null", "\"\"", " [\t1 ,\r\n2 ] ", #"{"a":{},"":[],"a":[{}]}"#,
    "[0,-0,0.5,-1.25e+2,1E2,0e0,10]",
    #"["\"\\\/\b\f\n\r\t\u00e9\ud83d","é"]"#, "[true,false,null]",
  ])
  func `plain JSON has the same result in the JSON and the JSON5 dialect`(text: String) throws {
    let node = try JSONReader.read(Array(text.utf8), as: .json)
    #expect(JSONValue(node) == JSONValue(try value(text)))
  }

  static let refusals: [(text: String, error: ConfigurationError)] = [
    ("", .document(.empty)), (" \n\t", .document(.empty)), ("// nothing\n", .document(.empty)),
    ("\u{FEFF}", .document(.empty)),
    ("3", .notADocument(found: "a number")), ("\"x\"", .notADocument(found: "a text")),
    ("null", .notADocument(found: "null")), ("{}", .noFeatures(keys: [])),
    (#"{"Features":[]}"#, .noFeatures(keys: ["Features"])),
    ("{\n\"features\":\nnull}", .featuresNotAList(line: 3, found: "null")),
    (#"{"features":"text"}"#, .featuresNotAList(line: 1, found: "a text")),
    (#"{"features":{}}"#, .featuresNotAList(line: 1, found: "an object")),
    ("<html><body>Sign in</body></html>", .document(.webPage)),
    ("<!DOCTYPE HTML>\n<p>", .document(.webPage)),
  ]

  @Test(arguments: refusals)
  func `a document that is not a configuration is rejected with the reason`(
    text: String,
    expected: ConfigurationError
  ) {
    #expect(throws: expected) { try Samples.configuration(text) }
  }

  @Test func `text that is not UTF-8 is rejected with its line`() {
    #expect(throws: ConfigurationError.document(.notUTF8(line: 2))) {
      try Configuration(bytes: Array("[\n\"".utf8) + [0xFF, 0xFE] + Array("\"]".utf8))
    }
  }
}
