public import Frame

/// A theme of the dashboard, which defines a style for every role.
///
/// ```swift
/// let title = Theme.terminal.style(.title)
/// print(title.attributes)
/// ```
public struct Theme: Hashable, Sendable {
  /// The name of the theme, which the user selects in the theme picker or with an option.
  public let name: String
  /// The colours of the theme; `nil` for the colours that the user configured in the terminal.
  public let palette: Palette?
  private let looks: [Role: Look]
  /// The style of each role: its look, applied over the style of plain text.
  private let styles: [Role: Style]

  /// Creates a theme; all looks are derived from the palette unless `looks` replaces them.
  ///
  /// - Parameters:
  ///   - name: The name of the theme, which the user selects.
  ///   - palette: The colours of the theme; `nil` for the colours configured in the terminal.
  ///   - looks: The looks of some roles, which replace the derived ones.
  public init(name: String, palette: Palette? = nil, looks: [Role: Look] = [:]) {
    self.name = name
    self.palette = palette
    let derived = palette.map(Theme.looks(from:)) ?? Theme.terminalLooks
    let all = derived.merging(looks) { _, own in own }
    self.looks = all
    let text = all[.text]?.applied(to: .plain) ?? .plain
    let pairs = Role.allCases.map { role in (role, all[role]?.applied(to: text) ?? text) }
    styles = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The default theme, which uses the 16 colours that the user configured in the terminal.
  public static let terminal = Theme(name: "terminal")

  /// The name of the theme that replaces ``terminal`` on a light background.
  static let lightName = "beacon-day"

  /// Returns the style of a role, applied over the style of plain text.
  public func style(_ role: Role) -> Style { styles[role] ?? .plain }

  /// Returns the combined style of several roles; later roles take precedence.
  func style(_ roles: [Role]) -> Style {
    guard let first = roles.first else { return style(.text) }
    return roles.dropFirst().reduce(style(first)) { style, role in
      role == .text ? style : looks[role]?.applied(to: style) ?? style
    }
  }
}

extension Theme {
  /// The looks of the theme `terminal`: only ANSI colours and the default colours of the terminal.
  ///
  /// Uses the bright variants of red, blue and purple: the normal ones are too dark on the black
  /// background of most terminals.
  private static let terminalLooks: [Role: Look] = [
    .brand: Look(foreground: .ansi(6), attributes: [.bold, .reversed]),
    .title: Look(attributes: .bold),
    .section: Look(foreground: .ansi(6), attributes: .bold),
    .selection: Look(attributes: [.bold, .reversed]),
    .enabled: Look(foreground: .ansi(2)),
    .disabled: Look(foreground: .standard, attributes: .dim),
    .overridden: Look(foreground: .ansi(3), attributes: .bold),
    .marked: Look(foreground: .ansi(13), attributes: .bold),
    // A tint would need a background, and all of the 16 colours are too strong for that.
    .markedRow: Look(attributes: .bold),
    .changed: Look(foreground: .ansi(6), attributes: .bold),
    .fading: Look(foreground: .ansi(6)),
    .stale: Look(foreground: .ansi(3), attributes: [.bold, .reversed]),
    .failed: Look(foreground: .ansi(9), attributes: [.bold, .reversed]),
    // Dims the default colour: the colour of a row, when dimmed, is hard to read.
    .muted: Look(foreground: .standard, attributes: .dim),
    .key: Look(foreground: .ansi(6), attributes: .bold),
    .border: Look(attributes: .dim),
    .focusedBorder: Look(foreground: .ansi(6)),
    .match: Look(foreground: .ansi(0), background: .ansi(3)),
    .success: Look(foreground: .ansi(2), attributes: .bold),
    .information: Look(foreground: .ansi(6), attributes: .bold),
    .warning: Look(foreground: .ansi(3), attributes: .bold),
    .failure: Look(foreground: .ansi(9), attributes: .bold),
    .filter: Look(foreground: .ansi(13), attributes: .bold),
    .backdrop: Look(foreground: .standard, attributes: .dim),
    .button: Look(foreground: .standard, attributes: .dim),
    .focusedButton: Look(attributes: [.bold, .reversed]),
    .assignment: Look(foreground: .ansi(3), attributes: .bold),
    .gauge1: Look(foreground: .ansi(6)),
    .gauge2: Look(foreground: .ansi(13)),
    .gauge3: Look(foreground: .standard),
    .gauge4: Look(foreground: .ansi(3)),
  ]
}
