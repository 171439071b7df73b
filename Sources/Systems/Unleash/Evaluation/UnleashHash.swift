import FeatureFlags

/// Computes the numbers that place users among percentages and weights.
enum UnleashHash {
  /// The seed of the hash for variants.
  static let variantSeed: UInt32 = 86_028_157

  /// Returns a number from 1 to `count` for a user's text in a group.
  static func number(_ group: String, _ text: String, in count: Int, seed: UInt32 = 0) -> Int {
    var hash = MurmurHash3(seed: seed)
    hash.combine(group)
    hash.combine(":")
    hash.combine(text)
    return Int(hash.value) % count + 1
  }

  /// Returns a number from 1 to `count` for the hashed text.
  static func number(_ text: String, in count: Int) -> Int {
    Int(MurmurHash3.hash(Array(text.utf8), seed: 0)) % count + 1
  }
}
