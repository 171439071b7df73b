import Documents
import FeatureFlags
import Foundation
import Frame
import Testing

@testable import Dashboard

/// Tests theme files: those of the repository, and published colour schemes.
struct ThemeTests {
  /// The folder `themes` of the repository.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("themes")

  private static var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "json" }
    }
  }

  private func theme(_ file: URL) throws -> Theme {
    let name = file.deletingPathExtension().lastPathComponent
    return try Theme(json: Array(Data(contentsOf: file)), fallbackName: name)
  }

  private func contrast(_ style: Style, _ palette: Palette) -> Double {
    let foreground = palette.rgb(style.foreground, standard: palette.foreground)
    return foreground.contrast(with: palette.rgb(style.background, standard: palette.background))
  }

  @Test func `each theme of the repository is named after its file`() throws {
    let files = try Self.files
    #expect(files.count >= 6)
    for file in files {
      #expect(try theme(file).name == file.deletingPathExtension().lastPathComponent)
    }
  }

  @Test func `every theme has the required contrast`() throws {
    let roles: [[Role]] =
      Role.allCases.filter { ![.border, .focusedBorder, .backdrop].contains($0) }.map { [$0] }
      + [
        [.enabled, .muted], [.disabled, .muted], [.enabled, .overridden], [.disabled, .overridden],
      ]
    for file in try Self.files {
      let theme = try theme(file)
      let palette = try #require(theme.palette)
      for role in roles {
        let found = contrast(theme.style(role), palette)
        #expect(found >= 4.5, "\(theme.name): \(role) has \(found)")
      }
      for role in [Role.text, .enabled, .disabled, .muted, .overridden] {
        let row = theme.style(role)
        let found = contrast(theme.selected(row, row: row), palette)
        #expect(found >= 4.5, "\(theme.name): \(role) under the cursor has \(found)")
      }
    }
  }

  @Test func `the theme signal distinguishes enabled and disabled rows for colour-blind users`()
    throws
  {
    let file = Self.folder.appendingPathComponent("signal.json")
    let theme = try theme(file)
    guard case .rgb(_, _, let on) = theme.style(.enabled).foreground,
      case .rgb(_, _, let off) = theme.style(.disabled).foreground
    else {
      Issue.record("no colours of its own")
      return
    }
    #expect(Int(on) - Int(off) > 100)
  }

  /// Creates the JSON of a theme like a published colour scheme, which has only colours.
  ///
  /// `change` edits the colours; `roles` is the JSON of the roles that the theme has in addition.
  private func scheme(_ change: (inout [String: String]) -> Void = { _ in }, roles: String = "{}")
    -> [UInt8]
  {
    var fields = ["background": "#000000", "foreground": "#ffffff", "name": "scheme"]
    for name in Palette.names { fields[name] = "#808080" }
    change(&fields)
    let pairs = fields.map { "\"\($0)\": \"\($1)\"" } + ["\"roles\": \(roles)", "\"more\": 1"]
    return Array("{\(pairs.joined(separator: ","))}".utf8)
  }

  @Test func `a published colour scheme is a valid theme`() throws {
    let theme = try Theme(json: scheme(), fallbackName: "file")
    #expect(theme.name == "scheme")
    #expect(theme.style(.text).foreground == .rgb(red: 255, green: 255, blue: 255))
  }

  @Test func `a role accepts an RGB colour or the name of a palette colour`() throws {
    let roles =
      "{\"enabled\": {\"foreground\": \"#f00\", \"background\": \"black\", \"bold\": true}}"
    let theme = try Theme(json: scheme(roles: roles), fallbackName: "file")
    #expect(
      theme.style(.enabled)
        == Style(
          foreground: .rgb(red: 255, green: 0, blue: 0),
          background: .rgb(red: 128, green: 128, blue: 128),
          attributes: .bold
        )
    )
  }

  @Test func `a malformed theme is rejected with its location`() {
    func words(_ json: [UInt8]) -> String? {
      let thrown = #expect(throws: DocumentError.self) {
        try Theme(json: json, fallbackName: "file")
      }
      return thrown.map { "\($0.line ?? 0): \($0)" }
    }
    let colour = "expected a colour such as \"#1e1e2e\""
    #expect(words(scheme { $0["red"] = nil }) == "1: \"red\": found nothing, \(colour)")
    #expect(words(scheme { $0["red"] = "#12" }) == "1: \"red\": found \"#12\", \(colour)")
    #expect(
      words(scheme(roles: "{\n\"enable\": {}}"))?
        .hasPrefix("2: \"roles\": found \"enable\", expected one of text, ") == true
    )
    #expect(
      words(scheme(roles: "{\"enabled\": {\n\"foreground\": \"pink\"}}"))
        == "2: \"roles.enabled.foreground\": found \"pink\", \(colour)"
    )
    #expect(
      words(scheme(roles: "{\"enabled\": {\"bold\": 1}}"))
        == "1: \"roles.enabled.bold\": found 1, expected true or false"
    )
    #expect(words(scheme(roles: "3")) == "1: \"roles\": found 3, expected an object")
    #expect(words(Array("[]".utf8)) == "1: found a list, expected an object")
    #expect(words([]) == "0: found nothing, expected a document")
    #expect(words(Array("{".utf8))?.hasPrefix("1: column 2: found the end") == true)
  }

  @Test func `the computed contrast equals the WCAG contrast ratio`() {
    let white = RGB(red: 255, green: 255, blue: 255)
    #expect(abs(white.contrast(with: RGB(red: 0, green: 0, blue: 0)) - 21) < 0.001)
    #expect(abs(white.contrast(with: RGB(red: 0x76, green: 0x76, blue: 0x76)) - 4.54) < 0.01)
  }

  @Test func `the terminal theme uses no RGB colours`() {
    for role in Role.allCases {
      let style = Theme.terminal.style(role)
      for colour in [style.foreground, style.background] {
        if case .rgb = colour { Issue.record("\(role) has \(colour)") }
      }
    }
  }

  @Test
  func
    `moving the cursor previews a theme, Enter selects it, and Escape restores the previous one`()
  {
    let themes = Shop.themes
    var state = Shop.dashboard(columns: 80, rows: 24, themes: themes, keys: "t j")
    #expect(state.theme == themes[0])
    _ = state.press("esc")
    #expect(state.theme == .terminal)
    _ = state.press("t j j enter")
    #expect(state.theme == themes[1])
  }

  @Test(arguments: [
    ("t j enter", ["harbour-night"]), ("t space", ["terminal"]), ("t j esc", []), ("t j j q", []),
    ("t j", []),
  ])
  func `a selected theme is saved, but not a previewed or a cancelled one`(
    keys: String,
    saved: [String]
  ) {
    for context in [Shop.context, Shop.readOnly] {
      var state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, context: context)
      #expect(state.press(keys) == saved.map(Effect.saveTheme))
    }
  }
}
