/// Hashes bytes for in-memory tables, by folding the 128-bit products of 64-bit words.
///
/// The keys are random in each process, so that no document can be crafted with names whose hashes
/// collide.
enum FastHash {
  private static let keys = (
    UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1
  )

  /// Hashes the UTF-8 bytes of a text; the result is valid in this process only.
  static func hash(_ text: String) -> UInt64 {
    let contiguous = text.utf8.withContiguousStorageIfAvailable { bytes in
      hash(of: UnsafeRawBufferPointer(bytes))
    }
    return contiguous ?? Array(text.utf8).withUnsafeBytes { hash(of: $0) }
  }

  /// Mixes a hash with the per-instance seed of a hash table.
  static func fold(_ hash: UInt64, seed: UInt64) -> UInt64 { fold(hash, seed ^ keys.1) }

  /// Hashes bytes; the result is valid in this process only.
  static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    let (first, second) = keys
    let count = bytes.count
    var state = first
    var offset = 0
    while count - offset > 16 {
      state = fold(word(bytes, offset) ^ second, word(bytes, offset + 8) ^ state)
      offset += 16
    }
    let (low, high) = tail(bytes, from: offset)
    state = fold(low ^ second, high ^ state)
    return fold(state ^ first, UInt64(truncatingIfNeeded: count) ^ second)
  }

  /// Returns the last 0 to 16 bytes as two words; the words may overlap.
  private static func tail(
    _ bytes: UnsafeRawBufferPointer,
    from offset: Int
  ) -> (low: UInt64, high: UInt64) {
    let count = bytes.count
    switch count - offset {
    case 8...: return (word(bytes, offset), word(bytes, count - 8))
    case 4...: return (half(bytes, offset), half(bytes, count - 4))
    case 1...:
      let middle = bytes[offset + (count - offset) / 2]
      return (UInt64(bytes[offset]) << 8 | UInt64(middle), UInt64(bytes[count - 1]))
    default: return (0, 0)
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static func half(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
