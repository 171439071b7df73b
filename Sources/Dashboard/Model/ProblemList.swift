import FeatureFlags

/// The problems of the source in use, errors first, with the one under the cursor and what is in view.
struct ProblemList: Sendable {
  /// Why the last poll failed, in words; `nil` if it did not.
  var pollFailure: String?
  /// Why the file of overrides cannot be read; `nil` if it can.
  var overridesFailure: String?
  /// The texts of the failures of the last load.
  private var loadFailures: [String] = []
  /// The problems of the configuration: errors, then warnings, each in the order of the document.
  private(set) var problems: [Problem] = []
  /// How many of `problems` are errors.
  private(set) var errorCount = 0
  /// How many more problems the configuration has than are listed.
  private(set) var omitted = 0
  /// The number of the entry under the cursor.
  private(set) var selected = 0
  /// The number of the first entry in view.
  private(set) var top = 0
  /// The number of the first problem of each feature.
  private var firstProblems: [String: Int] = [:]

  /// A line of the list.
  enum Entry: Hashable, Sendable {
    /// Something that went wrong with the last load.
    case failure(String)
    /// Something that is wrong in the configuration.
    case problem(Problem)
    /// The number of problems that are not listed.
    case omitted(Int)
  }

  init() {}

  /// Makes the list of a snapshot; the cursor stays where it is in the list before.
  init(_ snapshot: Snapshot, after former: ProblemList) {
    loadFailures = snapshot.failures
    // A feature under development is no mistake; its details say that release builds keep it off.
    let mistakes = snapshot.problems.filter { $0.fact != .developmentEnabled }
    let errors = mistakes.filter { $0.severity == .error }
    errorCount = errors.count
    problems = errors + mistakes.filter { $0.severity != .error }
    omitted = snapshot.omittedProblems
    for (index, problem) in problems.enumerated() {
      if let feature = problem.feature, firstProblems[feature] == nil {
        firstProblems[feature] = index
      }
    }
    (selected, top) = (former.selected, former.top)
    (pollFailure, overridesFailure) = (former.pollFailure, former.overridesFailure)
  }

  /// The failures of the last load and poll, without duplicates.
  private var failures: [String] {
    let others = [pollFailure, overridesFailure].compactMap(\.self)
    return loadFailures + others.filter { !loadFailures.contains($0) }
  }

  /// The number of entries.
  var count: Int { failures.count + problems.count + (omitted > 0 ? 1 : 0) }

  /// The entry under the cursor; `nil` if there is none.
  var entry: Entry? { selected < count ? self[selected] : nil }

  /// The entry with a number.
  subscript(index: Int) -> Entry {
    if index < failures.count { return .failure(failures[index]) }
    let index = index - failures.count
    return index < problems.count ? .problem(problems[index]) : .omitted(omitted)
  }

  /// The number of errors and warnings, such as `1 error, 2 warnings`; empty if there are none.
  var words: String {
    let errors = errorCount + failures.count
    let warnings = problems.count - errorCount
    let counts = [(errors, "error"), (warnings, "warning"), (omitted, "more")]
    return counts.filter { $0.0 > 0 }
      .map { count, noun in "\(count) \(noun)" + (count == 1 || noun == "more" ? "" : "s") }
      .joined(separator: ", ")
  }

  /// Goes to the first problem of a feature, if it has one.
  mutating func go(to feature: Feature.Name) {
    if let index = firstProblems[feature.rawValue] { selected = failures.count + index }
  }

  /// Moves the cursor; a number of steps beyond the end goes to the end.
  mutating func move(by step: Int) {
    let (sum, isOverflow) = selected.addingReportingOverflow(step)
    selected = isOverflow ? (step > 0 ? count - 1 : 0) : sum
  }

  /// Brings the cursor into the list, and into view.
  ///
  /// - Parameters:
  ///   - rows: The number of rows in view.
  ///   - height: The number of rows of an entry; called for as many entries as are in view.
  mutating func settle(rows: Int, height: (Entry) -> Int) {
    selected = max(min(selected, count - 1), 0)
    top = max(min(top, count - 1), 0)
    // The first entry of a view that ends with a given one.
    func first(of last: Int) -> Int {
      var (room, first) = (rows, last + 1)
      while first > 0 {
        room -= height(self[first - 1])
        guard room >= 0 else { break }
        first -= 1
      }
      return min(first, last)
    }
    guard count > 0 else { return }
    top = min(top, selected, first(of: count - 1))
    top = max(top, first(of: selected))
  }
}
