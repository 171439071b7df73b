/// Percent-encodes the parts of URLs (RFC 3986), and names that become parts of keys or files.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes all bytes except the unreserved characters: letters, digits, `-`, `.`, `_` and `~`.
  package static func encoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var encoded: [UInt8] = []
    for byte in bytes {
      if byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }

  /// Encodes all bytes of a text except those of unreserved characters.
  package static func encoded(_ text: String) -> String {
    String(decoding: encoded(text.utf8), as: UTF8.self)
  }

  /// Decodes all encoded bytes; `nil` if a `%` is not followed by two hexadecimal digits.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
        return nil
      }
      decoded.append(high << 4 | low)
    }
    return decoded
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter.
  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  /// Whether the byte is an ASCII digit.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of a hexadecimal digit in either letter case; `nil` for any other byte.
  package var hexDigit: UInt8? {
    if isDigit { return self - UInt8(ascii: "0") }
    let letter = self | 0x20
    let isHex = (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter)
    return isHex ? letter - UInt8(ascii: "a") + 10 : nil
  }
}
