import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests the change of a theme while the dashboard is open.
struct ThemeChangeTests {
  private static func palette(_ level: UInt8) -> ColourPalette {
    var palette = ColourPalette.standard
    palette.background = RGB(red: level, green: 0, blue: 0)
    return palette
  }

  private let old = Theme(name: "mine", palette: palette(1))
  private let new = Theme(name: "mine", palette: palette(9))
  private let other = Theme(name: "other", palette: .standard)

  private func dashboard(keys: String = "") -> DashboardState {
    Shop.dashboard(columns: 80, rows: 24, theme: old, themes: [old, other], keys: keys)
  }

  @Test func `a changed file of the current theme changes the colours of the screen`() {
    var state = dashboard()
    #expect(state.update(.themeChanged(new), now: .zero).isEmpty)
    #expect(state.theme == new)
    #expect(state.themes == [new, other])
    let frame = state.frame(now: .zero)
    #expect(frame[column: 1, row: 5].style.background == RGB(red: 9, green: 0, blue: 0).colour)
  }

  @Test func `a changed file of another theme only changes the list of themes`() {
    var state = dashboard()
    let changed = Theme(name: "other", palette: Self.palette(7))
    _ = state.update(.themeChanged(changed), now: .zero)
    #expect(state.theme == old)
    #expect(state.themes == [old, changed])
  }

  @Test func `the theme of changed settings is applied unless the theme picker is open`() {
    var state = dashboard()
    _ = state.update(.themeSelected(other), now: .zero)
    #expect(state.theme == other)
    let added = Theme(name: "added", palette: Self.palette(3))
    _ = state.update(.themeSelected(added), now: .zero)
    #expect(state.theme == added)
    #expect(state.themes == [old, other, added])
    var picker = dashboard(keys: "t")
    _ = picker.update(.themeSelected(other), now: .zero)
    #expect(picker.theme == old)
  }

  @Test
  func `cancelling the theme picker applies the current theme with the changes of its file`() {
    var state = dashboard(keys: "t j")
    #expect(state.theme == other)
    _ = state.update(.themeChanged(new), now: .zero)
    #expect(state.theme == other)
    _ = state.press("esc")
    #expect(state.theme == new)
  }
}
