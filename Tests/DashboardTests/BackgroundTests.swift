import Foundation
import Frame
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the choice of the theme by the background of the terminal.
struct BackgroundTests {
  private static let light = Theme(name: Theme.lightName, palette: .standard)
  private static let other = Theme(name: "other", palette: .standard)

  /// A dashboard with the theme `terminal`, which the user has not chosen.
  private func dashboard(
    themes: [Theme] = [.terminal, light, other],
    keys: String = ""
  ) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24, themes: themes)
    state.followsBackground = true
    _ = state.press(keys)
    return state
  }

  private func report(isLight: Bool, in state: inout DashboardState) {
    #expect(state.update(.background(isLight: isLight), now: .zero).isEmpty)
  }

  @Test func `a light terminal background switches to the light theme without saving the choice`() {
    var state = dashboard()
    report(isLight: true, in: &state)
    #expect(state.theme == Self.light)
  }

  @Test func `with a dark or unreported background the theme remains the one named terminal`() {
    var state = dashboard()
    #expect(state.theme == .terminal)
    report(isLight: false, in: &state)
    #expect(state.theme == .terminal)
  }

  @Test
  func `a light background that is reported before the themes are loaded applies the light theme`()
  {
    var state = dashboard(themes: [])
    report(isLight: true, in: &state)
    #expect(state.theme == .terminal)
    _ = state.update(.themes([.terminal, Self.light]), now: .zero)
    #expect(state.theme == Self.light)
  }

  @Test func `a theme from the options or the settings is kept on a light background`() {
    for theme in [Theme.terminal, Self.other] {
      var state = Shop.dashboard(
        columns: 80,
        rows: 24,
        theme: theme,
        themes: [.terminal, Self.light, Self.other]
      )
      report(isLight: true, in: &state)
      #expect(state.theme == theme)
    }
  }

  @Test(arguments: ["t enter", "t j j enter"])
  func `a theme that the user chooses before the terminal reports its background is kept`(
    keys: String
  ) {
    var state = dashboard(keys: keys)
    let chosen = state.theme
    report(isLight: true, in: &state)
    _ = state.update(.themes([.terminal, Self.light, Self.other]), now: .zero)
    #expect(state.theme == chosen)
    #expect(chosen.name == (keys == "t enter" ? "terminal" : "other"))
  }

  @Test func `the theme named terminal is kept if the user chooses it on a light background`() {
    var state = dashboard()
    report(isLight: true, in: &state)
    #expect(state.press("t k enter") == [.saveTheme("terminal")])
    #expect(state.theme == .terminal)
    _ = state.update(.themes([.terminal, Self.light, Self.other]), now: .zero)
    #expect(state.theme == .terminal)
  }

  @Test func `a report of the background does not change the theme that an open picker previews`() {
    var state = dashboard(keys: "t j j")
    report(isLight: true, in: &state)
    #expect(state.theme == Self.other)
    _ = state.press("esc")
    #expect(state.theme == Self.light)
  }

  @Test func `the theme that is applied on a light background has a light background`() throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("themes/\(Theme.lightName).json")
    let theme = try Theme(json: Array(Data(contentsOf: file)), name: Theme.lightName)
    #expect(theme.palette?.background.isLight == true)
  }
}
