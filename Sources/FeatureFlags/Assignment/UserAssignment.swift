/// Computes the assignment of a user to the biases of a feature, with the same result on every
/// machine.
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
