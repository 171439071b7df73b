/// Makes data for programs, such as JSON, safe to show in a terminal.
package enum PrintableData {
  /// Escapes all unprintable characters except line feeds and tabs.
  ///
  /// The escape sequences are those of JSON, such as `\u001b`, so that a JSON text keeps its meaning.
  ///
  /// - Parameter data: Text in UTF-8, which neither begins nor ends inside a character.
  /// - Returns: The text in UTF-8.
  package static func escaped(_ data: [UInt8]) -> [UInt8] {
    guard data.contains(where: isSuspicious) else { return data }
    var result: [UInt8] = []
    result.reserveCapacity(data.count + 64)
    for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
      if scalar.isPrintable {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          append(unit, to: &result)
        }
      }
    }
    return result
  }

  /// Whether the byte is a control character, or a part of a character that is not ASCII.
  private static func isSuspicious(_ byte: UInt8) -> Bool {
    byte < 0x20 ? byte != 0x0A && byte != 0x09 : byte >= 0x7F
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func append(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(digits[Int(unit >> shift & 15)]) }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal can print the scalar safely: a line feed, a tab, or any scalar except control
  /// and format characters, and line and paragraph separators.
  fileprivate var isPrintable: Bool {
    if (0x20..<0x7F).contains(value) || self == "\n" || self == "\t" { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return false
    case _: return true
    }
  }
}
