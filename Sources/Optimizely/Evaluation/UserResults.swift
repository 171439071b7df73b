/// Results for one user that are the same for all flags: large audiences and many holdouts are
/// evaluated once, and not for each flag.
///
/// They depend on the user's id, attributes and segments, and on the order of conjunctions, but on no
/// forced decision.
struct UserResults: Sendable {
  /// The result of an audience, with what its evaluation counts towards the limits.
  struct Audience: Sendable {
    let truth: Truth
    /// The number of conditions that were evaluated.
    let count: Int
    /// The number of levels of conditions and audiences in one another.
    let height: Int
  }

  /// The results of audiences by their numbers; empty where results are not stored.
  var audiences: [Audience?] = []
  /// The first holdout for all rules that has the user; the outer `nil` means not yet evaluated.
  var holdout: FlagEvaluation.Outcome??

  /// Stores nothing, for a decision about one flag.
  init() {}

  /// Stores results for the flags of an index.
  init(for index: FlagIndex) {
    // One more than the audiences, so that the list is not empty without any.
    audiences = Array(repeating: nil, count: index.audiences.count + 1)
  }

  /// Whether results are stored.
  var areStored: Bool { !audiences.isEmpty }
}
