/// A colour as a theme names it; the terminal maps it to what it can show.
public enum Colour: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the sixteen colours that the terminal's user chose, 0...15.
  case ansi(UInt8)
  /// A colour of its own.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How a cell looks.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Colour
  /// The colour behind the text.
  public var background: Colour
  /// Bold, dim and the like.
  public var attributes: Attributes

  /// What a terminal can do to text beside colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than the rest.
    public static let dim = Attributes(rawValue: 2)
    /// Underlined.
    public static let underlined = Attributes(rawValue: 4)
    /// Foreground and background change places.
    public static let reversed = Attributes(rawValue: 8)
    /// Slanted.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The terminal's own look.
  public static let plain = Style()

  /// Makes a style; without arguments it is the terminal's own look.
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
