import Documents
import FeatureFlags
import Foundation
import Frame
import Testing

@testable import Dashboard

/// Tests theme files: the files of the repository, and published colour schemes of other programs.
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
    return try Theme(json: Array(Data(contentsOf: file)), name: name)
  }

  @Test func `each theme file of the repository contains its file name as its name`() throws {
    let files = try Self.files
    #expect(files.count >= 14)
    for file in files {
      let scheme = try JSONReader.read(Array(Data(contentsOf: file)))
      let name = scheme.members?.first { $0.key == "name" }?.node.string
      #expect(name == file.deletingPathExtension().lastPathComponent)
    }
  }

  @Test func `the page about themes lists every theme file and every role`() throws {
    let root = Self.folder.deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/themes.md"),
      encoding: .utf8
    )
    let names = try Self.files.map { $0.deletingPathExtension().lastPathComponent }
    for name in names + Role.allCases.map(\.rawValue) {
      #expect(page.contains("\n| `\(name)` | "), "\(name)")
    }
  }

  /// The linear components that a user without one kind of cone cells perceives, after Machado and
  /// others (2009).
  private static let perception = [
    "deuteranopia": [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.303900],
    ],
  ]

  @Test(arguments: [
    ("signal", "deuteranopia"), ("signal-day", "deuteranopia"), ("lantern", "tritanopia"),
  ])
  func `a theme for colour-blind users has distinct colours for enabled and disabled rows`(
    name: String,
    blindness: String
  ) throws {
    let theme = try theme(Self.folder.appendingPathComponent(name + ".json"))
    let matrix = try #require(Self.perception[blindness])
    func perceived(_ role: Role) throws -> [Double] {
      let palette = try #require(theme.palette)
      let colour = palette.rgb(theme.style(role).foreground, standard: palette.foreground)
      let linear = [colour.red, colour.green, colour.blue].map(RGB.linear)
      return matrix.map { row in zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let differences = zip(try perceived(.enabled), try perceived(.disabled)).map { abs($0 - $1) }
    #expect((differences.max() ?? 0) > 0.2, "\(differences)")
  }

  /// Creates the JSON of a theme like a published colour scheme, which has only colours.
  ///
  /// `change` edits the colours; `roles` is the JSON of the roles that the theme has in addition.
  private func scheme(_ change: (inout [String: String]) -> Void = { _ in }, roles: String = "{}")
    -> [UInt8]
  {
    var fields = ["background": "#000000", "foreground": "#ffffff", "name": "scheme"]
    for name in ColourPalette.names { fields[name] = "#808080" }
    change(&fields)
    let pairs = fields.map { "\"\($0)\": \"\($1)\"" } + ["\"roles\": \(roles)", "\"more\": 1"]
    return Array("{\(pairs.joined(separator: ","))}".utf8)
  }

  @Test func `a published colour scheme is a valid theme, named after its file`() throws {
    let theme = try Theme(json: scheme(), name: "file")
    #expect(theme.name == "file")
    #expect(theme.style(.text).foreground == .rgb(red: 255, green: 255, blue: 255))
  }

  @Test func `a role accepts an RGB colour or the name of a palette colour`() throws {
    let roles =
      "{\"enabled\": {\"foreground\": \"#f00\", \"background\": \"black\", \"bold\": true}}"
    let theme = try Theme(json: scheme(roles: roles), name: "file")
    #expect(
      theme.style(.enabled)
        == Style(
          foreground: .rgb(red: 255, green: 0, blue: 0),
          background: .rgb(red: 128, green: 128, blue: 128),
          attributes: .bold
        )
    )
  }

  @Test func `a malformed theme is rejected with the location of the error`() {
    func words(_ json: [UInt8]) -> String? {
      let thrown = #expect(throws: DocumentError.self) {
        try Theme(json: json, name: "file")
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

  @Test func `themes that are read while the picker is open leave the cursor on its theme`() {
    var state = Shop.dashboard(columns: 80, rows: 24, themes: [Shop.themes[1]], keys: "t j")
    _ = state.update(.themes(Shop.themes), now: .zero)
    #expect(state.frame(now: .zero).text.contains("│▌○ sailcloth"))
    _ = state.press("k enter")
    #expect(state.theme == Shop.themes[0])
  }

  @Test func `a theme from a file outside the library stays in the picker`() {
    let own = Theme(name: "own", palette: .standard)
    var state = DashboardState(
      size: Size(columns: 80, rows: 24),
      theme: own,
      context: Shop.context
    )
    _ = state.update(.themes(Shop.themes), now: .zero)
    #expect(state.themes.map(\.name) == ["own"] + Shop.themes.map(\.name))
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
