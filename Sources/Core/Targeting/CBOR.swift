package import FeatureFlags

/// Encodes values as CBOR in the deterministic form of RFC 8949, section 4.2.1: the shortest
/// numbers, and the keys of maps sorted by their encoded bytes.
package enum CBOR {
  package static func bytes(of value: AttributeValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  /// The major types: the upper three bits of the first byte of an item.
  private enum MajorType: UInt8 {
    case unsigned = 0x00
    case negative = 0x20
    case text = 0x60
    case list = 0x80
    case map = 0xA0
  }

  private static func append(_ value: AttributeValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(0xF6)
    case .bool(let flag): bytes.append(flag ? 0xF5 : 0xF4)
    case .number(let number): append(number, to: &bytes)
    case .string(let text):
      append(.text, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .list(let values):
      append(.list, UInt64(values.count), to: &bytes)
      for value in values { append(value, to: &bytes) }
    case .object(let members):
      append(.map, UInt64(members.count), to: &bytes)
      let encoded = members.map { (key: Self.bytes(of: .string($0.key)), value: $0.value) }
      for member in encoded.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        bytes += member.key
        append(member.value, to: &bytes)
      }
    }
  }

  /// Appends a number: as an integer if it is a whole number of at most 64 bits, otherwise as the
  /// shortest floating-point number that represents it exactly.
  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    if number >= 0, let whole = UInt64(exactly: number) {
      append(.unsigned, whole, to: &bytes)
    } else if let whole = Int64(exactly: number) {
      append(.negative, UInt64(-1 - whole), to: &bytes)
    } else if number.isNaN {
      bytes += [0xF9, 0x7E, 0x00]
    } else if Double(Float16(number)) == number {
      bytes.append(0xF9)
      appendBigEndian(Float16(number).bitPattern, to: &bytes)
    } else if Double(Float(number)) == number {
      bytes.append(0xFA)
      appendBigEndian(Float(number).bitPattern, to: &bytes)
    } else {
      bytes.append(0xFB)
      appendBigEndian(number.bitPattern, to: &bytes)
    }
  }

  /// Appends the head of an item: its major type, and its argument in the shortest form.
  private static func append(_ type: MajorType, _ argument: UInt64, to bytes: inout [UInt8]) {
    switch argument {
    case 0..<24: bytes.append(type.rawValue | UInt8(argument))
    case 0...0xFF: bytes += [type.rawValue | 24, UInt8(argument)]
    case 0...0xFFFF:
      bytes.append(type.rawValue | 25)
      appendBigEndian(UInt16(argument), to: &bytes)
    case 0...0xFFFF_FFFF:
      bytes.append(type.rawValue | 26)
      appendBigEndian(UInt32(argument), to: &bytes)
    default:
      bytes.append(type.rawValue | 27)
      appendBigEndian(argument, to: &bytes)
    }
  }

  private static func appendBigEndian(
    _ number: some FixedWidthInteger,
    to bytes: inout [UInt8]
  ) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
