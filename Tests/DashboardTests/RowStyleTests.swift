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

  @Test func `an overridden state has the colour of overrides, and others do not`() throws {
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

  @Test func `the row of a marked feature is tinted`() throws {
    let state = Shop.dashboard(columns: 80, rows: 24, theme: theme, keys: "j m j")
    let tint = theme.style([.disabled, .markedRow]).background
    #expect(tint != theme.style(.disabled).background)
    #expect(try styles(of: "Gold theme", in: state).allSatisfy { $0.background == tint })
    #expect(try styles(of: "Locked", in: state).allSatisfy { $0.background == tint })
    #expect(try styles(of: "Beta badge", in: state).allSatisfy { $0.background != tint })
  }

  @Test(arguments: ["?", ":", "f", "s", "v", "y", "O", "L", "P", "B"])
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
