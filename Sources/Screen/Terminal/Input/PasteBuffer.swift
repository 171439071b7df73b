/// Collects the text between the markers of a bracketed paste.
struct PasteBuffer: Hashable, Sendable {
  /// The maximum size of a paste in bytes; text beyond it is dropped.
  static let limit = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)
  private var bytes: [UInt8] = []
  private var matched = 0

  /// The pasted text without the end marker; malformed UTF-8 is replaced by U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends a byte, which may be part of the end marker.
  ///
  /// - Returns: Whether the byte completes the end marker.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    // The first byte of the end marker does not occur again in the marker, so the held bytes are
    // text, and a new match can only begin with the current byte.
    for held in Self.end[..<matched] { append(text: held) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { append(text: byte) }
    return false
  }

  private mutating func append(text byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) }
  }
}
