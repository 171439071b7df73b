/// The colour of a cell; the terminal maps it to the available colours.
public enum Colour: Hashable, Sendable {
  /// The default foreground or background of the terminal.
  case standard
  /// One of the 16 colours that the user configures in the terminal, 0...15.
  case ansi(UInt8)
  /// A direct colour with components in 0...255.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The appearance of a cell: colours and text attributes.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Colour
  /// The colour behind the text.
  public var background: Colour
  /// The text attributes, such as bold and dim.
  public var attributes: Attributes

  /// Text attributes apart from colours, such as bold.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set of attributes as a bit mask.
    public let rawValue: UInt8

    /// Creates a set of attributes from a bit mask.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Draws text bold; some terminals use brighter colours instead.
    public static let bold = Attributes(rawValue: 1)
    /// Draws text dimmer than usual.
    public static let dim = Attributes(rawValue: 2)
    /// Underlines text.
    public static let underlined = Attributes(rawValue: 4)
    /// Swaps the foreground and the background colour.
    public static let reversed = Attributes(rawValue: 8)
    /// Draws text in italics, if the terminal supports them.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The default colours of the terminal, without attributes.
  public static let plain = Style()

  /// Creates a style; the defaults are the default colours of the terminal without attributes.
  public init(
    foreground: Colour = .standard,
    background: Colour = .standard,
    attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// A colour with red, green and blue components in the sRGB colour space, each 0...255.
public struct RGB: Hashable, Sendable {
  /// The red component, 0...255.
  public var red: UInt8
  /// The green component, 0...255.
  public var green: UInt8
  /// The blue component, 0...255.
  public var blue: UInt8

  /// Creates a colour from its sRGB components, each 0...255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Parses a colour in the notation `#rrggbb` or `#rgb`.
  ///
  /// - Returns: The colour; `nil` for text in any other notation.
  public init?(hexadecimal text: String) {
    guard text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1 else { return nil }
    switch digits.count {
    case 3: self.init(amounts: digits.map { $0 * 17 })
    case 6: self.init(amounts: [0, 2, 4].map { digits[$0] * 16 + digits[$0 + 1] })
    default: return nil
    }
  }

  private init(amounts: [Int]) {
    self.init(red: UInt8(amounts[0]), green: UInt8(amounts[1]), blue: UInt8(amounts[2]))
  }

  /// The colour in the notation `#rrggbb`, in lowercase.
  public var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The colour as a value for a cell style.
  public var colour: Colour { .rgb(red: red, green: green, blue: blue) }
}

extension RGB {
  /// The relative luminance as defined by WCAG, from 0 for black to 1 for white.
  public var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// Whether black text is more legible on the colour than white text.
  public var isLight: Bool { luminance >= 0.18 }

  /// The contrast ratio as defined by WCAG, from 1 for equal colours to 21 for black on white.
  ///
  /// WCAG requires a ratio of at least 4.5 for normal text.
  public func contrast(with other: RGB) -> Double {
    let lighter = max(luminance, other.luminance)
    let darker = min(luminance, other.luminance)
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// A linear mix with another colour; `share` is the part of the other colour, from 0 to 1.
  package func mixed(with other: RGB, share: Double) -> RGB {
    RGB(
      red: Self.between(red, other.red, share),
      green: Self.between(green, other.green, share),
      blue: Self.between(blue, other.blue, share)
    )
  }

  /// This colour, mixed with another one until its contrast with all backgrounds is sufficient.
  ///
  /// - Parameters:
  ///   - backgrounds: The colours behind the text.
  ///   - minimum: The smallest sufficient contrast.
  ///   - goal: The colour to mix with; black or white if `goal` is `nil` or has too little contrast
  ///     itself.
  /// - Returns: The first sufficient mix; black or white if there is none.
  package func legible(
    on backgrounds: [RGB],
    contrast minimum: Double,
    towards goal: RGB? = nil
  ) -> RGB {
    func contrast(_ colour: RGB) -> Double {
      backgrounds.map { colour.contrast(with: $0) }.min() ?? 21
    }
    let (black, white) = (RGB(red: 0, green: 0, blue: 0), RGB(red: 255, green: 255, blue: 255))
    let extreme = contrast(black) > contrast(white) ? black : white
    for goal in [goal, extreme].compactMap(\.self) {
      for step in 0...20 {
        let candidate = mixed(with: goal, share: Double(step) / 20)
        if contrast(candidate) >= minimum { return candidate }
      }
    }
    return extreme
  }

  /// Converts an sRGB component from 0...255 to linear intensity from 0 to 1.
  package static func linear(_ amount: UInt8) -> Double {
    let value = Double(amount) / 255
    return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
  }

  /// Raises a number to the power of 2.4: computes the fifth root of its square by Newton's method,
  /// and multiplies it by the square.
  private static func power(_ value: Double) -> Double {
    let square = value * value
    var root = 1.0
    for _ in 0..<24 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }

  private static func between(_ start: UInt8, _ end: UInt8, _ share: Double) -> UInt8 {
    UInt8((Double(start) + (Double(end) - Double(start)) * share).rounded())
  }
}
