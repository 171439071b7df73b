/// Caches one user's results that apply to all flags, so that large audiences and many holdouts are
/// evaluated once instead of once per flag.
///
/// The results depend on the user's id, attributes and segments, and on the ``ConjunctionOrder``,
/// but not on forced decisions.
struct UserResults: Sendable {
  /// The result of an audience, with the number and the depth of its conditions, which are limited.
  struct Audience: Sendable {
    let truth: Truth
    /// The number of conditions that the evaluation of the audience visited.
    let count: Int
    /// The depth of the conditions and audiences that are nested in the audience.
    let height: Int
  }

  /// The results of audiences by index; empty if results are not cached.
  var audiences: [Audience?] = []
  /// The outcome of the first global holdout that contains the user; the inner `nil` means no
  /// holdout, the outer `nil` means not evaluated yet.
  var holdout: FlagEvaluation.Outcome??

  /// Creates a disabled cache, for the evaluation of a single flag.
  init() {}

  /// Creates an empty cache for several flags of the index.
  init(for index: FlagIndex) {
    // One element more than audiences, because an empty array means a disabled cache.
    audiences = Array(repeating: nil, count: index.audiences.count + 1)
  }

  /// Whether the cache is enabled.
  var areStored: Bool { !audiences.isEmpty }
}
