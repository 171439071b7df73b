/// An incomplete UTF-8 sequence.
struct PartialScalar: Hashable, Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  private var smallest: UInt32 = 0

  /// Whether bytes are missing.
  var isIncomplete: Bool { missing > 0 }

  /// Begins a sequence; `nil` for a byte that begins no multi-byte sequence.
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
  /// - Returns: `false` if the byte is no continuation byte.
  mutating func append(_ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    return true
  }

  /// The decoded scalar; `nil` for an overlong or invalid sequence, or a control character.
  var scalar: Unicode.Scalar? {
    guard value >= smallest, value >= 0xA0 else { return nil }
    return Unicode.Scalar(value)
  }
}
