import Frame

extension Theme {
  /// Derives the looks of all roles from a palette.
  ///
  /// Adjusts text colours whose contrast with their background is too low.
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
      .text: Look(
        foreground: shades.palette.foreground.colour,
        background: shades.background.colour
      ),
      .title: Look(foreground: shades.palette.foreground.colour, attributes: .bold),
      .section: Look(foreground: shades.legible(4).colour, attributes: .bold),
      .enabled: Look(
        foreground: shades.legible(2).colour,
        background: shades.tint(2).colour
      ),
      .disabled: Look(
        foreground: shades.legible(1).colour,
        background: shades.tint(1).colour
      ),
      .overridden: Look(foreground: shades.legible(3).colour, attributes: .bold),
      .marked: Look(foreground: shades.legible(5).colour, attributes: .bold),
      .muted: Look(foreground: shades.muted.colour),
      .key: Look(foreground: shades.legible(6).colour, attributes: .bold),
      .assignment: Look(foreground: shades.legible(3).colour, attributes: .bold),
      .match: Look(
        foreground: shades.background.legible(on: [shades.colour(3)]).colour,
        background: shades.colour(3).colour
      ),
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
      .stale: shades.badge(3),
      .failed: shades.badge(1),
    ]
  }

  private static func surfaceLooks(_ shades: Shades) -> [Role: Look] {
    let accent = shades.colour(6)
    let onAccent = shades.background.legible(on: [accent]).colour
    return [
      .brand: Look(foreground: onAccent, background: accent.colour, attributes: .bold),
      .selection: Look(background: shades.selection.colour, attributes: .bold),
      .backdrop: Look(
        foreground: shades.background.mixed(with: shades.palette.foreground, share: 0.42).colour
      ),
      .border: Look(foreground: shades.border.colour),
      .focusedBorder: Look(foreground: accent.legible(on: [shades.background], contrast: 3).colour),
      .button: Look(
        foreground: shades.muted.colour,
        background: shades.raised.colour
      ),
      .focusedButton: Look(foreground: onAccent, background: accent.colour, attributes: .bold),
    ]
  }
}

/// Derives further colours, such as tints, by mixing the colours of a palette.
private struct Shades {
  let palette: Palette
  let background: RGB
  let selection: RGB
  let raised: RGB
  let border: RGB
  let muted: RGB

  init(_ palette: Palette) {
    self.palette = palette
    background = palette.background
    let foreground = palette.foreground
    let soft = palette.background.mixed(with: foreground, share: 0.17)
    let preferred = palette.selection ?? soft
    // The selection colour of a palette is meant for short text; for a whole row, its contrast may
    // be too low.
    selection = foreground.contrast(with: preferred) >= 4.6 ? preferred : soft
    raised = palette.background.mixed(with: foreground, share: 0.09)
    border = palette.background.mixed(with: foreground, share: 0.30)
    muted = foreground.mixed(with: palette.background, share: 0.38)
      .legible(on: [palette.background, selection])
  }

  func colour(_ number: Int) -> RGB { palette.colours[number] }

  /// The ANSI colour with the given number, adjusted for sufficient contrast with all backgrounds
  /// of text.
  func legible(_ number: Int) -> RGB {
    colour(number).legible(on: [background, selection, tint(number)])
  }

  /// Creates a look for text on a background in the ANSI colour with the given number.
  func badge(_ number: Int) -> Look {
    let patch = colour(number)
    let text = background.legible(on: [patch])
    return Look(foreground: text.colour, background: patch.colour, attributes: .bold)
  }

  /// Tints the background with the ANSI colour of the given number.
  func tint(_ number: Int) -> RGB {
    background.mixed(with: colour(number), share: 0.11)
  }
}
