/// Places a user among the biases of a feature by a key, the same on every machine.
enum UserAssignment {
  /// The assignment of a user to a feature: MurmurHash3 (x86, 32 bits, seed 1) of the user's key
  /// and the feature's name in UTF-8, scaled to [0, 100).
  static func number(user: String, feature: Feature.Name) -> Double {
    let hash = MurmurHash3.hash(Array((user + feature.rawValue).utf8), seed: 1)
    return Double(hash) * 100 / 4_294_967_296
  }
}

/// MurmurHash3 for x86 with 32 bits, a public domain hash by Austin Appleby.
package enum MurmurHash3 {
  /// Hashes bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt32) -> UInt32 {
    var hash = seed
    let blocks = bytes.count / 4
    for block in 0..<blocks {
      hash ^= mixed(word(bytes, at: block * 4, count: 4))
      hash = (hash << 13 | hash >> 19) &* 5 &+ 0xE654_6B64
    }
    hash ^= mixed(word(bytes, at: blocks * 4, count: bytes.count % 4))
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }

  /// Up to four bytes as a number, the first one lowest.
  private static func word(_ bytes: [UInt8], at start: Int, count: Int) -> UInt32 {
    var word: UInt32 = 0
    for offset in 0..<count { word |= UInt32(bytes[start + offset]) << (8 * UInt32(offset)) }
    return word
  }

  private static func mixed(_ word: UInt32) -> UInt32 {
    let scaled = word &* 0xCC9E_2D51
    return (scaled << 15 | scaled >> 17) &* 0x1B87_3593
  }
}
