/// Decodes one scalar from UTF-8, byte by byte.
struct PartialScalar: Hashable, Sendable {
  private var bytes: [UInt8]
  private let count: Int

  /// Whether the scalar needs more bytes.
  var isIncomplete: Bool { bytes.count < count }

  /// Starts with the first byte of a multi-byte sequence; `nil` for any other byte.
  init?(first: UInt8) {
    guard (0xC2...0xF4).contains(first) else { return nil }
    (bytes, count) = ([first], first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
  }

  /// Appends a continuation byte.
  ///
  /// - Returns: `false` if the byte is not a continuation byte; the sequence is unchanged then.
  mutating func append(_ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    bytes.append(byte)
    return true
  }

  /// The decoded scalar; `nil` for an overlong or invalid sequence and for a control character.
  var scalar: Unicode.Scalar? {
    let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    return scalar.flatMap { $0.value < 0xA0 ? nil : $0 }
  }
}
