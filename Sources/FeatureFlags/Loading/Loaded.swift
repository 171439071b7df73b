public import struct FoundationEssentials.Date

extension ConfigurationLoader {
  /// A configuration, with the way in which it was obtained.
  public struct Loaded: Sendable {
    /// The features and the problems.
    public internal(set) var configuration: Configuration
    /// The configuration without the problems that depend on the user or another document.
    let base: Configuration
    /// How the configuration was obtained; `remote` also for a response with status 304.
    public let origin: Origin
    /// When a cached configuration was received from its source; `nil` for a new one.
    public let date: Date?
    /// The errors that were handled by a fallback, or that prevented caching; empty for none.
    public let failures: [LoadFailure]
    /// Why the configuration is not that of the source; `nil` when it is.
    public let reason: SourceError?
    /// The facts of the response, also of a failed one; `nil` without a response.
    public let facts: FetchFacts?
    /// The active document, which the next load revalidates if it is one of the source.
    let document: Document
    /// The warnings from comparing the document with others; `configuration` has them too.
    let differences: [Problem]

    /// The same configuration with the problems for another user.
    package func renewed(for context: EvaluationContext) -> Loaded {
      var loaded = self
      loaded.configuration = base.adding(base.evaluator.problems(in: context) + differences)
      loaded.configuration.origin = origin
      return loaded
    }

    /// Whether the configuration is that of the source, not of the cache or a fallback.
    public var isCurrent: Bool { reason == nil }

    /// Whether the origin, the document, the features and the errors are the same.
    package func isSame(as other: Loaded) -> Bool {
      origin == other.origin && failures == other.failures
        && document.lastGood?.bytes == other.document.lastGood?.bytes
        && configuration == other.configuration
    }
  }
}
