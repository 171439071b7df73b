package import FeatureFlags

/// Finds a minimal set of overrides that break an app together, by testing subsets of a failing set.
///
/// Each culprit is found by a binary search over prefixes of the list of candidates. Culprits that were
/// already found remain applied while the next culprit is searched. The search assumes that an app that
/// fails with some overrides also fails with additional overrides. For `c` culprits among `n` overrides,
/// it needs at most `c * (log2(n) + 1) + 2` runs, rounded up, if no run is skipped. The set of culprits
/// is minimal: if any one of the culprits is removed, the app works.
///
/// An example with the overrides a, b, c and d, of which b and d break the app together:
///
/// | run | applied | result | conclusion |
/// |---|---|---|---|
/// | 1 | a b | good | the shortest failing prefix is longer than two |
/// | 2 | a b c | good | it is a b c d, so that d is a culprit, if the failure is reproducible |
/// | 3 | d | good | d is not alone |
/// | 4 | a b c d | bad | the failure is reproducible |
/// | 5 | a, d | good | in addition to d, the shortest failing prefix is longer than one |
/// | 6 | a b, d | bad | it is a b, so that b is a culprit |
/// | 7 | b, d | bad | b and d fail without the others |
package struct OverrideBisection: Hashable, Sendable {
  /// The overrides of the failing set, in the order in which prefixes are formed.
  package let candidates: [OverrideKey]
  /// The results of all runs so far, in order.
  package private(set) var verdicts: [Verdict] = []
  /// The next run, or the result of the search.
  package private(set) var step = Step.finished(.culprits([], undecided: []))

  /// The current round, which searches for one culprit.
  private var round: Round
  /// The indices of the found culprits.
  private var culprits: Set<Int> = []
  /// The indices of overrides that remain undecided because of skipped runs; they remain applied.
  private var undecided: Set<Int> = []
  /// The check that the next run makes, with all overrides or with none; `nil` if the next run is a step
  /// of the binary search.
  private var check: Check?
  private var finishedChecks: Set<Check> = []

  /// The result of one run of the app.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The app works with the applied overrides.
    case good
    /// The app fails with the applied overrides.
    case bad
    /// The app cannot be tested with the applied overrides.
    case skip
  }

  /// A step of the search.
  package enum Step: Hashable, Sendable {
    /// The caller has to run the app with exactly these overrides of the candidates, and then to call
    /// ``OverrideBisection/record(_:)``.
    case run([OverrideKey])
    /// The search has ended.
    case finished(Outcome)
  }

  /// The result of a search.
  package enum Outcome: Hashable, Sendable {
    /// The app fails with these culprits, and works if any one of them is removed.
    ///
    /// `undecided` contains further overrides that could not be ruled out because of skipped runs; it is
    /// empty if every run had a result.
    case culprits([OverrideKey], undecided: [OverrideKey])
    /// The app works with all overrides, although it was expected to fail.
    case notReproduced
    /// The app also fails without the overrides.
    case independent
  }

  /// A run with all or none of the candidates, which verifies an assumption of the search.
  private enum Check: Hashable { case all, none }

  /// A binary search over the lengths of prefixes of the candidates.
  private struct Round: Hashable {
    /// The length of the longest prefix with which the app is known to work; `nil` before length 0 was
    /// tested.
    var low: Int?
    /// The length of the shortest prefix with which the app is known to fail.
    var high: Int
    /// The lengths of the prefixes whose runs were skipped.
    var skipped: Set<Int> = []

    /// The number of overrides that can be the next culprit.
    var suspectCount: Int { high - (low ?? 0) }

    /// The length of the next run: 0 first, then the length nearest to the middle; `nil` if the round
    /// has ended.
    var next: Int? {
      if low == nil, high > 0, !skipped.contains(0) { return 0 }
      let first = (low ?? 0) + 1
      let middle = ((low ?? 0) + high) / 2
      guard first < high else { return nil }
      return (first..<high).filter { !skipped.contains($0) }
        .min { abs($0 - middle) < abs($1 - middle) }
    }
  }

  /// Starts the search; the app is expected to fail with all candidates.
  ///
  /// - Parameter candidates: The keys of the overrides; duplicates are ignored.
  package init(of candidates: [OverrideKey]) {
    var known: Set<OverrideKey> = []
    self.candidates = candidates.filter { known.insert($0).inserted }
    round = Round(low: 0, high: self.candidates.count)
    advance()
  }

  /// The number of overrides that can be the next culprit; 0 while a run tests the found culprits alone.
  package var suspectCount: Int { round.low == nil ? 0 : round.suspectCount }

  /// The approximate number of runs of the whole search; it grows with each further culprit.
  package var expectedCount: Int {
    guard case .run = step else { return verdicts.count }
    guard check == nil, round.low != nil, round.suspectCount > 1 else { return verdicts.count + 1 }
    let halvings = Int.bitWidth - (round.suspectCount - 1).leadingZeroBitCount
    return verdicts.count + halvings + 1
  }

  /// Stores the result of the run in ``step``, and determines the next step; has no effect after the search
  /// has ended.
  package mutating func record(_ verdict: Verdict) {
    guard case .run = step else { return }
    verdicts.append(verdict)
    if let check {
      record(verdict, of: check)
    } else if let length = round.next {
      switch verdict {
      case .good: round.low = length
      case .bad: round.high = length
      case .skip: round.skipped.insert(length)
      }
      advance()
    }
  }

  private mutating func record(_ verdict: Verdict, of check: Check) {
    finishedChecks.insert(check)
    self.check = nil
    switch (check, verdict) {
    case (.all, .good): step = .finished(.notReproduced)
    case (.none, .bad): step = .finished(.independent)
    case (.all, .bad), (.all, .skip), (.none, .good), (.none, .skip): advance()
    }
  }

  /// Ends rounds that need no further run, and determines the next step.
  private mutating func advance() {
    while round.high > 0, round.next == nil { endRound() }
    guard let length = round.next else { return finish() }
    // Requires a failed run before a second round: otherwise, for an app that works with all overrides, each
    // override would be reported as a culprit.
    if !culprits.union(undecided).isEmpty, round.low != nil || round.skipped.contains(0),
      !verdicts.contains(.bad), isDue(.all)
    {
      check = .all
      step = .run(candidates)
    } else {
      step = .run(names { $0 < length || culprits.contains($0) || undecided.contains($0) })
    }
  }

  /// Stores the culprit at the end of the shortest failing prefix, and starts a round with the
  /// overrides before it.
  private mutating func endRound() {
    let first = round.low ?? 0
    if round.low != nil, round.suspectCount == 1 {
      culprits.insert(first)
    } else {
      undecided.formUnion(first..<round.high)
    }
    round = Round(low: nil, high: first)
  }

  private mutating func finish() {
    // Tests the app without overrides if no run has worked: the failure may have another cause. Tests it
    // with all overrides if no run has failed: the failure may not be reproducible.
    if !candidates.isEmpty, !verdicts.contains(.good), isDue(.none) {
      check = Check.none
      step = .run([])
    } else if !candidates.isEmpty, !verdicts.contains(.bad), isDue(.all) {
      check = .all
      step = .run(candidates)
    } else {
      let (found, open) = (culprits, undecided)
      step = .finished(.culprits(names(found.contains), undecided: names(open.contains)))
    }
  }

  private func isDue(_ check: Check) -> Bool { !finishedChecks.contains(check) }

  private func names(_ isIncluded: (Int) -> Bool) -> [OverrideKey] {
    candidates.indices.filter(isIncluded).map { candidates[$0] }
  }
}
