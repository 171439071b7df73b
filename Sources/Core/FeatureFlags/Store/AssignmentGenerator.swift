import Locking

/// Generates random numbers from a seed with SplitMix64; by default the seed is a random number of the
/// system.
///
/// The generator of the system costs a system call for each number, which is too slow for the
/// assignments of thousands of tests. The numbers are not suitable for secrets.
package struct AssignmentGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64 = .random(in: .min ... .max)) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension FlagStore {
  /// Returns a generator of random assignments in [0, 100), which is safe to call from any thread.
  public static func randomAssignments() -> @Sendable () -> Double {
    let generator = Locked(AssignmentGenerator())
    return { generator.withLock { Double.random(in: 0..<100, using: &$0) } }
  }
}
