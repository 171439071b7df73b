import Documents
import FeatureFlags
import Testing

/// Tests the problems of documents with content that programs of a flag system refuse, ignore or overwrite.
struct DocumentGrammarTests {
  /// The grammar of a fictional system.
  private static let grammar = DocumentGrammar(
    readers: "SDKs of Shop",
    root: MemberTable(
      "version",
      [
        "flags": .flags(
          MemberTable("key enabled values", ["rules": .objects(MemberTable("if then"))])
        ),
        "groups": .map(.objects(MemberTable("members"))),
      ]
    ),
    bare: .flags(MemberTable("enabled"))
  )

  private func problems(_ text: String) throws -> [String] {
    try problems(Array(text.utf8))
  }

  private func problems(_ bytes: [UInt8]) throws -> [String] {
    try Self.grammar.read(bytes).findings.map { finding in
      let problem = Problem(finding)
      return "\(problem.severity):\(problem.line ?? 0) \(problem.feature ?? "-") \(problem.fact)"
    }
  }

  /// Whether a document is decoded without a document tree, because it has no problems.
  private func isSimple(_ text: String) -> Bool {
    Self.grammar.readSimple(Array(text.utf8)) { _ throws(DocumentError) in true } ?? false
  }

  @Test(arguments: [
    ("{\"flags\": {\"a\": {\"enabled\": true,}}}", 1, 34), ("{\"flags\": [\n1,\n]}", 3, 1),
    ("{\"flags\": { // note\n}}", 1, 13), ("{'flags': {}}", 1, 2), ("{flags: {}}", 1, 2),
    ("{\"flags\": {\"a\": \"\tx\"}}", 1, 18), ("{\"version\": 010}", 1, 13),
    ("{\"version\": +1}", 1, 13), ("{\"version\": .5}", 1, 13), ("{\"version\": 0x1}", 1, 13),
    ("{\"version\": NaN}", 1, 13), ("{\"version\": \"\\x41\"}", 1, 15), ("/* */ {}", 1, 1),
  ])
  func `syntax that is not valid JSON is read, with an error at its line and column`(
    text: String,
    line: Int,
    column: Int
  ) throws {
    let found = try problems(text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error:\(line) - column \(column): found ") == true, "\(found)")
    #expect(found.first?.hasSuffix("; SDKs of Shop read JSON only") == true, "\(found)")
    #expect(!isSimple(text))
  }

  @Test(arguments: [
    (#"{"flags": {"a": {"enabeld": true}}}"#, #"a has "enabeld", did you mean "enabled"?"#),
    (#"{"flags": {"a": {"Enabled": true}}}"#, #"a has "Enabled", did you mean "enabled"?"#),
    (#"{"flags": [{"key": "a", "vales": 1}]}"#, #"a has "vales", did you mean "values"?"#),
    (#"{"flags": {"a": {"rules": [[{"fi": 1}]]}}}"#, #"a has "fi", did you mean "if"?"#),
    (
      #"{"flags": {}, "groups": {"g": {"member": 1}}}"#,
      #"- found "member", did you mean "members"?"#
    ),
    (#"{"flags": {}, "verion": 1}"#, #"- found "verion", did you mean "version"?"#),
    (#"{"a": {"enabledd": true}}"#, #"a has "enabledd", did you mean "enabled"?"#),
  ])
  func `the warning about a misspelt member suggests the nearest known name`(
    text: String,
    expected: String
  ) throws {
    #expect(try problems(text) == ["warning:1 \(expected)"])
    #expect(!isSimple(text))
  }

  @Test(arguments: [
    (
      "{\"version\": 1,\n\"version\": 2}",
      #"2 - has "version" twice, first on line 1; the last value is used"#
    ),
    (
      "{\"flags\": {\"a\": {},\n\"b\": {},\n\"a\": {}}}",
      "3 a is defined twice; this definition replaces the one on line 1"
    ),
    (
      "{\"flags\": {\"a\": {\"values\": {\"x\": 1, \"y\": 1,\n\"x\": 1}}}}",
      #"2 a has "x" twice, first on line 1; the last value is used"#
    ),
    (
      "{\"flags\": {\"a\": {\"enabled\": {\"x\": [{\"z\": 1, \"z\": 1}]}}}}",
      #"1 a has "z" twice, first on line 1; the last value is used"#
    ),
  ])
  func `the warning about a duplicate key has the lines of both occurrences`(
    text: String,
    expected: String
  )
    throws
  {
    #expect(try problems(text) == ["warning:\(expected)"])
    #expect(!isSimple(text))
  }

  @Test(arguments: [
    "{}",
    #"{"flags": {"a": {"enabled": true, "values": {"on": 1, "off": 0}, "owner": {"vales": 1}}}}"#,
    #"{"flags": [{"key": "a"}, {"key": "a"}], "groups": {"memers": {"members": [1]}}}"#,
    #"{"enabeld": {"enabled": true}}"#, #"{"flags": {"caf\u00e9": {}, "cafe\u0301": {}}}"#,
    "{\"flags\": {\(((0..<40).map { "\"f\($0)\": {\"enabled\": true}" }).joined(separator: ", "))}}",
  ])
  func `a document without problems is decoded without a document tree, and without warnings`(
    text: String
  )
    throws
  {
    #expect(try problems(text) == [])
    #expect(isSimple(text))
  }

  @Test(arguments: [
    #"{"flags": {"a": {"_key": 1, "key": "a", "valuess": 1, "values": {}}}}"#,
    #"{"version": 1, "versions": 1, "flags": [{"rules": [{"if": 1, "iff": 2}]}]}"#,
    #"{"version": {"enabled": true}, "verson": {"enabled": false}}"#,
    #"{"groups": {"enabled": true}, "group": {"enabled": true}, "c": {}, "d": null}"#,
  ])
  func `a member similar to an existing one, or a flag named like a member, causes no warning`(
    text: String
  ) throws {
    #expect(try problems(text) == [])
    #expect(isSimple(text))
  }

  @Test(arguments: [
    #"{"groups": {"enabled": {"members": []}}, "falgs": {"enabled": {}}}"#,
    #"{"version": 1, "falgs": {"enabled": true}}"#, #"{"groups": {}, "falgs": {"enabled": true}}"#,
  ])
  func `a misspelt member flags is reported even if one of its flags is named enabled`(text: String)
    throws
  {
    #expect(try problems(text) == [#"warning:1 - found "falgs", did you mean "flags"?"#])
  }

  @Test func `a document in UTF-16 is read, with an error because SDKs accept UTF-8 only`() throws {
    let text = #"{"flags": {"é😀": {"enabeld": true}}}"#
    for isBigEndian in [false, true] {
      for isMarked in [false, true] {
        let units = (isMarked ? [0xFEFF] : []) + Array(text.utf16)
        let bytes = units.flatMap { unit in
          let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
          return isBigEndian ? pair.reversed() : pair
        }
        #expect(
          try problems(bytes) == [
            "error:1 - found UTF-16, expected UTF-8; SDKs of Shop read UTF-8 only",
            #"warning:1 é😀 has "enabeld", did you mean "enabled"?"#,
          ]
        )
        let features = #"[{"name": "é"}]"#.utf16.flatMap { unit in
          [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect(try Configuration(bytes: features).features.map(\.name) == ["é"])
      }
    }
    let marked = [0xEF, 0xBB, 0xBF] + Array("{}".utf8)
    #expect(
      try problems(marked) == [
        "warning:1 - begins with a byte order mark, which some SDKs of Shop refuse"
      ]
    )
    let error = #expect(throws: DocumentError.self) { try problems([0xFF, 0xFE, 0x7B]) }
    #expect(error == .notUTF8(line: 1))
  }

  @Test func `a document in UTF-32 is rejected with an error that names the encoding`() {
    let error = DocumentError.unexpected(
      line: nil,
      found: "UTF-32",
      expected: "UTF-8 or UTF-16"
    )
    for isBigEndian in [false, true] {
      for mark in ["", "\u{FEFF}"] {
        let bytes = (mark + #"{"flags": {}}"#).unicodeScalars.flatMap { scalar in
          let parts = (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xFF) }
          return isBigEndian ? parts.reversed() : parts
        }
        #expect(throws: error) { try problems(bytes) }
        #expect(throws: ConfigurationError.document(error)) { try Configuration(bytes: bytes) }
      }
    }
    #expect("\(error)" == "found UTF-32, expected UTF-8 or UTF-16")
  }

  @Test func `the error for a missing member names the misspelt member found instead`() throws {
    let text = "{\"flags\": {},\n\"verion\": 1}"
    let document = try Self.grammar.read(Array(text.utf8))
    let error = DocumentError.unexpected(path: "version", line: 1, found: "nothing", expected: "1")
    #expect(
      document.explaining(error).description(in: "f")
        == "f:2: \"version\": found \"verion\", expected 1"
    )
  }

  @Test func `a document with very many unknown members is inspected in linear time`() throws {
    let members = (0..<20_000).map { "\"unknown member \($0)\": 1" }.joined(separator: ", ")
    #expect(try problems("{\"flags\": {\"a\": {\(members)}}}").isEmpty)
  }
}
