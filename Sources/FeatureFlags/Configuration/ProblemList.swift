/// The problems of one document: a bounded number is stored, and the rest counted.
public struct ProblemList: Hashable, Sendable {
  /// The stored problems, in the order in which they were found: of each severity the first ones,
  /// up to `Limit.problems`.
  public private(set) var stored: [Problem] = []
  private var errors = 0
  private var warnings = 0

  /// Makes a list; of more problems than are stored the rest is counted.
  public init(_ problems: [Problem] = []) {
    for problem in problems { append(problem) }
  }

  /// The number of all problems, stored or not.
  public var count: Int { errors + warnings }

  /// The number of problems that are counted and not stored.
  public var omittedCount: Int { count - stored.count }

  /// The number of problems of a severity, stored or not.
  public func count(of severity: Problem.Severity) -> Int {
    switch severity {
    case .error: errors
    case .warning: warnings
    }
  }

  /// Adds a problem.
  public mutating func append(_ problem: Problem) {
    switch problem.severity {
    case .error: errors += 1
    case .warning: warnings += 1
    }
    if count(of: problem.severity) <= Limit.problems.maximum { stored.append(problem) }
  }
}
