import Frame

extension Theme {
  /// Derives the looks of all roles from a palette.
  ///
  /// Moves each colour towards the text colour until its contrast is sufficient on all backgrounds
  /// on which it is drawn, so that text is legible with every palette.
  static func looks(from palette: Palette) -> [Role: Look] {
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
  let palette: Palette
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

  init(_ palette: Palette) {
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
