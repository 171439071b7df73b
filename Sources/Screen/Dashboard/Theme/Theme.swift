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
  public let palette: ColourPalette?
  private let looks: [Role: Look]
  /// The style of each role: its look, applied over the style of plain text.
  private let styles: [Role: Style]

  /// Creates a theme; all looks are derived from the palette unless `looks` replaces them.
  ///
  /// - Parameters:
  ///   - name: The name of the theme, which the user selects.
  ///   - palette: The colours of the theme; `nil` for the colours configured in the terminal.
  ///   - looks: The looks of some roles, which replace the derived ones.
  public init(name: String, palette: ColourPalette? = nil, looks: [Role: Look] = [:]) {
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
    // Uses bold text instead of a tinted background, because all of the 16 colours are too strong for a
    // tint.
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

extension Theme {
  /// Derives the looks of all roles from a palette.
  ///
  /// Moves each colour towards the text colour until its contrast is sufficient on all backgrounds
  /// on which it is drawn, so that text is legible with every palette.
  static func looks(from palette: ColourPalette) -> [Role: Look] {
    let shades = Shades(palette)
    var looks = textLooks(shades)
    looks.merge(noticeLooks(shades)) { first, _ in first }
    looks.merge(surfaceLooks(shades)) { first, _ in first }
    for (role, number) in zip([Role.gauge1, .gauge2, .gauge3, .gauge4], [6, 5, 4, 3]) {
      looks[role] = Look(foreground: shades.legible(number).colour)
    }
    return looks
  }

  private static func textLooks(_ shades: Shades) -> [Role: Look] {
    [
      .text: Look(foreground: shades.text.colour, background: shades.background.colour),
      .title: Look(foreground: shades.text.colour, attributes: .bold),
      .section: Look(foreground: shades.legible(4).colour, attributes: .bold),
      .enabled: Look(
        foreground: shades.legible(2).colour,
        background: shades.enabled.colour
      ),
      .disabled: Look(foreground: shades.muted.colour),
      .overridden: Look(foreground: shades.legible(3).colour, attributes: .bold),
      .marked: Look(foreground: shades.legible(5).colour, attributes: .bold),
      .markedRow: Look(background: shades.markedRow.colour),
      .muted: Look(foreground: shades.muted.colour),
      .key: Look(foreground: shades.legible(6).colour, attributes: .bold),
      .assignment: Look(foreground: shades.legible(3).colour, attributes: .bold),
      .match: shades.patch(3),
    ]
  }

  private static func noticeLooks(_ shades: Shades) -> [Role: Look] {
    [
      .success: Look(foreground: shades.legible(2).colour, attributes: .bold),
      .information: Look(foreground: shades.legible(6).colour, attributes: .bold),
      .warning: Look(foreground: shades.legible(3).colour, attributes: .bold),
      .failure: Look(foreground: shades.legible(1).colour, attributes: .bold),
      .filter: Look(foreground: shades.legible(5).colour, attributes: .bold),
      .changed: Look(foreground: shades.legible(6).colour, attributes: .bold),
      .fading: Look(foreground: shades.legible(6).colour),
      .stale: shades.patch(3, attributes: .bold),
      .failed: shades.patch(1, attributes: .bold),
    ]
  }

  private static func surfaceLooks(_ shades: Shades) -> [Role: Look] {
    [
      .brand: shades.patch(6, attributes: .bold),
      .selection: Look(background: shades.selection.colour, attributes: .bold),
      .backdrop: Look(
        foreground: shades.background.mixed(with: shades.text, share: 0.42).colour
      ),
      .border: Look(foreground: shades.border.colour),
      .focusedBorder: Look(foreground: shades.focusedBorder.colour),
      .button: Look(foreground: shades.muted.colour, background: shades.raised.colour),
      .focusedButton: shades.patch(6, attributes: .bold),
    ]
  }
}

/// Derives further colours, such as tints, by mixing the colours of a palette.
private struct Shades {
  let palette: ColourPalette
  let background: RGB
  let text: RGB
  let selection: RGB
  let enabled: RGB
  let markedRow: RGB
  let raised: RGB
  let muted: RGB
  /// All backgrounds of rows, on each of which text in every colour can be drawn.
  private let surfaces: [RGB]

  /// The contrast of text: that of WCAG with a margin for rounding.
  ///
  /// Black or white reaches 4.58 on every background.
  private static let textContrast = 4.55
  /// The contrast of borders: that of WCAG with a margin for rounding.
  private static let borderContrast = 3.05

  init(_ palette: ColourPalette) {
    self.palette = palette
    let background = palette.background
    let text = palette.foreground.legible(on: [background], contrast: Self.textContrast)
    /// A mix of the background and another colour on which the text is still legible.
    func surface(_ colour: RGB, share: Double) -> RGB {
      let mixes = (0..<10).map {
        background.mixed(with: colour, share: share * Double(10 - $0) / 10)
      }
      return mixes.first { text.contrast(with: $0) >= Self.textContrast } ?? background
    }
    self.background = background
    self.text = text
    selection = surface(palette.selection ?? text, share: palette.selection == nil ? 0.17 : 1)
    enabled = surface(palette.colours[2], share: 0.11)
    markedRow = surface(palette.colours[5], share: 0.22)
    raised = surface(text, share: 0.09)
    surfaces = [background, selection, enabled, markedRow, raised]
    muted = text.mixed(with: background, share: 0.38)
      .legible(on: surfaces, contrast: Self.textContrast, towards: text)
  }

  var border: RGB {
    background.mixed(with: text, share: 0.30)
      .legible(on: [background], contrast: Self.borderContrast, towards: text)
  }

  var focusedBorder: RGB {
    palette.colours[6]
      .legible(on: [background, selection], contrast: Self.borderContrast, towards: text)
  }

  /// The ANSI colour with the given number, moved towards the text colour until it is legible on
  /// all surfaces.
  func legible(_ number: Int) -> RGB {
    palette.colours[number].legible(on: surfaces, contrast: Self.textContrast, towards: text)
  }

  /// Creates a look for text on a background in the ANSI colour with the given number.
  func patch(_ number: Int, attributes: Style.Attributes = []) -> Look {
    let patch = palette.colours[number]
    let text = background.legible(on: [patch], contrast: Self.textContrast)
    return Look(foreground: text.colour, background: patch.colour, attributes: attributes)
  }
}

/// The changes that a role makes to the style of the text.
public struct Look: Hashable, Sendable {
  /// The colour of the text; `nil` keeps the previous colour.
  public var foreground: Colour?
  /// The colour behind the text; `nil` keeps the previous colour.
  public var background: Colour?
  /// The attributes to add, such as bold and dim.
  public var attributes: Style.Attributes

  /// Creates a look; without arguments, it changes nothing.
  public init(
    foreground: Colour? = nil,
    background: Colour? = nil,
    attributes: Style.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Applies the changes to a style.
  ///
  /// If the look sets a colour, the text is not dimmed by the style: dimmed colours are hard to read.
  func applied(to style: Style) -> Style {
    let inherited = foreground == nil ? style.attributes : style.attributes.subtracting(.dim)
    return Style(
      foreground: foreground ?? style.foreground,
      background: background ?? style.background,
      attributes: inherited.union(attributes)
    )
  }
}
