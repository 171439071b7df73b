import Dashboard
import FeatureFlags
import TestSupport
import Testing
import Text

/// Tests the requests to the user's editor, and their results on the screen.
struct EditorScreenTests {
  private typealias Session = VariableExample.Session

  /// The variable that the effects edit; `nil` for other effects.
  private func variable(_ effects: [Effect]) -> EditRequest.VariableText? {
    guard effects.count == 1, case .edit(.variable(let text))? = effects.first else { return nil }
    return text
  }

  private func finish(
    _ text: EditRequest.VariableText,
    _ outcome: EditOutcome,
    _ state: inout DashboardState
  ) -> [Effect] {
    state.update(.edited(.variable(text), outcome), now: .zero)
  }

  @Test func `the key E edits the only JSON variable of the feature as indented JSON`() throws {
    var state = try Session(columns: 80, rows: 24).state
    let text = try #require(variable(state.press("E")))
    #expect(text.feature == "Checkout" && text.variable == "layout" && text.isJSON)
    #expect(text.text == "{ \"columns\": 2 }\n")
  }

  @Test func `an edited JSON value is an override with compact JSON`() throws {
    var state = try Session(columns: 80, rows: 24).state
    let text = try #require(variable(state.press("E")))
    let effects = finish(text, .edited("{\n  \"columns\": 3, // more\n}\n"), &state)
    let value = VariableValue.json(#"{"columns":3}"#)
    #expect(effects == [.overrides(.set([.variable("layout", value)], for: ["Checkout"]))])
    #expect(state.screen.contains("✓ \"layout\" is changed."))
  }

  @Test
  func `an error in edited JSON is shown with its position, and the next edit reopens the text`()
    throws
  {
    var state = try Session(columns: 120, rows: 24).state
    let text = try #require(variable(state.press("E")))
    let wrong = "{\n  \"columns\": ?\n}\n"
    #expect(finish(text, .edited(wrong), &state) == [])
    #expect(state.screen.contains("✗ \"layout\" is not changed: line 2, column 14: found"))
    #expect(state.screen.contains("E opens your text again."))
    let again = try #require(variable(state.press("E")))
    #expect(again.text == wrong)
    #expect(finish(again, .edited("{}"), &state).count == 1)
    #expect(variable(state.press("E"))?.text == text.text)
  }

  @Test
  func `an empty text discards the malformed text of the last edit and changes nothing`() throws {
    var state = try Session(columns: 80, rows: 24).state
    let text = try #require(variable(state.press("E")))
    _ = finish(text, .edited("?"), &state)
    #expect(finish(text, .edited(" \n"), &state) == [])
    #expect(state.screen.contains("\"layout\" is not changed."))
    #expect(variable(state.press("E"))?.text == text.text)
  }

  @Test func `a text that the user does not change in the editor sets no override`() throws {
    var state = try Session(columns: 80, rows: 24).state
    let text = try #require(variable(state.press("E")))
    #expect(finish(text, .edited(text.text), &state) == [])
  }

  @Test func `in the list of variables, the key E edits the variable under the cursor`() throws {
    var session = try Session(columns: 80, rows: 24, keys: "e j j j")
    let text = try #require(variable(session.state.press("E")))
    #expect(text.variable == "title" && !text.isJSON && text.text == "Go\n")
    let effects = finish(text, .edited("Buy\n"), &session.state)
    #expect(
      effects == [.overrides(.set([.variable("title", .string("Buy"))], for: ["Checkout"]))]
    )
    #expect(session.state.screen.contains("Variables of Checkout"))
  }

  @Test func `an edited value of the wrong type is rejected with the expected type`() throws {
    var session = try Session(columns: 120, rows: 24, keys: "e j")
    let text = try #require(variable(session.state.press("E")))
    #expect(finish(text, .edited("many\n"), &session.state) == [])
    #expect(session.state.screen.contains("\"steps\" is not changed: expected a whole number"))
  }

  @Test func `if the editor fails, the next edit opens the changed text`() throws {
    var state = try Session(columns: 120, rows: 24).state
    let text = try #require(variable(state.press("E")))
    let failure = EditOutcome.failed(reason: "the editor was ended by signal 9", text: "{ 1")
    #expect(finish(text, failure, &state) == [])
    #expect(state.screen.contains("signal 9; E opens your text again."))
    #expect(variable(state.press("E"))?.text == "{ 1")
  }

  @Test
  func `the key E shows a notice for a feature without variables and in a read-only dashboard`()
    throws
  {
    var state = try Session(columns: 80, rows: 24, keys: "G").state
    #expect(state.press("E") == [])
    #expect(state.screen.contains("Plain has no variables."))
    var readOnly = try Session(columns: 80, rows: 24, context: Shop.readOnly).state
    #expect(readOnly.press("E") == [])
    #expect(readOnly.screen.contains("read-only"))
  }
}

/// Tests opening the file of a problem in the editor.
struct ProblemEditorTests {
  private func dashboard(
    path: String? = "flags/shop.json",
    isReadOnly: Bool = false,
    failures: [String] = [],
    origin: Origin = .file,
    document: String? = nil,
    keys: String
  ) -> DashboardState {
    var context = Shop.context
    context.sourcePath = path
    context.isReadOnly = isReadOnly
    let snapshot = LoadedSource(
      features: Shop.features,
      problems: Shop.problems,
      failures: failures,
      document: document,
      origin: origin
    )
    return Shop.dashboard(columns: 120, rows: 24, context: context, snapshot: snapshot, keys: keys)
  }

  @Test(arguments: [false, true])
  func `in the problems pane, the key E opens the file at the line of the problem`(isReadOnly: Bool)
  {
    var state = dashboard(isReadOnly: isReadOnly, keys: "5")
    #expect(state.screen.contains("E edit file"))
    #expect(state.press("E") == [.edit(.file(path: "flags/shop.json", line: 31))])
  }

  @Test func `for a failed load, the key E opens the file at the line of the error`() {
    let failure = "shop.json:3: column 5: found \"}\", expected a value"
    var state = dashboard(failures: [failure], origin: .cache, keys: "5 g")
    #expect(state.press("E") == [.edit(.file(path: "flags/shop.json", line: 3))])
  }

  @Test func `if the fallback is active, the key E opens the fallback file`() {
    var state = dashboard(path: nil, origin: .fallback, document: "fallback.json", keys: "5")
    #expect(state.press("E") == [.edit(.file(path: "fallback.json", line: 31))])
  }

  @Test func `for a source that is not a file, the key E shows a notice`() {
    var state = dashboard(path: nil, origin: .remote, keys: "5")
    #expect(state.press("E") == [])
    #expect(state.screen.contains("The source is not a file that can be edited."))
  }

  @Test func `a failed edit of a file shows a notice with the reason`() {
    var state = dashboard(keys: "5")
    let request = EditRequest.file(path: "shop.json", line: 3)
    let failure = EditOutcome.failed(reason: "the editor has ended with exit code 2", text: nil)
    #expect(state.update(.edited(request, failure), now: .zero) == [])
    #expect(
      state.screen.contains("✗ shop.json is not edited: the editor has ended with exit code 2")
    )
    #expect(state.update(.edited(request, .edited("")), now: .zero) == [])
  }

  @Test func `in the activity log, the key E shows how to go to the features`() {
    var state = dashboard(keys: "3")
    #expect(state.press("E") == [])
    #expect(state.screen.contains("1 goes to the features"))
  }

  @Test func `the palette finds the problems pane by its name`() {
    var state = dashboard(keys: ":")
    state.typeKeys("problems")
    _ = state.press("enter")
    #expect(state.screen.contains("Problems 1 error"))
  }
}
