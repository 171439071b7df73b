import Documents

/// Collects the problems of one document: stores a bounded number of them, and counts the rest.
public struct ProblemTally: Hashable, Sendable {
  /// The stored problems, in the order in which they were found.
  ///
  /// Errors, warnings, notes, and the notes about development features form four groups. The first
  /// `InputLimit.problems` of each group are stored, so that many problems of one group do not hide those of
  /// the others.
  public private(set) var stored: [Problem] = []
  private var counts: [Group: Int] = [:]

  /// The group of a problem; each group has its own bound.
  private enum Group: Hashable {
    case errors
    case warnings
    case notes
    case developmentNotes

    init(_ problem: Problem) {
      switch problem.severity {
      case .error: self = .errors
      case .warning: self = .warnings
      case .note: self = problem.fact == .developmentEnabled ? .developmentNotes : .notes
      }
    }
  }

  /// Creates a tally; problems beyond the bound are only counted.
  public init(_ problems: [Problem] = []) {
    for problem in problems { append(problem) }
  }

  /// The number of all problems, including those that are not stored.
  public var count: Int { counts.values.reduce(0, +) }

  /// The number of problems that are only counted, because their group has reached its bound.
  public var omittedCount: Int { count - stored.count }

  /// The number of errors and warnings that are only counted, without notes.
  public var omittedMistakeCount: Int {
    omittedCount
      - [Group.notes, .developmentNotes].reduce(0) { sum, group in
        sum + max((counts[group] ?? 0) - InputLimit.problems.maximum, 0)
      }
  }

  /// The number of errors, including those that are not stored.
  public var errorCount: Int { counts[.errors] ?? 0 }

  /// The number of warnings, including those that are not stored, without notes.
  public var warningCount: Int { counts[.warnings] ?? 0 }

  /// The number of notes, including those that are not stored.
  public var noteCount: Int { (counts[.notes] ?? 0) + developmentNoteCount }

  /// The number of notes about features under development, including those that are not stored.
  package var developmentNoteCount: Int { counts[.developmentNotes] ?? 0 }

  /// Counts a problem, and stores it unless its group has reached the bound.
  public mutating func append(_ problem: Problem) {
    let group = Group(problem)
    counts[group, default: 0] += 1
    if (counts[group] ?? 0) <= InputLimit.problems.maximum { stored.append(problem) }
  }
}
