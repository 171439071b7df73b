import FeatureFlags
import Text

/// The problems of the source, ordered by severity, with a cursor and a scroll position.
struct ProblemList: Sendable {
  /// The error message of the last poll; `nil` if the poll succeeded.
  var pollFailure: String?
  /// The reason why the overrides file cannot be read; `nil` if it is readable.
  var overridesFailure: String?
  /// The error messages of the last load.
  private var loadFailures: [String] = []
  /// The problems of the configuration: errors, warnings, then notes, each in the order of the
  /// document.
  private(set) var problems: [Problem] = []
  /// The number of problems of each severity in `problems`.
  private var counts: [Problem.Severity: Int] = [:]
  /// The number of further problems, which the list omits because there are too many.
  private(set) var omitted = 0
  /// The names of the overridden features that the source does not have, sorted.
  var orphans: [Feature.Name] = []
  var cursor = ListCursor()
  /// The index in `problems` of the first problem of each feature, by feature name.
  private var firstProblems: [String: Int] = [:]

  /// An entry of the problem list: a failure, a problem, or the number of omitted problems.
  enum Entry: Hashable, Sendable {
    /// The error message of a failed load or poll.
    case failure(String)
    case problem(Problem)
    /// An override of a feature that the source does not have.
    case orphan(Feature.Name)
    /// A final entry with the number of omitted problems.
    case omitted(Int)
  }

  init() {}

  /// Creates the list for a loaded source; keeps the cursor of the previous list.
  init(_ source: LoadedSource, after former: ProblemList) {
    loadFailures = source.failures
    problems = Problem.Severity.all.flatMap { severity in
      source.problems.filter { $0.severity == severity }
    }
    counts = Dictionary(grouping: problems, by: \.severity).mapValues(\.count)
    omitted = source.omittedProblems
    orphans = Self.sorted(source.orphans)
    for (index, problem) in problems.enumerated() {
      if let feature = problem.feature, firstProblems[feature] == nil {
        firstProblems[feature] = index
      }
    }
    cursor = former.cursor
    (pollFailure, overridesFailure) = (former.pollFailure, former.overridesFailure)
  }

  /// The error messages of the last load and poll, without duplicates.
  private var failures: [String] {
    let others = [pollFailure, overridesFailure].compactMap(\.self)
    return loadFailures + others.filter { !loadFailures.contains($0) }
  }

  /// The names of the overridden features that the source does not have, in the order of the list.
  static func sorted(_ orphans: [OverrideKey: Override]) -> [Feature.Name] {
    Set(orphans.keys.map(\.feature)).sorted { $0.rawValue < $1.rawValue }
  }

  /// The number of all entries: failures, problems, overrides without a feature, and the entry for
  /// omitted problems.
  var count: Int { failures.count + problems.count + orphans.count + (omitted > 0 ? 1 : 0) }

  /// Whether the list has a failure or an error of the configuration.
  var hasErrors: Bool { (counts[.error] ?? 0) + failures.count > 0 }

  /// The number of all failures of loads and polls, of errors and warnings of the configuration,
  /// including the omitted ones, and of overrides without a feature.
  ///
  /// Notes do not count, because they report no mistake. Unreadable overrides do not count, because the
  /// header reports them separately, with the same key.
  var problemCount: Int {
    let failures = failures.count { $0 != overridesFailure }
    return failures + problems.count - (counts[.note] ?? 0) + orphans.count + omitted
  }

  /// The entry under the cursor; `nil` if the list is empty.
  var entry: Entry? { cursor.selected < count ? self[cursor.selected] : nil }

  subscript(index: Int) -> Entry {
    if index < failures.count { return .failure(failures[index]) }
    let index = index - failures.count
    if index < problems.count { return .problem(problems[index]) }
    let rest = index - problems.count
    return rest < orphans.count ? .orphan(orphans[rest]) : .omitted(omitted)
  }

  /// The number of entries of each severity as text, such as `1 error, 2 warnings, 1 note`; empty if
  /// there are none.
  var summary: String {
    let errors = (counts[.error] ?? 0) + failures.count
    let warnings = (counts[.warning] ?? 0) + orphans.count
    let all = [
      (errors, "error"), (warnings, "warning"), (counts[.note] ?? 0, "note"), (omitted, "more"),
    ]
    return all.filter { $0.0 > 0 }
      .map { count, noun in Number.count(count, noun, plural: noun == "more" ? noun : nil) }
      .joined(separator: ", ")
  }

  /// Moves the cursor to the first problem of the given feature, if the feature has one.
  mutating func go(to feature: Feature.Name) {
    if let index = firstProblems[feature.rawValue] { cursor.selected = failures.count + index }
  }
}
