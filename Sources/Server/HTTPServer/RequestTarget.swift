import Glibc
import Networking

/// The target of a request: a path and a query, which are decoded separately.
struct RequestTarget: Hashable {
  /// The path with its percent-escapes decoded once; `nil` if the result is not UTF-8 or contains a
  /// control character.
  let path: String?
  /// The query without its question mark, as received; empty without a query.
  let query: String
  /// The size of the target as received, in bytes.
  let size: Int

  init() {
    path = nil
    query = ""
    size = 0
  }

  /// Parses the target as received, a C string.
  init(_ text: UnsafePointer<CChar>) {
    let length = strlen(text)
    self = text.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
      RequestTarget(UnsafeBufferPointer(start: bytes, count: length))
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    size = bytes.count
    let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
    path = Self.decoded(UnsafeBufferPointer(rebasing: bytes[..<(mark ?? bytes.count)]))
    query =
      mark.map { mark in
        String(decoding: UnsafeBufferPointer(rebasing: bytes[(mark + 1)...]), as: UTF8.self)
      } ?? ""
  }

  /// Returns the decoded value of the first parameter with the given name; `nil` if the query has no
  /// such parameter, or if the value is malformed.
  static func parameter(_ name: String, of query: String) -> String? {
    fields(of: query).first { $0.name == name }?.value
  }

  /// The parameters of a query with their decoded names and values; a malformed name or value is `nil`.
  static func fields(of query: String) -> some Sequence<(name: String?, value: String?)> {
    query.utf8.split(separator: UInt8(ascii: "&")).lazy.map { field in
      // A plus sign is a space in queries.
      let bytes = field.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
      return (
        bytes[..<end].withUnsafeBufferPointer(decoded),
        bytes[end...].dropFirst().withUnsafeBufferPointer(decoded)
      )
    }
  }

  /// Decodes percent-escapes; an incomplete escape is literal text, as in the key `50% off`.
  private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 < 0x20 || $0 >= 0x7f }) else {
      return String(decoding: text, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let high = text[index + 1].hexDigit,
        let low = text[index + 2].hexDigit
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
