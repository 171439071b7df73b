/// Decodes one scalar from UTF-8, byte by byte.
struct PartialScalar: Hashable, Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  private var smallest: UInt32 = 0

  /// Whether the scalar needs more bytes.
  var isIncomplete: Bool { missing > 0 }

  /// Starts with the first byte of a multi-byte sequence; `nil` for any other byte.
  init?(first: UInt8) {
    switch first {
    case 0xC2...0xDF: (value, missing, smallest) = (UInt32(first & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (value, missing, smallest) = (UInt32(first & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (value, missing, smallest) = (UInt32(first & 0x07), 3, 0x1_0000)
    default: return nil
    }
  }

  /// Appends a continuation byte.
  ///
  /// - Returns: `false` if the byte is not a continuation byte; the sequence is unchanged then.
  mutating func append(_ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    return true
  }

  /// The decoded scalar; `nil` for an overlong or invalid sequence and for a control character.
  var scalar: Unicode.Scalar? {
    guard value >= smallest, value >= 0xA0 else { return nil }
    return Unicode.Scalar(value)
  }
}
