/// Computes the assignment of a user: the number that selects a variation by the biases of a
/// feature, the same on every machine.
enum UserAssignment {
  /// Returns the assignment in [0, 100): MurmurHash3 (x86, 32 bits, seed 1) of the UTF-8 of the
  /// user key and the feature's name, scaled.
  static func number(user: String, feature: Feature.Name) -> Double {
    var hash = MurmurHash3(seed: 1)
    hash.combine(user)
    hash.combine(feature.rawValue)
    return Double(hash.value) * 100 / 4_294_967_296
  }
}

/// Computes MurmurHash3 (x86, 32 bits), a public domain hash function by Austin Appleby.
///
/// The hash is computed incrementally, so that its inputs need not be concatenated.
package struct MurmurHash3: Sendable {
  private var hash: UInt32
  /// The last 0 to 3 bytes of the input, which are not mixed yet, in little-endian order.
  private var word: UInt32 = 0
  private var count: UInt32 = 0

  /// Creates the hash of an empty input, with the given seed.
  package init(seed: UInt32) { hash = seed }

  /// Returns the 32-bit hash of all bytes at once.
  package static func hash(_ bytes: [UInt8], seed: UInt32) -> UInt32 {
    var hash = MurmurHash3(seed: seed)
    for byte in bytes { hash.combine(byte) }
    return hash.value
  }

  /// Adds the UTF-8 bytes of a string to the input, without Unicode normalisation.
  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
  }

  private mutating func combine(_ byte: UInt8) {
    word |= UInt32(byte) << (8 * (count % 4))
    count &+= 1
    guard count.isMultiple(of: 4) else { return }
    hash ^= Self.mixed(word)
    hash = (hash << 13 | hash >> 19) &* 5 &+ 0xE654_6B64
    word = 0
  }

  /// The hash of the input so far; more input can be added afterwards.
  package var value: UInt32 {
    var hash = hash ^ Self.mixed(word) ^ count
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }

  private static func mixed(_ word: UInt32) -> UInt32 {
    let scaled = word &* 0xCC9E_2D51
    return (scaled << 15 | scaled >> 17) &* 0x1B87_3593
  }
}
