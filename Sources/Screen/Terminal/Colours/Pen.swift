import Frame

/// The colours and attributes with which a terminal draws text, within its colour depth.
struct Pen: Hashable, Sendable {
  var foreground = Ink.standard
  var background = Ink.standard
  var attributes: Style.Attributes = []

  /// A colour as the terminal selects it.
  enum Ink: Hashable, Sendable {
    /// The default colour of the terminal.
    case standard
    /// An indexed colour of the terminal, such as one of its 16 configured colours.
    case indexed(UInt8)
    /// A direct colour (24 bits), which only some terminals have.
    case direct(RGB)
  }

  /// The state of a terminal after a reset of all attributes.
  static let plain = Pen()
}

/// Maps styles to the pens of a terminal.
struct PenMapping: Sendable {
  let depth: ColourDepth
  /// Whether the terminal can select its default colours again; otherwise white on black is used.
  var hasStandard = true

  /// Returns the pen of a style, with the nearest colours that the terminal has.
  func pen(for style: Style) -> Pen {
    var pen = Pen(attributes: style.attributes)
    guard depth != .monochrome else { return pen }
    if let pair = indexedPair(for: style) {
      (pen.foreground, pen.background) = (.indexed(pair.foreground), .indexed(pair.background))
      if !IndexedColours.isLegible(bold: pair.foreground, on: pair.background) {
        pen.attributes.remove(.bold)
      }
    } else {
      pen.foreground = ink(for: style.foreground, standard: 7)
      pen.background = ink(for: style.background, standard: 0)
    }
    // Terminals with eight colours show bold text in bright colours.
    if depth == .eight, case .ansi(let number) = style.foreground, number & 15 > 8 {
      pen.attributes.insert(.bold)
    }
    return pen
  }

  /// The indexed colours of a style with two direct colours, chosen so that their contrast stays
  /// sufficient; `nil` for any other style, and for a terminal with direct colours.
  private func indexedPair(for style: Style) -> (foreground: UInt8, background: UInt8)? {
    guard depth != .direct, case .rgb(let red, let green, let blue) = style.foreground,
      case .rgb(let otherRed, let otherGreen, let otherBlue) = style.background
    else { return nil }
    return IndexedColours.nearest(
      to: RGB(red: red, green: green, blue: blue),
      on: RGB(red: otherRed, green: otherGreen, blue: otherBlue),
      in: depth
    )
  }

  private func ink(for colour: Colour, standard: UInt8) -> Pen.Ink {
    switch colour {
    case .standard:
      return hasStandard ? .standard : .indexed(standard)
    case .ansi(let number):
      guard depth == .eight else { return .indexed(number & 15) }
      // With 8 colours, bright black would become black, which is invisible on a black background;
      // white is the closest other colour without a hue.
      return .indexed(number & 15 == 8 ? 7 : number & 7)
    case .rgb(let red, let green, let blue):
      let colour = RGB(red: red, green: green, blue: blue)
      if depth == .direct { return .direct(colour) }
      return .indexed(IndexedColours.nearest(to: colour, in: depth) ?? standard)
    }
  }
}
