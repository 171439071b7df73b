/// Records the failures of the last load, so that each failure and its end are reported once.
struct FailureMemory: Sendable {
  /// The failures of the last load, in descending importance.
  private(set) var failures: [LoadFailure] = []
  /// Whether the last load could not read the source.
  private var isBroken = false
  private var keys: Set<String> = []

  /// The difference from the failures of the previous load.
  struct Change {
    /// All failures of the load, in descending importance.
    let failures: [LoadFailure]
    /// The failures that the previous load did not have, in descending importance.
    let news: [LoadFailure]
    /// Whether the source can be read again, after the previous load failed.
    let isRepaired: Bool
  }

  /// Records the failures of a load, and compares them with the previous load.
  ///
  /// - Parameters:
  ///   - failures: The failures of the load, in descending importance.
  ///   - isBroken: Whether the load could not read the source.
  /// - Returns: The new failures, and whether the source has recovered.
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
  /// Whether the failure only means that a server has not responded to its first request yet.
  package var isPending: Bool {
    if case .source(.pending) = self { true } else { false }
  }

  /// Identifies the failure when two loads are compared.
  ///
  /// The details of a failed connection, such as the number of received bytes, are excluded: they
  /// differ between polls.
  fileprivate var key: String {
    if case .source(.unreachable(let name, _)) = self { name } else { description }
  }
}
