/// A colour of a cell, which the terminal maps to its colour depth.
public enum Colour: Hashable, Sendable {
  /// The default foreground or background of the terminal.
  case standard
  /// One of the sixteen colours of the terminal settings, 0...15.
  case ansi(UInt8)
  /// A direct colour.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The appearance of a cell: colours and attributes.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: Colour
  /// The colour behind the text.
  public var background: Colour
  /// Attributes such as bold and dim.
  public var attributes: Attributes

  /// The attributes of text beside its colour.
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
    /// Foreground and background are swapped.
    public static let reversed = Attributes(rawValue: 8)
    /// Slanted.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The default style of the terminal.
  public static let plain = Style()

  /// Makes a style; without arguments, the default style of the terminal.
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
