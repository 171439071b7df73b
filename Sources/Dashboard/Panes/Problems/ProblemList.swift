import FeatureFlags
import Frame

/// The problems of the source, errors first, with a cursor and a scroll position.
struct ProblemList: Sendable {
  /// The failure of the last poll as text; `nil` if the poll succeeded.
  var pollFailure: String?
  /// Why the overrides file cannot be read; `nil` if it can.
  var overridesFailure: String?
  /// The texts of the failures of the last load.
  private var loadFailures: [String] = []
  /// The problems of the configuration: errors, then warnings, each in the order of the document.
  private(set) var problems: [Problem] = []
  /// The number of errors in `problems`.
  private(set) var errorCount = 0
  /// The number of problems that are not listed.
  private(set) var omitted = 0
  /// The index of the entry under the cursor.
  private(set) var selected = 0
  /// The index of the first entry in the viewport.
  private(set) var top = 0
  /// The index of the first problem of each feature.
  private var firstProblems: [String: Int] = [:]

  /// An entry of the list.
  enum Entry: Hashable, Sendable {
    /// A failure of the last load.
    case failure(String)
    /// A problem of the configuration.
    case problem(Problem)
    /// The number of problems that are not listed.
    case omitted(Int)
  }

  init() {}

  /// Makes the list of a loaded source; keeps the cursor of the former list.
  init(_ source: LoadedSource, after former: ProblemList) {
    loadFailures = source.failures
    // Skips features under development, which are no mistakes; their details mention release
    // builds.
    let mistakes = source.problems.filter { $0.fact != .developmentEnabled }
    let errors = mistakes.filter { $0.severity == .error }
    errorCount = errors.count
    problems = errors + mistakes.filter { $0.severity != .error }
    omitted = source.omittedProblems
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

  /// The entry at an index.
  subscript(index: Int) -> Entry {
    if index < failures.count { return .failure(failures[index]) }
    let index = index - failures.count
    return index < problems.count ? .problem(problems[index]) : .omitted(omitted)
  }

  /// The number of errors and warnings, such as `1 error, 2 warnings`; empty if there are none.
  var summary: String {
    let errors = errorCount + failures.count
    let warnings = problems.count - errorCount
    let counts = [(errors, "error"), (warnings, "warning"), (omitted, "more")]
    return counts.filter { $0.0 > 0 }
      .map { count, noun in Number.count(count, noun, plural: noun == "more" ? noun : nil) }
      .joined(separator: ", ")
  }

  /// Moves the cursor to the first problem of a feature, if it has one.
  mutating func go(to feature: Feature.Name) {
    if let index = firstProblems[feature.rawValue] { selected = failures.count + index }
  }

  /// Moves the cursor by a number of entries, clamped to the list.
  mutating func move(by step: Int) {
    let (sum, isOverflow) = selected.addingReportingOverflow(step)
    selected = isOverflow ? (step > 0 ? count - 1 : 0) : sum
  }

  /// Clamps the cursor to the list, and scrolls it into the viewport.
  ///
  /// - Parameters:
  ///   - rows: The height of the viewport.
  ///   - height: The number of rows of an entry; called only for entries in the viewport.
  mutating func settle(rows: Int, height: (Entry) -> Int) {
    selected = max(min(selected, count - 1), 0)
    top = max(min(top, count - 1), 0)
    // The first entry of a viewport that ends with a given entry.
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
