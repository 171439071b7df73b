/// A character in UTF-8 of which not all bytes have come yet.
struct PartialScalar: Hashable, Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  private var smallest: UInt32 = 0

  /// Whether bytes are still to come.
  var isIncomplete: Bool { missing > 0 }

  /// Begins with a first byte; `nil` for a byte that begins no character of several bytes.
  init?(first: UInt8) {
    switch first {
    case 0xC2...0xDF: (value, missing, smallest) = (UInt32(first & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (value, missing, smallest) = (UInt32(first & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (value, missing, smallest) = (UInt32(first & 0x07), 3, 0x1_0000)
    default: return nil
    }
  }

  /// Takes the next byte; `false` if it does not belong to the character.
  mutating func append(_ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    return true
  }

  /// The character, or `nil` if the bytes mean none or a control character.
  var scalar: Unicode.Scalar? {
    guard value >= smallest, value >= 0xA0 else { return nil }
    return Unicode.Scalar(value)
  }
}
