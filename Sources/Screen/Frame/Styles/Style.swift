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
