public import Frame

/// The colours of a terminal: background, foreground, selection, and the 16 ANSI colours.
public struct ColourPalette: Hashable, Sendable {
  /// The default background colour.
  public var background: RGB
  /// The default foreground colour, for plain text.
  public var foreground: RGB
  /// The background colour of a selection; `nil` derives it from the other colours.
  public var selection: RGB?
  /// The 16 ANSI colours by colour number: black, red, green, yellow, blue, magenta, cyan, white,
  /// and their bright variants.
  public var colours: [RGB]

  /// Creates a palette; `colours` must have 16 elements.
  ///
  /// - Parameters:
  ///   - background: The default background colour.
  ///   - foreground: The default foreground colour, for plain text.
  ///   - selection: The background colour of a selection; `nil` derives it from the other colours.
  ///   - colours: The 16 ANSI colours by colour number: 0 to 7 normal, 8 to 15 bright.
  public init(background: RGB, foreground: RGB, selection: RGB? = nil, colours: [RGB]) {
    self.background = background
    self.foreground = foreground
    self.selection = selection
    self.colours = colours
  }

  /// The keys of the 16 ANSI colours in theme files, by colour number.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "purple", "cyan", "white",
    "brightBlack", "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightPurple",
    "brightCyan", "brightWhite",
  ]

  /// The palette for pictures of themes without a palette of their own; has common terminal
  /// colours.
  public static let standard = ColourPalette(
    background: RGB(red: 0x14, green: 0x17, blue: 0x1D),
    foreground: RGB(red: 0xD6, green: 0xDA, blue: 0xE1),
    colours: [
      (0x1B, 0x1F, 0x27), (0xF0, 0x71, 0x78), (0x7F, 0xCB, 0x7A), (0xE6, 0xC0, 0x6A),
      (0x6A, 0xA9, 0xF4), (0xC7, 0x92, 0xEA), (0x5C, 0xC8, 0xD7), (0xC9, 0xCE, 0xD6),
      (0x5B, 0x63, 0x70), (0xFF, 0x8B, 0x92), (0x9C, 0xE0, 0x97), (0xFF, 0xD9, 0x82),
      (0x8C, 0xC2, 0xFF), (0xDD, 0xB0, 0xFF), (0x7F, 0xE0, 0xEC), (0xFF, 0xFF, 0xFF),
    ].map { RGB(red: $0.0, green: $0.1, blue: $0.2) }
  )

  /// Converts the colour of a cell to RGB; `standard` replaces the default colour.
  func rgb(_ colour: Colour, standard: RGB) -> RGB {
    switch colour {
    case .standard: standard
    case .ansi(let number): colours.indices.contains(Int(number)) ? colours[Int(number)] : standard
    case .rgb(let red, let green, let blue): RGB(red: red, green: green, blue: blue)
    }
  }
}
