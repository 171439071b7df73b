public import struct FoundationEssentials.Date

extension ConfigurationLoader {
  /// A configuration, with the way in which it was obtained.
  public struct Loaded: Sendable {
    /// The features and the problems.
    public let configuration: Configuration
    /// The configuration without the problems that depend on the user.
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
    /// The active document, which the next load revalidates.
    let document: Document?
    /// The warnings from comparing the document with others; `configuration` has them too.
    let differences: [Problem]

    init(
      _ base: Configuration,
      context: EvaluationContext,
      origin: Origin,
      date: Date? = nil,
      failures: [LoadFailure],
      reason: SourceError? = nil,
      facts: FetchFacts?,
      document: Document? = nil,
      differences: [Problem] = []
    ) {
      var configuration = base.adding(base.evaluator.problems(in: context) + differences)
      configuration.origin = origin
      self.configuration = configuration
      self.base = base
      self.origin = origin
      self.date = date
      self.failures = failures
      self.reason = reason
      self.facts = facts
      self.document = document
      self.differences = differences
    }

    /// The same configuration with the problems for another user.
    package func renewed(for context: EvaluationContext) -> Loaded {
      Loaded(
        base,
        context: context,
        origin: origin,
        date: date,
        failures: failures,
        reason: reason,
        facts: facts,
        document: document,
        differences: differences
      )
    }

    /// Whether the configuration is that of the source, not of the cache or a fallback.
    public var isCurrent: Bool { reason == nil }

    /// Whether the origin, the document, the features and the errors are the same.
    package func isSame(as other: Loaded) -> Bool {
      origin == other.origin && failures == other.failures
        && document?.lastGood.bytes == other.document?.lastGood.bytes
        && configuration == other.configuration
    }
  }

  /// A document of the source with its features, before anything is merged into it.
  struct Document: Sendable {
    let lastGood: LastGood
    let configuration: Configuration
  }

  /// The responses of the source and of its fallbacks, from which the loader chooses.
  package struct Responses {
    /// The result of the source; `nil` when it was not read.
    package var source: Result<Fetched, SourceError>?
    package var fallback: Result<[UInt8], SourceError>?
    var bundled: Result<[UInt8], SourceError>?
    /// The cached document, which is the fallback for the source.
    var standby: Document?
    var hasReadCache = false
    /// The errors of reading the cache.
    var failures: [LoadFailure] = []

    package init() {}
  }
}
