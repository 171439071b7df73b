import FeatureFlags

/// The failures of the last load, so that each is reported once, and its end too.
struct FailureMemory {
  /// The failures in words, as the screen lists them.
  private(set) var words: [String] = []
  /// Whether the source itself could not be read.
  private var isBroken = false
  private var keys: Set<String> = []

  /// The difference from the failures of the previous load.
  struct Change {
    /// The failures that the load before did not have.
    let news: [LoadFailure]
    /// Whether the source can be read again.
    let isRepaired: Bool
  }

  /// Remembers the failures of a load.
  ///
  /// - Parameters:
  ///   - failures: The failures, the most important first.
  ///   - isBroken: Whether the source itself could not be read.
  /// - Returns: The new failures, and whether the source recovered.
  mutating func remember(_ failures: [LoadFailure], isBroken: Bool) -> Change {
    defer {
      words = failures.map { "\($0)" }
      keys = Set(failures.map(\.key))
      self.isBroken = isBroken
    }
    return Change(
      news: failures.filter { !keys.contains($0.key) },
      isRepaired: self.isBroken && !isBroken
    )
  }
}

extension LoadFailure {
  /// Whether a server has not answered its first request yet, which is no failure so far.
  var isPending: Bool {
    if case .source(.pending) = self { true } else { false }
  }

  /// What two reports of one failure have in common: the details of a failed connection, such as the
  /// number of bytes that were received, differ from poll to poll.
  fileprivate var key: String {
    if case .source(.unreachable(let name, _)) = self { name } else { description }
  }
}
