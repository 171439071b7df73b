import Dashboard
import Documents
import FeatureFlags
import Frame
import Team
import TestSupport
import Testing
import Text
import Usages

@testable import halyard

/// Tests the decoding of the settings file.
struct SettingsReaderTests {
  private func settings(_ json: String) throws -> Settings {
    try SettingsReader(JSONReader.read(Array(json.utf8))).settings
  }

  /// The problems as `line: severity: text`.
  private func problems(_ json: String) throws -> [String] {
    try settings(json).problems.map { "\($0.line ?? 0): \($0.severity.rawValue): \($0.text)" }
  }

  @Test func `a settings file with an empty object gives the default settings`() throws {
    let settings = try settings("{}")
    #expect(settings.theme == nil && settings.poll == nil && settings.editor == nil)
    #expect(settings.keymap == .standard)
    #expect(settings.columns == ListColumn.usual)
    #expect(settings.confirmations == Set(ConfirmedOperation.allCases))
    #expect(settings.personas.isEmpty && settings.problems.isEmpty)
  }

  @Test func `all settings are decoded from JSON5`() throws {
    let settings = try settings(
      """
      { // mine
        theme: 'moss', keymap: { refresh: ['ctrl-x', 'F5'], delete: [], redraw: 'Space', act: 'Y' },
        columns: ['state'], sort: 'changed', poll: '90s', personas: [{ name: 'Gold', key: 'ana' }],
        confirmations: { resetMarked: false, delete: true }, editor: 'code --wait "a b"',
        team: { address: 'etcds://b/qa', login: 'l', authorities: 'a', certificate: 'c', key: 'k' },
        code: 'Sources', codePatterns: 'isOn(FLAG)',
      }
      """
    )
    #expect(settings.problems.isEmpty, "\(settings.problems)")
    #expect(settings.theme == "moss")
    #expect(settings.keymap.keys(for: .live(.refresh)) == [.control("x"), .function(5)])
    #expect(settings.keymap.keys(for: .change(.delete)) == [])
    #expect(settings.keymap.action(for: .character(" ")) == .program(.redraw))
    #expect(settings.keymap.action(for: .character("Y")) == .change(.act))
    #expect(settings.columns == [.state])
    #expect(settings.order == .lastChange)
    #expect(settings.poll == .seconds(90))
    #expect(settings.personas == [Persona(name: "Gold", user: .init(targetingKey: "ana"))])
    #expect(settings.confirmations == [.resetAll, .changeMarked, .delete, .clearCache])
    #expect(settings.editor == ["code", "--wait", "a b"])
    #expect(settings.code == ["Sources"])
    #expect(settings.codePatterns.map(\.text) == ["isOn(FLAG)"])
    var team = TeamOptions(address: try TeamAddress("etcds://b:2379/qa"))
    (team.loginPath, team.authoritiesPath) = ("l", "a")
    (team.certificatePath, team.keyPath) = ("c", "k")
    #expect(settings.team == team)
    #expect(Set(settings.lines.keys) == Set(Setting.all))
  }

  @Test(arguments: Setting.all)
  func `the example of a setting is valid`(setting: Setting) throws {
    #expect(try problems("{ \"\(setting.name)\": \(setting.example) }") == [])
    #expect(try problems("{ \"\(setting.name)\": null }") == [])
  }

  @Test(arguments: Setting.all)
  func `a setting of the wrong type is an error with the expected type, and is ignored`(
    setting: Setting
  ) throws {
    let found = try problems("{ \"poll\": \"5s\",\n \"\(setting.name)\": 5 }")
    let message = "2: error: \"\(setting.name)\": found 5, expected \(setting.expected)"
    #expect(found.last?.hasPrefix(message) == true, "\(found)")
    let settings = try settings("{ \"theme\": \"moss\", \"\(setting.name)\": 5 }")
    #expect(settings.problems.count == (setting == .theme ? 2 : 1))
    #expect(setting == .theme || settings.theme == "moss")
    #expect(settings.lines[setting] == nil)
  }

  @Test(arguments: [
    ("{\n 'them': 'moss' }", "2: warning: \"them\" is not a setting; did you mean \"theme\"?"),
    ("{\n 'future': 1 }", "2: warning: \"future\" is not a setting"),
    ("{ theme: 'a',\n theme: 'b' }", "1: warning: \"theme\" is listed twice; the last one is used"),
    (
      "{ columns: ['stat'] }",
      "1: error: \"columns[0]\": found \"stat\", expected one of \"state\", \"type\", \"asked\", \"trend\"; "
        + "did you mean \"state\"?"
    ),
    (
      "{ keymap: { refesh: 'r' } }",
      "1: error: \"keymap.refesh\": found \"refesh\", expected the name of an action; "
        + "did you mean \"refresh\"?"
    ),
    (
      "{ keymap: { refresh: ['ctrl-x', 'ctlr-y'] } }",
      "1: error: \"keymap.refresh[1]\": found \"ctlr-y\", expected a key; did you mean \"ctrl-y\"?"
    ),
    (
      "{ keymap: { refresh: 'ctrl-m' } }",
      "1: error: \"keymap.refresh\": found \"ctrl-m\", "
        + "expected a key that terminals can send, such as ctrl-t or f5"
    ),
    (
      "{ keymap: {\n refresh: 'q' } }",
      "2: error: \"keymap.refresh\": the key \"q\" is already the key of \"quit\"; "
        + "the keys of \"refresh\" are not changed"
    ),
    (
      "{ keymap: { refresh: ' ',\n act: [] , user: 'space' } }",
      "2: error: \"keymap.user\": the key \"space\" is already the key of \"refresh\"; "
        + "the keys of \"user\" are not changed"
    ),
    (
      "{ confirmations: { delte: false } }",
      "1: warning: \"confirmations\" has no key \"delte\"; did you mean \"delete\"?"
    ),
    (
      "{ confirmations: { delete: 1 } }",
      "1: error: \"confirmations.delete\": found 1, expected true or false"
    ),
    (
      "{ personas: [{ name: 'A' },\n { key: 'b' }] }",
      "2: error: \"personas[1].name\": found nothing, expected a text"
    ),
    (
      "{ personas: [{ name: 'A' },\n { name: 'A' }] }",
      "2: error: \"personas[1]\": found an object, "
        + "expected a persona with a new name, not \"A\" again"
    ),
    (
      "{ personas: [{ name: 'A', segment: [] }] }",
      "1: warning: \"personas\" has no key \"segment\"; did you mean \"segments\"?"
    ),
    (
      "{ editor: 'vi \"x' }",
      "1: error: \"editor\": found \"vi \\\"x\", expected a command with its arguments, "
        + "with balanced quotes"
    ),
    ("{ editor: ' ' }", "1: error: \"editor\": found \" \", expected a command with its arguments"),
  ])
  func `a mistake in the settings is reported with its line, the found and the expected value`(
    json: String,
    problem: String
  ) throws {
    let found = try problems(json)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test func `a mistake in one persona, key or confirmation leaves the others active`() throws {
    let settings = try settings(
      """
      { personas: [{ name: 'A' }, 5, { name: 'B' }], keymap: { refresh: 'q', user: 'ctrl-x' },
        confirmations: { delete: 5, resetAll: false } }
      """
    )
    #expect(settings.problems.count == 3)
    #expect(settings.personas.map(\.name) == ["A", "B"])
    #expect(settings.keymap.action(for: .control("x")) == .live(.user))
    #expect(settings.confirmations == [.resetMarked, .changeMarked, .delete, .clearCache])
  }

  @Test func `mutated settings cause no crash, and each changed value is valid or is reported`() {
    let json = """
      {
        "theme": "moss", "columns": ["state", "type"], "poll": "30s", "editor": "code --wait",
        "keymap": { "refresh": ["ctrl-x", "f5"], "delete": [], "up": "Q", "user": "ctrl-e" },
        "personas": [
          { "name": "Gold", "key": "ana", "attributes": { "age": 42 }, "segments": ["a"] }
        ],
        "confirmations": { "resetAll": true, "delete": false }
      }
      """
    let tokens = ["null", "true", "5", "\"q\"", "[]", "{}", "\"\\u0007\"", "1e999", "[[[\"x\"]]]"]
    var random = SeededGenerator(seed: 15)
    var counts = (malformed: 0, wrong: 0, valid: 0)
    for _ in 0..<(Effort.isFull ? 20_000 : 5_000) {
      let bytes = mutated(Array(json.utf8), tokens: tokens, using: &random)
      do throws(DocumentError) {
        let settings = try SettingsReader(try JSONReader.read(bytes)).settings
        #expect(settings.problems.allSatisfy { $0.line != nil && !$0.text.isEmpty })
        if settings.problems.isEmpty { counts.valid += 1 } else { counts.wrong += 1 }
      } catch {
        #expect(error.line != nil || error == .empty, "\(error)")
        counts.malformed += 1
      }
    }
    #expect(counts.malformed > 500 && counts.wrong > 500 && counts.valid > 100, "\(counts)")
  }
}

/// Tests splitting a command line into words.
struct CommandWordsTests {
  @Test(
    arguments: [
      ("vi", ["vi"]), ("  code   --wait ", ["code", "--wait"]), ("", []),
      ("'a b' \"c d\"e", ["a b", "c de"]), ("a\\ b", ["a b"]), ("\"a\\\"b\\n\"", ["a\"b\\n"]),
      ("'' x", ["", "x"]), ("a'b'\"c\"", ["abc"]), ("$HOME `x`;y", ["$HOME", "`x`;y"]),
      ("'a", nil), ("\"a", nil), ("a\\", nil),
    ] as [(String, [String]?)]
  )
  func `a command line is split into words with quotes and backslashes as in a shell`(
    text: String,
    words: [String]?
  ) {
    #expect(CommandWords.split(text) == words)
  }
}
