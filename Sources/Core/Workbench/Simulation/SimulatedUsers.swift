package import FeatureFlags

/// The users of a simulation, with generated keys, or from a JSON Lines file, which is repeated if it
/// has too few users.
package struct SimulatedUsers: Sendable {
  /// The number of users.
  package let count: Int
  /// The number that determines the generated keys.
  package let seed: UInt64
  /// The users of the file, which are used cyclically; empty if all users have generated keys.
  package let profiles: [Profile]
  /// The context of every user, to which the key and the attributes are added.
  package let base: EvaluationContext

  /// One line of a file of users.
  package struct Profile: Hashable, Sendable {
    /// The key of the user; `nil` for a generated key.
    package let key: String?
    package let attributes: [String: AttributeValue]

    /// Creates a profile.
    package init(key: String? = nil, attributes: [String: AttributeValue] = [:]) {
      self.key = key
      self.attributes = attributes
    }
  }

  /// Creates users.
  ///
  /// - Parameters:
  ///   - count: The number of users.
  ///   - seed: The number that determines the generated keys.
  ///   - profiles: The users of a file, which are used cyclically.
  ///   - base: The attributes and segments of every user.
  package init(
    count: Int,
    seed: UInt64,
    profiles: [Profile] = [],
    base: EvaluationContext = EvaluationContext()
  ) {
    self.count = max(count, 0)
    self.seed = seed
    self.profiles = profiles
    self.base = base
  }

  /// The prefix of the generated keys, such as `user-1-`, which the number of the user follows.
  private var prefix: String { "user-\(seed)-" }

  /// Returns the key of the user with the given number, counted from 0.
  package func key(_ number: Int) -> String {
    let profile = profiles.isEmpty ? nil : profiles[number % profiles.count]
    return profile?.key ?? prefix + String(number)
  }

  /// Returns the evaluation context of the user with the given number, counted from 0.
  package func context(_ number: Int) -> EvaluationContext {
    var context = base
    context.targetingKey = key(number)
    guard !profiles.isEmpty else { return context }
    context.attributes.merge(profiles[number % profiles.count].attributes) { $1 }
    return context
  }

  /// Returns a function that hashes the key of the user with a given number; for generated keys, it
  /// allocates no memory.
  func hashKeys() -> @Sendable (_ number: Int) -> MurmurHash3 {
    var hashOfPrefix = MurmurHash3(seed: UserAssignment.seed)
    hashOfPrefix.combine(prefix)
    return { [profiles, hashOfPrefix] number in
      if !profiles.isEmpty, let key = profiles[number % profiles.count].key {
        var hash = MurmurHash3(seed: UserAssignment.seed)
        hash.combine(key)
        return hash
      }
      var hash = hashOfPrefix
      hash.combine(decimal: UInt(number))
      return hash
    }
  }
}
