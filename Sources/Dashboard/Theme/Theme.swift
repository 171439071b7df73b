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
  private var looks: [Role: Look]

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
    self.looks = derived.merging(looks) { _, own in own }
  }

  /// The default theme, which uses the 16 colours that the user configured in the terminal.
  public static let terminal = Theme(name: "terminal")

  /// Returns the style of a role, applied over the style of plain text.
  public func style(_ role: Role) -> Style {
    style([role])
  }

  /// Returns the combined style of several roles; later roles take precedence.
  func style(_ roles: [Role]) -> Style {
    var style = look(.text).applied(to: .plain)
    for role in roles where role != .text { style = look(role).applied(to: style) }
    return style
  }

  private func look(_ role: Role) -> Look { looks[role] ?? Look() }
}

extension Theme {
  /// The looks of the theme `terminal`: only ANSI colours and the default colours, so that text
  /// is legible on dark and light terminals.
  private static let terminalLooks: [Role: Look] = [
    .brand: Look(foreground: .ansi(6), attributes: [.bold, .reversed]),
    .title: Look(attributes: .bold),
    .section: Look(foreground: .ansi(6), attributes: .bold),
    .selection: Look(attributes: [.bold, .reversed]),
    .enabled: Look(foreground: .ansi(2)),
    .disabled: Look(foreground: .ansi(1)),
    .overridden: Look(foreground: .ansi(3), attributes: .bold),
    .marked: Look(foreground: .ansi(5), attributes: .bold),
    .changed: Look(foreground: .ansi(6), attributes: .bold),
    .fading: Look(foreground: .ansi(6)),
    .stale: Look(foreground: .ansi(3), attributes: [.bold, .reversed]),
    .failed: Look(foreground: .ansi(1), attributes: [.bold, .reversed]),
    .muted: Look(attributes: .dim),
    .key: Look(foreground: .ansi(6), attributes: .bold),
    .border: Look(attributes: .dim),
    .focusedBorder: Look(foreground: .ansi(6)),
    .match: Look(foreground: .ansi(0), background: .ansi(3)),
    .success: Look(foreground: .ansi(2), attributes: .bold),
    .information: Look(foreground: .ansi(6), attributes: .bold),
    .warning: Look(foreground: .ansi(3), attributes: .bold),
    .failure: Look(foreground: .ansi(1), attributes: .bold),
    .filter: Look(foreground: .ansi(5), attributes: .bold),
    .backdrop: Look(attributes: .dim),
    .button: Look(attributes: .dim),
    .focusedButton: Look(attributes: [.bold, .reversed]),
    .assignment: Look(foreground: .ansi(3), attributes: .bold),
    .gauge1: Look(foreground: .ansi(6)),
    .gauge2: Look(foreground: .ansi(5)),
    .gauge3: Look(foreground: .ansi(4)),
    .gauge4: Look(foreground: .ansi(3)),
  ]
}
