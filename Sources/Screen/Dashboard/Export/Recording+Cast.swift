import Documents
import Frame

extension Recording {
  /// Encodes the recording in the format asciicast 2, which asciinema plays.
  ///
  /// - Parameters:
  ///   - palette: The colours of the terminal in which the recording is played; `nil` for those of the
  ///     player.
  ///   - title: The title of the recording.
  /// - Returns: The content of a `.cast` file: a JSON object in the first line, and an event in each
  ///   further line.
  public func cast(palette: Palette?, title: String) -> String {
    var header: [(key: String, value: JSONValue)] = [
      ("version", .integer(2)), ("width", .integer(last.size.columns)),
      ("height", .integer(last.size.rows)), ("title", .string(title)),
    ]
    if let palette { header.append(("theme", palette.castTheme)) }
    var lines = [JSONValue.object(header).text()]
    var former: Frame?
    for (start, screen) in zip(starts, screens) {
      let setUp = former == nil ? "\u{1B}[?25l\u{1B}[2J" : ""
      lines.append(Self.event(at: start, setUp + screen.frame.redrawing(former)))
      former = screen.frame
    }
    lines.append(Self.event(at: milliseconds, "\u{1B}[\(last.size.rows);1H\u{1B}[?25h\r\n"))
    return lines.map { $0 + "\n" }.joined()
  }

  /// An event that writes text to the terminal.
  private static func event(at milliseconds: Int, _ text: String) -> String {
    let seconds = JSONValue.number(Double(milliseconds) / 1_000)
    return JSONValue.list([seconds, .string("o"), .string(text)]).text()
  }
}

extension Frame {
  /// The rows that differ from those of a former frame with the escape sequences that draw them.
  fileprivate func redrawing(_ former: Frame?) -> String {
    (0..<size.rows).filter { row in
      former.map { !looksEqual(to: $0, inRow: row) } ?? true
    }.map { "\u{1B}[\($0 + 1);1H" + ansi(row: $0) }.joined()
  }
}

extension Palette {
  fileprivate var castTheme: JSONValue {
    .object([
      ("fg", .string(foreground.hexadecimal)), ("bg", .string(background.hexadecimal)),
      ("palette", .string(colours.map(\.hexadecimal).joined(separator: ":"))),
    ])
  }
}
