/// A multi-line string literal in a Swift source file.
struct MultilineLiteral {
  /// The index of the line with the opening quotes.
  let opening: Int
  /// The index of the line with the closing quotes.
  let closing: Int
  /// The white space before the closing quotes, with which every line of the content begins.
  let indentation: String
  /// The number of `#` around the quotes.
  let hashes: Int
  /// The value of the literal; `nil` if the literal contains an interpolation.
  let value: String?

  /// Finds all multi-line literals in the lines of a file.
  static func all(in lines: [String]) -> [MultilineLiteral] {
    var literals: [MultilineLiteral] = []
    var index = 0
    while index < lines.count {
      if let literal = MultilineLiteral(in: lines, at: index) {
        literals.append(literal)
        index = literal.closing
      }
      index += 1
    }
    return literals
  }

  /// Parses the literal that begins on the given line; `nil` if no literal begins there.
  private init?(in lines: [String], at opening: Int) {
    let line = lines[opening]
    guard line.hasSuffix("\"\"\""), !line.drop(while: \.isWhitespace).hasPrefix("//") else {
      return nil
    }
    let hashes = line.dropLast(3).reversed().prefix { $0 == "#" }.count
    let quotes = "\"\"\"" + String(repeating: "#", count: hashes)
    let closing = lines[(opening + 1)...].firstIndex {
      $0.drop(while: \.isWhitespace).hasPrefix(quotes)
    }
    guard let closing else { return nil }
    let indentation = lines[closing].prefix(while: \.isWhitespace)
    self.opening = opening
    self.closing = closing
    self.indentation = String(indentation)
    self.hashes = hashes
    let content = lines[(opening + 1)..<closing].map { $0.dropFirst(indentation.count) }
    value = Self.unescaped(content.joined(separator: "\n"), hashes: hashes)
  }
}

extension MultilineLiteral {
  private static func escape(hashes: Int) -> String {
    "\\" + String(repeating: "#", count: hashes)
  }

  /// Decodes the escape sequences of a literal; `nil` if the literal contains an interpolation.
  private static func unescaped(_ content: String, hashes: Int) -> String? {
    let parts = content.split(separator: escape(hashes: hashes), omittingEmptySubsequences: false)
    var text = String(parts.first ?? "")
    var index = 1
    while index < parts.count {
      let part = parts[index]
      if part.isEmpty {
        // An empty part is an escaped backslash: the next part is plain text.
        text += escape(hashes: hashes) + (index + 1 < parts.count ? parts[index + 1] : "")
        index += 2
        continue
      }
      guard let replacement = replacement(for: part) else { return nil }
      text += replacement
      index += 1
    }
    return text
  }

  /// Decodes the escape sequence at the start of a part, and appends the rest of the part; `nil`
  /// for an interpolation or an unknown escape sequence.
  private static func replacement(for part: Substring) -> String? {
    let rest = part.dropFirst()
    switch part.first {
    case "n": return "\n" + rest
    case "t": return "\t" + rest
    case "r": return "\r" + rest
    case "0": return "\0" + rest
    case "\"", "'", "\\": return String(part)
    case "\n": return String(rest)
    case "u":
      guard let end = rest.firstIndex(of: "}"), rest.first == "{",
        let number = UInt32(rest[rest.startIndex..<end].dropFirst(), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { return nil }
      return String(Character(scalar)) + rest[rest.index(after: end)...]
    default: return nil
    }
  }

  /// Encodes the given value as the lines between the quotes of this literal.
  func lines(of value: String) -> [String] {
    let escape = Self.escape(hashes: hashes)
    let hashes = String(repeating: "#", count: hashes)
    var text = value.split(separator: escape, omittingEmptySubsequences: false)
      .joined(separator: escape + "\\" + hashes)
    text = text.split(separator: "\"\"\"", omittingEmptySubsequences: false)
      .joined(separator: String(repeating: escape + "\"", count: 3))
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : indentation + Self.escapingControls(in: line, with: escape)
    }
  }

  private static func escapingControls(in line: Substring, with escape: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        text += escape + "u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
