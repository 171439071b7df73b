/// Computes the assignment of a user: a number that selects a variation of a feature according to its
/// biases, and that is the same on every machine.
package enum UserAssignment {
  /// The seed of the hash function.
  package static let seed: UInt32 = 1

  /// Returns the assignment in [0, 100): MurmurHash3 (x86, 32 bits, seed 1) of the UTF-8 of the
  /// user key and the feature's name, scaled.
  package static func number(user: String, feature: Feature.Name) -> Double {
    var hash = MurmurHash3(seed: seed)
    hash.combine(user)
    hash.combine(feature.rawValue)
    return number(hash: hash.value)
  }

  /// Scales a hash to an assignment in [0, 100).
  package static func number(hash: UInt32) -> Double { Double(hash) * 100 / 4_294_967_296 }
}

/// Computes MurmurHash3 (x86, 32 bits), a public domain hash function by Austin Appleby.
///
/// The hash is computed incrementally, so that its inputs need not be concatenated.
package struct MurmurHash3: Sendable {
  package private(set) var hash: UInt32
  /// The last 0 to 3 bytes of the input, which are not mixed yet, in little-endian order.
  package private(set) var word: UInt32 = 0
  /// The number of bytes of the input.
  package private(set) var count: UInt32 = 0

  /// Creates the hash of an empty input, with the given seed.
  package init(seed: UInt32) { hash = seed }

  /// Returns the 32-bit hash of all bytes at once.
  package static func hash(_ bytes: [UInt8], seed: UInt32) -> UInt32 {
    var hash = MurmurHash3(seed: seed)
    bytes.withUnsafeBytes { hash.combine($0) }
    return hash.value
  }

  /// Adds the UTF-8 bytes of a string to the input, without Unicode normalisation.
  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// Adds the decimal digits of a number to the input.
  package mutating func combine(decimal number: UInt) {
    var unit: UInt = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      combine(UInt8(truncatingIfNeeded: 48 + number / unit % 10))
      unit /= 10
    }
  }

  private mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    let shift = 8 * (count % 4)
    var offset = 0
    while offset + 4 <= bytes.count {
      let next = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      mix(word | next << shift)
      // If no byte was pending, the shift is 32, and the result is 0.
      word = next >> (32 - shift)
      count &+= 4
      offset += 4
    }
    while offset < bytes.count {
      combine(bytes[offset])
      offset += 1
    }
  }

  private mutating func combine(_ byte: UInt8) {
    word |= UInt32(byte) << (8 * (count % 4))
    count &+= 1
    guard count.isMultiple(of: 4) else { return }
    mix(word)
    word = 0
  }

  private mutating func mix(_ word: UInt32) {
    hash ^= Self.mixed(word)
    hash = (hash << 13 | hash >> 19) &* 5 &+ 0xE654_6B64
  }

  /// The hash of the input so far; more input can be added afterwards.
  package var value: UInt32 {
    var hash = hash ^ Self.mixed(word) ^ count
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }

  /// Scrambles a word of the input before it is added to the hash.
  package static func mixed(_ word: UInt32) -> UInt32 {
    let scaled = word &* 0xCC9E_2D51
    return (scaled << 15 | scaled >> 17) &* 0x1B87_3593
  }
}
