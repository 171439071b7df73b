import FeatureFlags
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the table of the keys of dialogs, and keys that all menus have in common.
struct DialogKeysTests {
  private static func rows(_ title: String) -> Set<String> {
    let tables = DialogKeys.all.filter {
      $0.title == title || $0.opener == nil
    }
    return Set(
      tables.flatMap(\.rows).flatMap {
        $0.keys(in: .standard).split(separator: " ").map(String.init)
      }
    )
  }

  @Test(arguments: [
    ("f", "Filter"), ("f /", "Filter"), ("s", "Order of the list"), ("y", "Copy"),
    ("P", "Presets"), ("u", "User"), ("U", "Comparison of users"), ("b", "Bisection"),
    (":", "Palette and keys"), ("O", "Confirmation"), ("=", "Override"), ("v", ""), ("t", ""),
  ])
  func `every key in the footer of a dialog is in the help`(keys: String, title: String) {
    var state = Shop.dashboard(columns: 120, rows: 30, context: Shop.user, keys: "} }")
    _ = state.press(keys)
    guard let dialog = state.dialog else { return }
    let known = Self.rows(title)
    for hint in dialog.hints where hint.keys != "type" {
      for key in hint.keys.split(separator: " ") {
        #expect(known.contains(String(key)), "\(keys): \(key) \(hint.text)")
      }
    }
  }

  @Test func `no key has two commands in the same dialog`() {
    func check<Command: DialogCommand>(_ commands: Command.Type) {
      let keys = commands.allCases.flatMap { $0.row.keys + $0.row.others }
      #expect(keys.count == commands.commandsByKey().count, "\(commands.title)")
    }
    check(BiasDialog.Command.self)
    check(BisectDialog.Command.self)
    check(ComparisonDialog.Command.self)
    check(Confirmation.Command.self)
    check(ConflictMenu.Command.self)
    check(CriteriaMenuCommand.self)
    check(JSONDialog.Command.self)
    check(OverrideDialog.Command.self)
    check(PresetsDialog.Command.self)
    check(UserDialog.Command.self)
    check(VariablesDialog.Command.self)
  }

  @Test func `the help lists the keys of dialogs, and a search finds them`() {
    var state = Shop.dashboard(columns: 100, rows: 60, keys: "?")
    _ = state.press("f i l t e r space c l e a r")
    #expect(state.screen.contains("clear all criteria"))
    #expect(state.screen.contains("Filter (f)"))
  }

  @Test func `the key j moves the cursor in the copy menu, as in every menu`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j y j")
    #expect(state.dialog != nil)
    let effects = state.press("enter")
    guard case .terminal(.copy(let text))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(text.hasPrefix("{"))
  }

  @Test(arguments: ["=", "v", "y", "s", "t", "f"])
  func `digits select no item in a menu`(menu: String) {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "} } \(menu)")
    let before = state.screen
    #expect(state.press("2").isEmpty)
    #expect(state.screen == before)
  }

  @Test
  func `while the filter dialog is narrowed, the footer offers Enter to switch the criterion`() {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "f / u n l o c k")
    #expect(state.screen.contains("enter switch"))
    _ = state.press("enter")
    #expect(state.screen.contains("[x] Unlock Flag"))
  }

  @Test(arguments: ["→", "l"])
  func `the right arrow and l unfold a section, also in a read-only dashboard`(key: String) {
    for context in [Shop.context, Shop.readOnly] {
      var state = Shop.dashboard(columns: 80, rows: 24, context: context, keys: "-")
      #expect(state.screen.contains("▸"))
      #expect(state.press(key).isEmpty)
      #expect(!state.screen.contains("▸"))
    }
  }

  @Test func `a read-only dashboard shows presets, and applies, saves and deletes none`() {
    var state = Shop.dashboard(columns: 80, rows: 24, context: Shop.readOnly)
    #expect(state.press("P") == [.presets(.list)])
    let entry = PresetEntry(name: "checkout", description: "", overrideCount: 2)
    _ = state.update(.presets(.listed([entry])), now: .zero)
    #expect(state.screen.contains("Presets, read-only"))
    for key in ["enter", "O", "s", "x"] {
      #expect(state.press(key).isEmpty, "\(key)")
      #expect(state.dialog is PresetsDialog, "\(key)")
    }
    #expect(!state.screen.contains("enter apply"))
  }
}
