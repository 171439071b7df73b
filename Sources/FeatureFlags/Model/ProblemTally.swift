import Documents

/// The problems of one document: a bounded number is stored, and the rest counted.
public struct ProblemTally: Hashable, Sendable {
  /// The stored problems, in the order in which they were found.
  ///
  /// The first `Limit.problems` errors, warnings, and enabled development flags are stored each, so
  /// that many problems of one group do not hide those of another.
  public private(set) var stored: [Problem] = []
  private var counts: [Group: Int] = [:]

  /// The groups of problems; each group has its own bound.
  private enum Group: Hashable {
    case errors
    case warnings
    case development

    init(_ problem: Problem) {
      switch problem.severity {
      case .error: self = .errors
      case .warning: self = problem.fact == .developmentEnabled ? .development : .warnings
      }
    }
  }

  /// Creates a tally; problems beyond the bound are only counted.
  public init(_ problems: [Problem] = []) {
    for problem in problems { append(problem) }
  }

  /// The number of all problems, stored or not.
  public var count: Int { counts.values.reduce(0, +) }

  /// The number of problems that are counted and not stored.
  public var omittedCount: Int { count - stored.count }

  /// The number of errors and warnings that are counted and not stored, without those about
  /// development flags.
  public var omittedMistakeCount: Int {
    omittedCount - max(developmentCount - Limit.problems.maximum, 0)
  }

  /// The number of errors, stored or not.
  public var errorCount: Int { counts[.errors] ?? 0 }

  /// The number of warnings, stored or not, without those about development flags.
  public var warningCount: Int { counts[.warnings] ?? 0 }

  /// The number of features under development that are on, stored or not.
  public var developmentCount: Int { counts[.development] ?? 0 }

  /// Adds a problem.
  public mutating func append(_ problem: Problem) {
    let group = Group(problem)
    counts[group, default: 0] += 1
    if (counts[group] ?? 0) <= Limit.problems.maximum { stored.append(problem) }
  }
}
