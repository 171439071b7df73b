/// Rows of values for scripts and spreadsheets: untruncated, with a header line.
struct SeparatedText {
  /// The separator of the values, and the form of values that contain it.
  enum Format {
    /// Values separated by tabs: a tab, a line break and a backslash in a value are written as `\t`,
    /// `\n`, `\r` and `\\`.
    case tabs
    /// Values separated by commas as in RFC 4180: a value with a comma, a quote or a line break is
    /// quoted. A spreadsheet would evaluate a value that begins with `=`, `+`, `-` or `@`, or with a tab
    /// or a carriage return before them: such a value gets an apostrophe in front.
    case commas

    fileprivate var separator: String {
      switch self {
      case .tabs: "\t"
      case .commas: ","
      }
    }

    fileprivate func escaped(_ value: String) -> String {
      switch self {
      case .tabs: SeparatedText.backslashed(value)
      case .commas: SeparatedText.quoted(value)
      }
    }
  }

  /// The lines, each with its line feed.
  private(set) var text = ""
  private let format: Format

  /// Begins with the header line.
  init(_ format: Format, header: [String]) {
    self.format = format
    add(header)
  }

  /// Adds a line with the escaped or quoted values.
  mutating func add(_ values: [String]) {
    text += values.map(format.escaped).joined(separator: format.separator) + "\n"
  }

  private static func backslashed(_ value: String) -> String {
    // Iterates over the Unicode scalars, because "\r\n" is a single `Character`.
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

  private static func quoted(_ value: String) -> String {
    let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r"]
    let isFormula = value.unicodeScalars.first.map(formulaStarts.contains) ?? false
    let value = isFormula ? "'" + value : value
    let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
    guard value.unicodeScalars.contains(where: special.contains) else { return value }
    let parts = value.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }
}
