/// The target of a request: a path and a query, which are decoded separately.
struct RequestTarget: Hashable {
  /// The path with its percent-escapes decoded once; `nil` if the result is not UTF-8 or contains a
  /// control character.
  let path: String?
  /// The query without its question mark, as received; empty without a query.
  let query: String

  init(_ text: String) {
    let utf8 = text.utf8
    let mark = utf8.firstIndex(of: UInt8(ascii: "?"))
    path = Self.decoded(text[..<(mark ?? utf8.endIndex)], plusIsSpace: false)
    query = mark.map { String(text[utf8.index(after: $0)...]) } ?? ""
  }

  /// Returns the decoded value of the first parameter with the given name; `nil` if the query has
  /// none, or if the value is malformed.
  static func parameter(_ name: String, of query: String) -> String? {
    for field in query.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard decoded(parts[0], plusIsSpace: true) == name else { continue }
      return parts.count > 1 ? decoded(parts[1], plusIsSpace: true) : ""
    }
    return nil
  }

  /// Decodes percent-escapes; an incomplete escape is literal text, as in the key `50% off`.
  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
    let escapes = text.utf8.contains {
      $0 == UInt8(ascii: "%") || $0 < 0x20 || $0 == 0x7f || plusIsSpace && $0 == UInt8(ascii: "+")
    }
    guard escapes else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigit,
        let low = rest.dropFirst().first?.hexDigit
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
