/// The failures of the last load, so that each failure and its end are reported once.
struct FailureMemory: Sendable {
  /// The failures, the most important first.
  private(set) var failures: [LoadFailure] = []
  /// Whether the source itself could not be read.
  private var isBroken = false
  private var keys: Set<String> = []

  /// The difference from the failures of the previous load.
  struct Change {
    /// All failures of the load.
    let failures: [LoadFailure]
    /// The failures that the load before did not have.
    let news: [LoadFailure]
    /// Whether the source can be read again.
    let isRepaired: Bool
  }

  /// Records the failures of a load.
  ///
  /// - Parameters:
  ///   - failures: The failures, the most important first.
  ///   - isBroken: Whether the source itself could not be read.
  /// - Returns: The new failures, and whether the source recovered.
  mutating func record(_ failures: [LoadFailure], isBroken: Bool) -> Change {
    defer {
      self.failures = failures
      keys = Set(failures.map(\.key))
      self.isBroken = isBroken
    }
    return Change(
      failures: failures,
      news: failures.filter { !keys.contains($0.key) },
      isRepaired: self.isBroken && !isBroken
    )
  }
}

extension LoadFailure {
  /// Whether a server has not responded to its first request yet, which is no failure so far.
  package var isPending: Bool {
    if case .source(.pending) = self { true } else { false }
  }

  /// The part of the failure that all reports of it share: the details of a failed connection, such
  /// as the number of bytes that were received, differ from poll to poll.
  fileprivate var key: String {
    if case .source(.unreachable(let name, _)) = self { name } else { description }
  }
}
