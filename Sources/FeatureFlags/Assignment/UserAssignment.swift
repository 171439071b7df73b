/// Computes the assignment of a user to the biases of a feature, the same on every machine.
enum UserAssignment {
  /// The assignment of a user to a feature: MurmurHash3 (x86, 32 bits, seed 1) of the user's key
  /// and the feature's name in UTF-8, scaled to [0, 100).
  static func number(user: String, feature: Feature.Name) -> Double {
    var hash = MurmurHash3(seed: 1)
    hash.combine(user)
    hash.combine(feature.rawValue)
    return Double(hash.value) * 100 / 4_294_967_296
  }
}
