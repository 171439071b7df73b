import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests keymaps, and the screens that show or use them.
struct KeymapTests {
  private func keymap(_ entries: Keymap.Entry...) -> Keymap {
    Keymap.resolved(entries).keymap
  }

  private func dashboard(_ entries: Keymap.Entry..., keys: String = "") -> DashboardState {
    var state = Shop.dashboard(columns: 120, rows: 100)
    state.keymap = Keymap.resolved(entries).keymap
    _ = state.press(keys)
    return state
  }

  @Test func `the identifiers of actions are unique`() {
    let identifiers = Action.allCases.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(Action.change(.resetAll).identifier == "resetAll")
  }

  @Test(arguments: [("", "left right"), ("3", "up down"), ("v", "up down"), ("?", "up down")])
  func `in ASCII the key hints name the arrow keys in words`(keys: String, words: String) {
    var state = dashboard()
    state.keymap.spellsArrows = true
    _ = state.press(keys)
    let rows = state.frame(now: .zero).ascii.text.split(separator: "\n")
    let footer = rows.last.map(String.init) ?? ""
    #expect(footer.contains(words), "\(footer)")
    for other in ["^ v", "< >"] { #expect(!footer.contains(other), "\(footer)") }
    if keys == "?" { #expect(rows.contains { $0.contains("right  l") }) }
  }

  @Test func `a keymap without entries gives every action its default keys`() {
    for action in Action.allCases {
      #expect(Keymap.standard.keys(for: action) == action.keys)
      for key in action.keys { #expect(Keymap.standard.action(for: key) == action) }
    }
  }

  @Test func `a keymap entry replaces the default keys of its action`() {
    let keymap = keymap(Keymap.Entry(.live(.refresh), [.control("x")]))
    #expect(keymap.action(for: .control("x")) == .live(.refresh))
    #expect(keymap.action(for: .character("r")) == nil)
    #expect(keymap.label(of: .live(.refresh)) == "ctrl-x")
  }

  @Test func `a keymap entry without keys removes the keys of its action`() {
    let keymap = keymap(Keymap.Entry(.change(.delete), []))
    #expect(keymap.action(for: .character("x")) == nil)
    #expect(keymap.label(of: .change(.delete)) == nil)
  }

  @Test func `two actions can swap their keys`() {
    let up = Keymap.Entry(.move(.up), [.character("j")])
    let down = Keymap.Entry(.move(.down), [.character("k")])
    let (keymap, clashes) = Keymap.resolved([up, down])
    #expect(clashes.isEmpty)
    #expect(keymap.action(for: .character("j")) == .move(.up))
    #expect(keymap.action(for: .character("k")) == .move(.down))
  }

  @Test func `a keymap entry with the default key of another action is ignored as a clash`() {
    let (keymap, clashes) = Keymap.resolved([
      Keymap.Entry(.live(.refresh), [.control("x"), .character("q")])
    ])
    #expect(clashes.map(\.target) == [.action(.live(.refresh))])
    #expect(clashes.map(\.other) == [.action(.program(.quit))])
    #expect(clashes.map(\.key) == [.character("q")])
    #expect(keymap == .standard)
  }

  @Test func `if two keymap entries have the same key, the later entry is ignored`() {
    let (keymap, clashes) = Keymap.resolved([
      Keymap.Entry(.live(.refresh), [.control("x")]),
      Keymap.Entry(.live(.user), [.control("x")]),
    ])
    #expect(clashes.map(\.target) == [.action(.live(.user))])
    #expect(clashes.map(\.other) == [.action(.live(.refresh))])
    #expect(keymap.action(for: .control("x")) == .live(.refresh))
    #expect(keymap.keys(for: .live(.user)) == Action.live(.user).keys)
  }

  @Test
  func `a keymap entry clashes with the default key of an action whose own entry is ignored`() {
    let (keymap, clashes) = Keymap.resolved([
      Keymap.Entry(.live(.user), [.character("r")]),
      Keymap.Entry(.live(.refresh), [.character("q")]),
    ])
    #expect(clashes.map(\.target) == [.action(.live(.refresh)), .action(.live(.user))])
    #expect(keymap == .standard)
  }

  @Test func `a key that the user assigns to a dialog command works and is shown in the help`() {
    let name = "presets.delete"
    var state = dashboard(Keymap.Entry(.command(name), [.character("D")]), keys: "P")
    let preset = PresetEntry(name: "cart", overrideCount: 1)
    _ = state.update(.presets(.listed([preset])), now: .zero)
    #expect(state.screen.contains("D delete"))
    let list = state.screen
    #expect(state.press("x") == [])
    #expect(state.screen == list)
    #expect(state.press("D") == [])
    #expect(state.screen != list)
    #expect(state.press("y") == [.presets(.delete("cart"))])
    _ = state.press("esc ?")
    _ = state.press("d e l e t e space t h e space p r e s e t")
    #expect(state.screen.contains("  D               delete the preset"))
  }

  @Test func `esc closes a dialog even if the keymap has another key for closing it`() {
    var state = dashboard(Keymap.Entry(.command("presets.close"), [.character("z")]), keys: "P")
    let list = state.screen
    #expect(state.press("q") == [])
    #expect(state.screen == list)
    #expect(state.press("esc") == [])
    #expect(state.screen != list)
  }

  @Test func `the same key is a clash for two commands of one dialog, but not of two dialogs`() {
    let (keymap, clashes) = Keymap.resolved(
      [
        Keymap.Entry(.command("presets.delete"), [.character("s")]),
        Keymap.Entry(.command("presets.open"), [.character("m")]),
      ],
      dialogs: DialogKeys.all.map(\.commands)
    )
    #expect(clashes.map(\.target) == [.command("presets.delete")])
    #expect(clashes.map(\.other) == [.command("presets.save")])
    let commands = PresetsDialog.Command.keymapCommands
    #expect(keymap.standardKey(for: .character("m"), among: commands) == .character("f"))
    #expect(keymap.standardKey(for: .character("f"), among: commands) == nil)
    #expect(keymap.standardKey(for: .character("x"), among: commands) == .character("x"))
  }

  @Test func `a remapped key performs its action, and the default key does nothing`() {
    var state = dashboard(
      Keymap.Entry(.live(.refresh), [.control("x")]),
      Keymap.Entry(.program(.quit), [.function(10)])
    )
    #expect(state.update(.key(.control("x")), now: .zero) == [.session(.refresh)])
    #expect(state.press("q r F5") == [])
    #expect(state.update(.key(.function(10)), now: .zero) == [.terminal(.quit)])
  }

  @Test func `on a screen that is too small, the quit key of the keymap still quits`() {
    var state = dashboard(Keymap.Entry(.program(.quit), [.function(10)]))
    _ = state.update(.resized(Size(columns: 10, rows: 3)), now: .zero)
    #expect(state.press("q") == [])
    #expect(state.update(.key(.function(10)), now: .zero) == [.terminal(.quit)])
  }

  @Test func `the footer, the header and the help show the keys of the keymap`() {
    let entries = [
      Keymap.Entry(.program(.help), [.function(9)]),
      Keymap.Entry(.find(.problems), [.control("e")]),
    ]
    var state = dashboard(entries[0], entries[1])
    #expect(state.screen.contains("F9 help"))
    #expect(state.screen.contains("✗ 1 problem · ctrl-e lists them"))
    _ = state.update(.key(.function(9)), now: .zero)
    state.typeKeys("ctrl-e")
    #expect(state.screen.contains("list the problems of the source"))
  }

  @Test func `the footer omits an action without a key, and the header shows no key for it`() {
    let state = dashboard(
      Keymap.Entry(.program(.help), []),
      Keymap.Entry(.find(.problems), [])
    )
    #expect(!state.screen.contains(" help"))
    #expect(state.screen.contains("✗ 1 problem ·"))
  }

  @Test func `the palette shows the keys of the keymap and finds actions without a key`() {
    var state = dashboard(Keymap.Entry(.live(.refresh), []), keys: ":")
    state.typeKeys("refr")
    #expect(!state.screen.contains("F5"))
    #expect(state.press("enter") == [.session(.refresh)])
  }

  @Test func `in a text field, characters that are keys of actions are typed`() {
    var state = dashboard(Keymap.Entry(.program(.quit), [.character("c")]), keys: "/")
    state.typeKeys("cart")
    #expect(state.isTyping)
    #expect(state.screen.contains("cart"))
  }

  @Test func `messages name the keys of the keymap, or the action if it has no key`() {
    var state = dashboard(Keymap.Entry(.live(.refresh), [.function(9)]), keys: "p")
    #expect(state.screen.contains("F9 loads it again."))
    state.keymap = Keymap.resolved([Keymap.Entry(.live(.refresh), [])]).keymap
    _ = state.press("p")
    #expect(state.screen.contains("the action \"Refresh\" loads it again."))
  }
}
