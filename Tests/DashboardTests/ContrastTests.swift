import Documents
import Foundation
import Frame
import Terminal
import Testing

@testable import Dashboard

/// Tests the contrast of all themes, after the terminal has mapped their colours to the colours that it
/// has: 4.5 for text and 3 for borders and gauges, as WCAG requires.
struct ContrastTests {
  /// The theme files of the repository.
  static var files: [String] {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("themes").path
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).filter { $0.hasSuffix(".json") }.map { folder + "/" + $0 }.sorted()
  }

  private static let depths: [ColourDepth] = [.direct, .indexed, .sixteen]

  @Test(arguments: files, depths)
  func `every theme file has the required contrast at every colour depth`(
    path: String,
    depth: ColourDepth
  ) throws {
    let theme = try Theme(
      json: Array(Data(contentsOf: URL(fileURLWithPath: path))),
      name: ""
    )
    let palette = try #require(theme.palette)
    #expect(Contrast(theme, palette, depth).defects == [])
  }

  @Test(arguments: files)
  func `plain text, less important text and dimmed panes differ in contrast`(path: String) throws {
    let theme = try Theme(json: Array(Data(contentsOf: URL(fileURLWithPath: path))), name: "")
    let palette = try #require(theme.palette)
    let levels = [Role.text, .muted, .backdrop].map {
      palette.rgb(theme.style($0).foreground, standard: palette.foreground)
        .contrast(with: palette.background)
    }
    for (higher, lower) in zip(levels, levels.dropFirst()) {
      #expect(higher >= lower * 1.4, "\(levels)")
    }
  }

  @Test func `the default theme has the required contrast with the colours of xterm`() {
    let xterm = (UInt8(0)..<16).map(IndexedColours.components)
    let palette = ColourPalette(background: xterm[0], foreground: xterm[7], colours: xterm)
    #expect(Contrast(.terminal, palette, .direct).defects == [])
  }

  @Test func `the default theme has the required contrast in exported pictures`() {
    #expect(Contrast(.terminal, .standard, .direct).defects == [])
  }

  /// Colour schemes in the form of Windows Terminal, without roles, some of which have colours that
  /// are not legible on their background.
  private static let schemes = [
    scheme("usual dark", "#0c1014", "#cfd4da", selection: "#ffffff", saturation: 0xC0),
    scheme("usual light", "#ffffff", "#333333", selection: "#000000", saturation: 0x90),
    scheme("low contrast, dark", "#2b2b2b", "#5a5a5a", selection: "#3a3a3a", saturation: 0x48),
    scheme("low contrast, light", "#e8e4da", "#b0aca2", selection: "#d8d4ca", saturation: 0xC8),
    scheme("grey", "#777777", "#8a8a8a", selection: "#808080", saturation: 0x80),
    scheme("text equals background", "#205080", "#205080", selection: nil, saturation: 0x60),
    scheme("saturated background", "#ff00ff", "#00ff00", selection: "#ffff00", saturation: 0xFF),
  ]

  private static func scheme(
    _ name: String,
    _ background: String,
    _ foreground: String,
    selection: String?,
    saturation: UInt8
  ) -> String {
    var fields = [("name", name), ("background", background), ("foreground", foreground)]
    fields.append(("cursorColor", foreground))
    if let selection { fields.append(("selectionBackground", selection)) }
    for (number, key) in ColourPalette.names.enumerated() {
      let level: UInt8 = number < 8 ? saturation : UInt8(min(Int(saturation) + 40, 255))
      let colour = RGB(
        red: number & 1 == 0 ? 0x10 : level,
        green: number & 2 == 0 ? 0x10 : level,
        blue: number & 4 == 0 ? 0x10 : level
      )
      fields.append((key, colour.hexadecimal))
    }
    return "{" + fields.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ") + "}"
  }

  @Test(arguments: schemes, depths)
  func `a Windows Terminal scheme is legible without changes, whatever its colours are`(
    scheme: String,
    depth: ColourDepth
  ) throws {
    let theme = try Theme(json: Array(scheme.utf8), name: "")
    let palette = try #require(theme.palette)
    #expect(Contrast(theme, palette, depth).defects == [])
  }

  @Test func `a text colour with insufficient contrast is reported`() {
    let style = Look(foreground: RGB(red: 0x40, green: 0x40, blue: 0x40).colour)
    let theme = Theme(name: "x", palette: .standard, looks: [.key: style])
    let defects = Contrast(theme, .standard, .direct).defects
    #expect(defects.contains { $0.hasPrefix("text key: ") })
    #expect(defects.contains { $0.hasPrefix("text key under the cursor: ") })
  }
}

/// Measures the contrast of a theme on a terminal with a palette and a colour depth.
private struct Contrast {
  /// A description of each style whose contrast is insufficient.
  private(set) var defects: [String] = []
  private let theme: Theme
  private let palette: ColourPalette
  private let depth: ColourDepth

  /// The roles that give rows and dialogs their backgrounds.
  private static let rows: [[Role]] = [
    [.text], [.dialog], [.enabled], [.disabled], [.text, .markedRow], [.enabled, .markedRow],
    [.disabled, .markedRow],
  ]
  /// The roles of texts in rows and dialogs.
  private static let texts: [Role] = [
    .text, .title, .section, .changed, .fading, .variation, .overridden, .marked, .muted, .key,
    .match, .success, .information, .warning, .failure, .filter, .assignment,
  ]
  /// The roles of texts that have a background of their own.
  private static let patches: [Role] = [.brand, .stale, .failed, .button, .focusedButton]
  private static let gauges: [Role] = [.gauge1, .gauge2, .gauge3, .gauge4]

  init(_ theme: Theme, _ palette: ColourPalette, _ depth: ColourDepth) {
    self.theme = theme
    self.palette = palette
    self.depth = depth
    for row in Self.rows {
      let base = theme.style(row)
      for role in Self.texts {
        let style = theme.style(row + [role])
        let name = (row + [role]).map(\.rawValue).joined(separator: " ")
        check(style, 4.5, name)
        check(theme.selected(style, row: base), 4.5, name + " under the cursor")
      }
    }
    for role in Self.patches { check(theme.style([.dialog, role]), 4.5, "\(role)") }
    for role in Self.gauges {
      let style = theme.style(role)
      var number = style
      number.attributes.formUnion([.reversed, .bold])
      check(style, 3, "\(role)")
      check(theme.selected(style, row: theme.style(.text)), 3, "\(role) under the cursor")
      check(number, 4.5, "the number on \(role)")
    }
    check(theme.style(.border), 3, "border")
    check(theme.style(.focusedBorder), 3, "focusedBorder")
    check(theme.selectionBar(row: theme.style(.text)), 3, "the bar of the cursor")
  }

  private mutating func check(_ style: Style, _ minimum: Double, _ name: String) {
    let (foreground, background) = colours(style)
    let found = foreground.contrast(with: background)
    if found < minimum { defects.append("\(name): \(found)") }
  }

  /// The colours of a style on the terminal.
  private func colours(_ style: Style) -> (RGB, RGB) {
    var foreground = palette.rgb(style.foreground, standard: palette.foreground)
    var background = palette.rgb(style.background, standard: palette.background)
    let mapped = IndexedColours.nearest(to: foreground, on: background, in: depth)
    if depth != .direct, let mapped {
      foreground = IndexedColours.components(of: mapped.foreground)
      background = IndexedColours.components(of: mapped.background)
    }
    if style.attributes.contains(.reversed) { swap(&foreground, &background) }
    // Terminals dim text by a third to a half of its contrast.
    if style.attributes.contains(.dim) {
      foreground = foreground.mixed(with: background, share: 0.4)
    }
    return (foreground, background)
  }
}
