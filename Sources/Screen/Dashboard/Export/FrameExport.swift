public import Frame

extension Frame {
  /// The frame as text with escape sequences for colours and attributes, one row per line.
  ///
  /// Colours are not mapped to a colour depth: the 16 ANSI colours are written as colour numbers,
  /// all others as 24-bit RGB.
  public var ansi: String {
    (0..<size.rows).map { ansi(row: $0) + "\n" }.joined()
  }

  /// One row as text with escape sequences; ends in the plain style.
  func ansi(row: Int) -> String {
    var output = ""
    var style = Style.plain
    for column in 0..<size.columns {
      let cell = self[column: column, row: row]
      guard cell.width > 0 else { continue }
      if cell.style != style {
        style = cell.style
        output += style.escapeSequence
      }
      output += cell.text
    }
    return style == .plain ? output : output + Style.plain.escapeSequence
  }
}

extension Line {
  /// The line as text without trailing spaces, with escape sequences for colours and attributes
  /// around each span that is not plain.
  ///
  /// - Parameter isColoured: Whether the styles of the spans are used.
  /// - Returns: The text without a line feed.
  package func text(isColoured: Bool) -> String {
    var output = ""
    for span in spans {
      let isPlain = !isColoured || span.style == .plain
      output += isPlain ? span.text.text : span.style.sequence() + span.text.text + "\u{1B}[0m"
    }
    while output.last == " " { output.removeLast() }
    return output
  }
}

extension Style {
  /// The escape sequence that resets all attributes and then sets this style.
  fileprivate var escapeSequence: String { sequence(after: ["0"]) }

  /// The escape sequence that sets this style in addition to the given codes.
  fileprivate func sequence(after codes: [String] = []) -> String {
    var codes = codes
    let flags: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underlined, "4"), (.reversed, "7"),
    ]
    for (attribute, code) in flags where attributes.contains(attribute) { codes.append(code) }
    codes += foreground.codes(normal: 30, bright: 90, extended: 38)
    codes += background.codes(normal: 40, bright: 100, extended: 48)
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}

extension Colour {
  fileprivate func codes(normal: Int, bright: Int, extended: Int) -> [String] {
    switch self {
    case .standard: []
    case .ansi(let number) where number < 8: [String(normal + Int(number))]
    case .ansi(let number) where number < 16: [String(bright + Int(number) - 8)]
    case .ansi(let number): [String(extended), "5", String(number)]
    case .rgb(let red, let green, let blue):
      [String(extended), "2", String(red), String(green), String(blue)]
    }
  }
}
