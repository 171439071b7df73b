/// The text between the markers of a bracketed paste.
struct PasteBuffer: Hashable, Sendable {
  /// The most bytes of a paste that are kept; the rest is dropped.
  static let limit = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)
  private var bytes: [UInt8] = []
  private var matched = 0

  /// The text as far as it has come.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes a byte; `true` once the end marker is complete.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    // The marker's first byte stands nowhere else in it, so a match can only begin anew here.
    for held in Self.end[..<matched] { keep(held) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) }
  }
}
