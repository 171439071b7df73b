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
    let count: Int32
    /// The depth of the conditions and audiences that are nested in the audience.
    let height: Int32
    /// Whether a limit was exceeded: the result is then valid only for the same depth and count.
    var isCutShort = false
    /// The depth and the number of conditions when the evaluation of the audience began.
    var start: (depth: Int32, count: Int32) = (0, 0)
  }

  /// The results of audiences by index; empty if only the last few results are cached.
  var audiences: [Audience?] = []
  /// The last few results, each with the index of its audience, which are used if `audiences` is
  /// empty: the rules of one flag often have the same audiences.
  private var recentAudiences = InlineArray<4, (number: Int32, result: Audience)>(
    repeating: (-1, Audience(truth: .unknown, count: 0, height: 0))
  )
  /// The outcome of the first global holdout that contains the user; the inner `nil` means no
  /// holdout, the outer `nil` means not evaluated yet.
  var holdout: FlagEvaluation.Outcome??

  /// Creates a cache of a few results, for the evaluation of a single flag.
  init() {}

  /// Creates an empty cache for several flags of the index.
  init(for index: FlagIndex) {
    // One element more than audiences, because an empty array means a disabled cache.
    audiences = Array(repeating: nil, count: index.audiences.count + 1)
  }

  /// Whether the results of all audiences are cached.
  var areStored: Bool { !audiences.isEmpty }

  /// One of the last results, by the index of its audience; `nil` if it is not cached.
  subscript(recent number: Int) -> Audience? {
    get {
      let last = recentAudiences[number % recentAudiences.count]
      return last.number == number ? last.result : nil
    }
    set {
      guard let newValue else { return }
      recentAudiences[number % recentAudiences.count] = (Int32(clamping: number), newValue)
    }
  }
}
