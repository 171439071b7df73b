public import struct FoundationEssentials.Date

extension ConfigurationLoader {
  /// A configuration, and how it was got.
  public struct Loaded: Sendable {
    /// The features and the problems.
    public let configuration: Configuration
    /// The configuration without the problems that depend on the user.
    let base: Configuration
    /// How the configuration was got; `remote` also when the server said that it is unchanged.
    public let origin: Origin
    /// When it was received from its source, where that was not just now.
    public let date: Date?
    /// Why something better was not used, or could not be kept; empty when all is well.
    public let failures: [LoadFailure]
    /// Why the source itself is not in use; `nil` when it is.
    public let reason: SourceError?
    /// What the server answered, good or not; `nil` when no server did.
    public let facts: FetchFacts?
    /// The document in use, to be asked for again only if it changed.
    let document: Document?
    /// The warnings from comparing the document with others, which the configuration has too.
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

    /// Whether this is what the source has now.
    public var isCurrent: Bool { reason == nil }

    /// Whether the same features were got from the same document in the same way.
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

  /// What the places that were asked gave.
  package struct Answers {
    /// What the source gave; `nil` when it was not asked.
    package var source: Result<Fetched, SourceError>?
    package var fallback: Result<[UInt8], SourceError>?
    var bundled: Result<[UInt8], SourceError>?
    /// What stands in for the source.
    var standby: Document?
    var hasReadCache = false
    /// What went wrong when the stand-in was read.
    var failures: [LoadFailure] = []

    package init() {}
  }
}
