import Dashboard
import FeatureFlags
import TestSupport
import Testing
import Text
import Workbench

/// Tests the dialogue of plain mode.
struct PlainTests {
  /// A dashboard in plain mode, with the lines of its responses.
  private struct Dialogue {
    var state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes)
    private(set) var effects: [Effect] = []

    init() {
      state.startPlainMode()
      // Removes the greeting.
      _ = state.removeLines()
    }

    /// Enters a line, and returns the response.
    mutating func enter(_ line: String) -> String {
      effects = state.update(.line(line), now: .zero)
      return state.removeLines().map(\.text).joined(separator: "\n")
    }
  }

  @Test func `plain mode greets with the source and the first commands`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    state.startPlainMode()
    let lines = state.removeLines().map(\.text)
    #expect(lines.count == 1 && lines[0].hasPrefix("Halyard, shop.json. Enter help"))
  }

  @Test func `the command list prints sections and numbered features in words`() {
    var dialogue = Dialogue()
    #expect(
      dialogue.enter("list") == """
        Account
        1 Beta badge, Unlock Flag, Enabled, unlocked
        2 Gold theme, Unlock Flag, Enabled, locked
        Catalogue
        3 Old banner, Deprecated, Deprecated
        4 Product layout, MVT Test, Cards
        5 Search suggestions, Feature Flag, Enabled
        6 Sort order, MVT Test, Disabled
        7 おすすめ商品, Feature Flag, Disabled
        Checkout
        8 CTA colour, A/B Test, Group A, overridden
        9 Express pay, On/off test, Enabled
        10 Gift wrap, Feature Flag, Disabled
        11 New Cart, Feature Flag, Enabled
        12 Voucher field, A/B Test, Top
        No section
        13 A name so long that no list of features has the room to show it in full, Feature Flag, Disabled
        14 Debug menu, Feature Flag, development, Enabled
        14 features.
        """
    )
  }

  @Test
  func `in plain mode a number selects a feature, and the key or name of an action changes it`() {
    var dialogue = Dialogue()
    #expect(dialogue.enter("11") == "New Cart, Feature Flag, Enabled")
    for line in ["space", "Change", "flip"] {
      #expect(dialogue.enter(line) == "")
      let change = Effect.overrides(.set([.enabled(false)], for: ["New Cart"]))
      #expect(dialogue.effects.last == change, "\(line)")
    }
  }

  @Test func `plain mode announces changes of features in words`() {
    var dialogue = Dialogue()
    let features = Shop.features.filter { $0.name == "CTA colour" }
    _ = dialogue.state.update(.changed(features), now: .zero)
    _ = dialogue.state.update(.changed(Shop.features), now: .zero)
    _ = dialogue.state.update(.notice(Notice("Preset saved.", kind: .success)), now: .zero)
    #expect(
      dialogue.state.removeLines().map(\.text) == [
        "CTA colour, A/B Test, Group A, overridden.", "14 features have changed.", "Preset saved.",
      ]
    )
    #expect(dialogue.state.removeLines().isEmpty)
  }

  @Test(arguments: [
    ("", "Beta badge, Unlock Flag, Enabled, unlocked"),
    ("find gold", "Account\n1 Gold theme, Unlock Flag, Enabled, locked\n1 of 14 features."),
    ("/zzz", "0 of 14 features."),
    ("99", "There is no feature 99: the list has 14."),
    ("nonsense", "Nothing has the name \"nonsense\". Enter help for the commands."),
    ("=x", "There is no text field now."),
    (
      "theme",
      "Theme\n1 current, terminal, own colours (selected)\n2 harbour-night, dark\n3 sailcloth, dark\n/: find, ok: save, cancel: cancel."
    ),
    (
      "revert all",
      """
      Reset all?
      This resets 1 override. The source applies again.
      Cancel, Reset all
      y: reset all, n or cancel: cancel.
      """
    ),
    (
      "details",
      """
      Beta badge · Unlock Flag
      State, Enabled
      Lock, Unlocked
      Section, Account
      Configured, Enabled, unlocked
      """
    ),
    (
      "bis",
      """
      Actions
      1 Bisect, find which overrides break the app by testing halves of them, b (selected)
      2 Bias preview, try other biases in a preview: which users would change variat…, B
      ok: run, cancel: close.
      """
    ),
  ])
  func `in plain mode each entered line has a response in words`(line: String, response: String) {
    var dialogue = Dialogue()
    #expect(dialogue.enter(line) == response)
  }

  @Test func `in plain mode a number in a dialog selects a line and confirms it`() {
    var dialogue = Dialogue()
    #expect(
      dialogue.enter("sort") == """
        Sort by
        1 current, section, sections, then names; favourites first (selected)
        2 name, names from A to Z, without sections
        3 state, on, then off, then variations and values
        4 type, flags, tests, unlock flags, values
        5 last change, the latest override or change first
        6 asked, what apps evaluate most first
        s: next order, /: find, ok: apply, cancel: cancel.
        """
    )
    #expect(dialogue.enter("2") == "")
    #expect(dialogue.enter("list").hasPrefix("1 A name so long"))
    #expect(dialogue.enter("sort").contains("2 current, name"))
    #expect(dialogue.enter("7").hasPrefix("There is no line 7."))
    #expect(dialogue.enter("cancel") == "")
  }

  @Test func `the next lines of input complete an action that needs a confirmation or a text`() {
    var dialogue = Dialogue()
    _ = dialogue.enter("8")
    #expect(dialogue.enter("reset all").hasPrefix("Reset all?"))
    #expect(dialogue.enter("y") == "")
    #expect(dialogue.effects == [.overrides(.resetAll)])
    _ = dialogue.enter("8")
    #expect(dialogue.enter("pick").hasPrefix("Pick for CTA colour\n"))
    #expect(dialogue.enter("2") == "")
    #expect(dialogue.effects == [.overrides(.set([.variation("Group B")], for: ["CTA colour"]))])
  }

  @Test
  func `the command mark announces the marked feature and to how many features changes apply`() {
    var dialogue = Dialogue()
    _ = dialogue.enter("10")
    #expect(
      dialogue.enter("mark") == "Gift wrap is marked. Changes apply to 1 marked feature."
    )
    #expect(dialogue.enter("") == "Gift wrap, Feature Flag, Disabled")
    #expect(dialogue.enter("mark") == "Gift wrap is not marked. No feature is marked.")
    #expect(dialogue.enter("mark all") == "Changes apply to 14 marked features.")
  }

  @Test func `plain mode prints the symbols of the activity log as words`() {
    var dialogue = Dialogue()
    for entry in Live.entries(6) { _ = dialogue.state.update(.activity(entry), now: .zero) }
    _ = dialogue.state.removeLines()
    let log = dialogue.enter("activity")
    for text in ["you: Gift wrap: enabled", "others: Express pay: reset", "poll: 200 OK"] {
      #expect(log.contains(text), "\(text)")
    }
    for word in ["overridden", "marked", "↻", "≈", "✗"] {
      #expect(!log.contains(word), "\(word)")
    }
  }

  @Test func `plain mode prints the symbol of a successful probe as passed instead of marked`() {
    var dialogue = Dialogue()
    _ = dialogue.state.update(.connectivity(Live.online), now: .zero)
    let text = dialogue.enter("connectivity")
    #expect(text.contains("passed: www.apple.com"))
    #expect(text.contains("Result, 2 of 2 probes passed (50 % needed)"))
    #expect(!text.contains("marked"))
  }

  @Test func `several keys of one hint are printed as alternatives, joined by or`() {
    var dialogue = Dialogue()
    #expect(dialogue.enter("copy").contains("n, J, c or r: copy it"))
  }

  @Test func `an action name with one match performs the action, also after an ambiguous name`() {
    var dialogue = Dialogue()
    #expect(dialogue.enter("bi").hasPrefix("Actions\n1 Bisect"))
    #expect(dialogue.enter("bug report") == "")
    #expect(dialogue.effects.last == .report(.write))
  }

  @Test func `each action of the help is performed by its title without a crash`() {
    for action in Action.allCases {
      var dialogue = Dialogue()
      _ = dialogue.enter("11")
      _ = dialogue.enter(action.title)
      let response = dialogue.enter("")
      #expect(!response.isEmpty, "\(action)")
    }
  }
}
