public import Frame

/// A theme of the dashboard: a style for every role.
///
/// ```swift
/// let title = Theme.terminal.style(.title)
/// print(title.attributes)
/// ```
public struct Theme: Hashable, Sendable {
  /// The name by which the user chooses the theme.
  public let name: String
  /// The colours of the theme; `nil` for the colours of the terminal settings.
  public let palette: Palette?
  private var looks: [Role: Look]

  /// Makes a theme.
  ///
  /// - Parameters:
  ///   - name: The name by which the user chooses the theme.
  ///   - palette: The colours of the theme; `nil` for the colours of the terminal settings.
  ///   - looks: The looks of single roles, which replace the derived ones.
  public init(name: String, palette: Palette? = nil, looks: [Role: Look] = [:]) {
    self.name = name
    self.palette = palette
    let derived = palette.map(Theme.looks(from:)) ?? Theme.terminalLooks
    self.looks = derived.merging(looks) { _, own in own }
  }

  /// The theme with the sixteen colours of the terminal settings.
  public static let terminal = Theme(name: "terminal")

  /// The style of a role.
  public func style(_ role: Role) -> Style {
    style([role])
  }

  /// The style of several roles, each applied over the roles before it.
  func style(_ roles: [Role]) -> Style {
    var style = look(.text).applied(to: .plain)
    for role in roles where role != .text { style = look(role).applied(to: style) }
    return style
  }

  private func look(_ role: Role) -> Look { looks[role] ?? Look() }
}

extension Theme {
  /// The looks without direct colours, which are legible on dark and light terminals.
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
