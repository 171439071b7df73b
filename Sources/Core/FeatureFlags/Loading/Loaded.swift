package import Networking

public import struct FoundationEssentials.Date

extension ConfigurationLoader {
  /// A loaded configuration, with its origin and the errors of loading it.
  public struct Loaded: Sendable {
    /// The chosen configuration; its problems include those of the cached and the fallback document.
    public internal(set) var configuration: Configuration
    /// The configuration as parsed, without the problems that depend on the user or on other documents.
    let base: Configuration
    /// The origin of the configuration; for a response with status 304 it is `remote`.
    public let origin: Origin
    /// The time at which a cached configuration was received from its source; `nil` for a new one.
    public let date: Date?
    /// The errors that were handled by a fallback, or that prevented caching; empty for none.
    public private(set) var failures: [LoadFailure]
    /// The error for which a fallback is used; `nil` if the configuration is that of the source.
    public let reason: SourceError?
    /// The status, timings and validators of the response, even of a failed one; `nil` without a
    /// response.
    public let facts: FetchFacts?
    /// The active document.
    ///
    /// The next load revalidates the document if it was received from the source, now or earlier; a
    /// document of the fallback is not revalidated.
    let document: Document
    /// The warnings from comparing the document with others, which `configuration` also contains.
    let differences: [Problem]

    /// The active document as received from the source or the cache; `nil` if a fallback is active.
    package var bytes: [UInt8]? { document.lastGood?.bytes }

    /// The time at which the active document was received from its source; `nil` for a fallback.
    package var received: Date? { document.lastGood?.date }

    /// The validators of the active document; `nil` if its source sent none.
    package var revision: HTTPRevision? { document.lastGood?.revision }

    /// Returns the same configuration, with the problems for a different user.
    package func renewed(for context: EvaluationContext) -> Loaded {
      var loaded = self
      loaded.configuration = base.adding(base.evaluator.problems(in: context) + differences)
      loaded.configuration.origin = origin
      return loaded
    }

    /// Returns the same configuration, with further errors that prevented caching.
    func adding(_ failures: [LoadFailure]) -> Loaded {
      var loaded = self
      loaded.failures += failures
      return loaded
    }

    /// Whether the configuration is that of the source, instead of the cache or a fallback.
    public var isCurrent: Bool { reason == nil }

    /// Returns whether the origin, the document, the features and the errors are equal to those of
    /// `other`.
    package func isSame(as other: Loaded) -> Bool {
      origin == other.origin && failures == other.failures
        && document.hasSameBytes(as: other.document)
        && configuration == other.configuration
    }
  }
}
