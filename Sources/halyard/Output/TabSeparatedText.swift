/// Rows of values separated by tabs, for scripts: untruncated, with a header line.
///
/// A tab, a line break and a backslash in a value are written as `\t`, `\n`, `\r` and `\\`.
struct TabSeparatedText {
  /// The lines, each with its line feed.
  private(set) var text: String

  /// Begins with the header line.
  init(header: [String]) {
    text = header.joined(separator: "\t") + "\n"
  }

  /// Adds a row.
  mutating func add(_ values: [String]) {
    text += values.map(Self.escaped).joined(separator: "\t") + "\n"
  }

  private static func escaped(_ value: String) -> String {
    // The scalars, because "\r\n" is one character.
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
      case "\t": text.append(contentsOf: "\\t".unicodeScalars)
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      case "\r": text.append(contentsOf: "\\r".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
