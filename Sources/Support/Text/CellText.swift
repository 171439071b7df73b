/// The text of one terminal cell: at most 15 bytes of UTF-8, stored without a reference.
///
/// A frame has thousands of cells, which are copied and compared after every key press. Without
/// references, this needs no reference counting.
package struct CellText: Hashable, Sendable {
  /// The bytes 0 to 7, the first one in the lowest bits; unused bytes are 0.
  private var low: UInt64 = 0
  /// The bytes 8 to 14 in the same order, and the number of bytes in the highest 8 bits.
  private var high: UInt64 = 0

  /// The maximum number of bytes.
  private static let capacity = 15

  /// The text of a blank cell.
  package static let space = CellText(" " as Unicode.Scalar)

  /// The text of the second cell of a wide character.
  package static let empty = CellText()

  private init() {}

  package init(_ scalar: Unicode.Scalar) {
    append(scalar)
  }

  /// Stores as many of the first scalars of a text as fit into 15 bytes.
  package init(_ text: String) {
    for scalar in text.unicodeScalars where !append(scalar) { return }
  }

  /// Appends a scalar.
  ///
  /// - Returns: `false` if it does not fit; the text is unchanged then.
  @discardableResult
  package mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    guard count + UTF8.width(scalar) <= Self.capacity else { return false }
    guard !scalar.isASCII else {
      append(UInt8(truncatingIfNeeded: scalar.value))
      return true
    }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    return true
  }

  private mutating func append(_ byte: UInt8) {
    let index = count
    let bits = UInt64(byte) << (UInt64(index & 7) * 8)
    if index < 8 { low |= bits } else { high |= bits }
    high += 1 << 56
  }

  /// The number of bytes.
  package var count: Int { Int(high >> 56) }

  /// The byte of a text that is one printable ASCII character; `nil` for other text.
  package var ascii: UInt8? {
    guard high == 1 << 56, (0x20..<0x7F).contains(low) else { return nil }
    return UInt8(truncatingIfNeeded: low)
  }

  /// The only scalar of the text; `nil` for a text of several scalars or of none.
  package var scalar: Unicode.Scalar? {
    if let ascii { return Unicode.Scalar(ascii) }
    guard (1...4).contains(count) else { return nil }
    var (decoder, bytes) = (UTF8(), utf8.makeIterator())
    guard case .scalarValue(let scalar) = decoder.decode(&bytes), UTF8.width(scalar) == count
    else { return nil }
    return scalar
  }

  /// The bytes in UTF-8.
  package var utf8: some Collection<UInt8> {
    (0..<count).lazy.map { [low, high] index in
      UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> (UInt64(index & 7) * 8))
    }
  }

  package var string: String { String(decoding: utf8, as: UTF8.self) }
}
