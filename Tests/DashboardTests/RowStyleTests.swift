import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests the colours of rows and of the panes behind dialogs.
struct RowStyleTests {
  private let theme = Theme(name: "x", palette: .standard)

  /// The styles of the cells of a text on the screen.
  private func styles(of text: String, in state: DashboardState) throws -> [Style] {
    let frame = state.frame(now: .zero)
    let lines = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
    let range = try #require(lines[row].firstRange(of: text))
    let column = DisplayText(String(lines[row][..<range.lowerBound])).width
    return (column..<column + DisplayText(text).width).map { frame[column: $0, row: row].style }
  }

  @Test func `only an overridden state has the colour of overrides`() throws {
    let state = Shop.dashboard(columns: 80, rows: 24, theme: theme)
    let colour = theme.style([.text, .overridden]).foreground
    #expect(try styles(of: "Group A", in: state).allSatisfy { $0.foreground == colour })
    #expect(try styles(of: "Cards", in: state).allSatisfy { $0.foreground != colour })
  }

  @Test func `overridden values in the details have the colour of overrides`() throws {
    let state = Shop.dashboard(columns: 80, rows: 24, theme: theme, keys: "/ c t a enter enter")
    let colour = theme.style(.overridden).foreground
    #expect(try styles(of: "Group A ◆", in: state).allSatisfy { $0.foreground == colour })
  }

  @Test(arguments: [Theme.terminal, Theme(name: "x", palette: .standard)])
  func `the row under the cursor has the same background for every state of a feature`(
    theme: Theme
  ) throws {
    let names = ["Beta badge", "Gold theme", "Product layout", "Gift wrap", "Old banner"]
    let backgrounds = try names.map { name in
      var state = Shop.dashboard(columns: 80, rows: 24, theme: theme, keys: "/")
      _ = state.update(.paste(name), now: .zero)
      _ = state.press("enter esc")
      return try styles(of: name, in: state).map { style in
        style.attributes.contains(.reversed) ? style.foreground : style.background
      }
    }
    #expect(Set(backgrounds.joined()).count == 1)
  }

  @Test func `the row of a disabled feature is dimmed instead of red`() throws {
    let red = theme.style(.failure).foreground
    let state = Shop.dashboard(columns: 80, rows: 24, theme: theme)
    let styles = try styles(of: "Gift wrap", in: state)
    #expect(styles.allSatisfy { $0.foreground == theme.style(.muted).foreground })
    #expect(styles.allSatisfy { $0.foreground != red })
    #expect(state.screen.contains("⚐ Gift wrap"))
  }

  @Test(
    arguments: [
      ("control", false, "off · control", Role.disabled),
      ("control", true, "on · control", .enabled),
      ("off", false, "  off  ", .disabled), ("on", true, "  on  ", .enabled),
    ] as [(TestVariation, Bool, String, Role)]
  )
  func `the row of a flag service feature has the text and the colour of its on or off state`(
    variation: TestVariation,
    isOn: Bool,
    text: String,
    role: Role
  ) throws {
    let feature = Feature(
      service: "Gift",
      variations: [ServiceVariation(variation, isOn: isOn), ServiceVariation("other")],
      given: variation
    )
    let source = LoadedSource(features: [feature, Feature(name: "A")], origin: .file)
    let state = Shop.dashboard(columns: 80, rows: 24, theme: theme, snapshot: source)
    let styles = try styles(of: text, in: state)
    #expect(styles.allSatisfy { $0.foreground == theme.style(role).foreground })
  }

  @Test func `the row of a marked feature is tinted`() throws {
    let state = Shop.dashboard(columns: 80, rows: 24, theme: theme, keys: "j m j")
    let tint = theme.style([.disabled, .markedRow]).background
    #expect(tint != theme.style(.disabled).background)
    #expect(try styles(of: "Gold theme", in: state).allSatisfy { $0.background == tint })
    #expect(try styles(of: "Locked", in: state).allSatisfy { $0.background == tint })
    #expect(try styles(of: "Beta badge", in: state).allSatisfy { $0.background != tint })
  }

  @Test(arguments: ["?", ":", "f", "s", "v", "y", "O", "L", "B"])
  func `every dialog dims the panes behind it`(key: String) throws {
    let state = Shop.dashboard(columns: 120, rows: 32, theme: theme, keys: "/ c t a enter " + key)
    let dialog = try #require(state.dialog)
    #expect(dialog.isModal)
    #expect(
      try styles(of: "╭ Features", in: state)
        == Array(
          repeating: theme.style(.backdrop),
          count: "╭ Features".count
        )
    )
  }

  @Test func `the theme picker does not dim the panes, whose colours it previews`() throws {
    let state = Shop.dashboard(columns: 120, rows: 32, theme: theme, keys: "t")
    #expect(try styles(of: "Features", in: state).allSatisfy { $0 == theme.style(.title) })
  }
}
