import Documents
public import Networking

public import struct FoundationEssentials.Date

/// Loads the configuration of a source; the cache and local files are fallbacks.
///
/// The first valid configuration is used, in this order: the source, the cached last known good
/// configuration, the fallback, the bundled configuration. A document of the source is validated
/// before it replaces the cached document.
///
/// ```swift
/// let loader = ConfigurationLoader(
///   source: try RemoteSource(url: "https://flags.example.test/features.json"),
///   fallback: FileSource(path: "Fallback.json"),
///   origin: .remote
/// )
/// let loaded = try await loader.load()
/// print(loaded.origin, loaded.configuration.features.count, loaded.failures)
/// ```
public struct ConfigurationLoader: Sendable {
  /// The source from which the configuration is loaded.
  public var source: any Source
  /// The fallback, which is used if neither the source nor the cache has a valid configuration.
  ///
  /// Features that only the fallback has are always added to those of the source.
  public var fallback: (any Source)?
  /// The configuration that is bundled with the program; the last fallback.
  public var bundled: (any Source)?
  /// The workspace that caches the last known good configuration; `nil` disables the cache.
  public var cache: Workspace?
  /// The origin that a configuration from the source has.
  public var origin: Origin
  /// The format of the source's documents; `nil` detects the format from the content, as is always done
  /// for fallbacks.
  public var format: ConfigurationFormat?
  /// The formats for the detection: the first one that recognises the document is used, or else the
  /// last one.
  public var formats: [ConfigurationFormat] = [.features]
  /// The name of the format of the previous document, which also applies to a new document that is
  /// empty; `nil` if there was no previous document.
  var formerFormat: String?
  /// Whether the load fails if all features of a document are malformed.
  ///
  /// If the property is `false`, such a document is accepted as the first document, so that its problems
  /// can be listed.
  var requiresUsableFeatures = false
  /// The user for whom the problems of the configuration are computed.
  public var context = EvaluationContext()
  /// The writer that writes the cache in the background; with `nil` the cache is written before
  /// `load` returns.
  var writer: WorkspaceWriter?
  /// Receives the parts of the source's document while it is parsed; `nil` reports nothing before the end.
  var parts: PartPreview?
  let now: @Sendable () -> Date

  /// Creates a loader; nothing is read before the first load.
  public init(
    source: any Source,
    fallback: (any Source)? = nil,
    bundled: (any Source)? = nil,
    cache: Workspace? = nil,
    origin: Origin = .file,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.source = source
    self.fallback = fallback
    self.bundled = bundled
    self.cache = cache
    self.origin = origin
    self.now = now
  }

  /// Loads the configuration from the source, or from a fallback.
  ///
  /// A server receives a conditional request with the revision of `previous`, or else of the cache.
  /// A cached document that is damaged, or comes from a different URL, is ignored.
  ///
  /// - Parameters:
  ///   - previous: The result of the last load, by a loader of the same source; `nil` for none.
  ///   - progress: Called on any thread while the document is received; must be fast.
  /// - Returns: The configuration, with the errors that were handled by a fallback.
  /// - Throws: The error of the source if there is no valid fallback.
  public func load(
    after previous: Loaded? = nil,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws(SourceError) -> Loaded {
    var search = search(after: previous?.document)
    // Skips the cache for a file: only requests to a server use the cached revision.
    if search.known == nil, source.address != nil { search.readCache() }
    await search.fetch(progress: progress)
    if case .failure(.source(.cancelled(let name))) = search.source { throw .cancelled(name) }
    search.useCache()
    let fallback = add(fallback, .fallback, await Self.read(fallback), to: &search)
    if search.found == nil { add(bundled, .bundled, await Self.read(bundled), to: &search) }
    return try loaded(search, fallback)
  }

  /// Chooses the configuration from responses that were already read, in the same order as
  /// ``load(after:progress:)``.
  ///
  /// Without a writer, the call blocks until the cache is written.
  ///
  /// - Throws: The error of the source if there is no valid fallback.
  package func choose(among responses: Responses) throws(SourceError) -> Loaded {
    var search = search(after: responses.known)
    let response = responses.source ?? .failure(.pending(source.name))
    search.accept(response.mapError(LoadFailure.source))
    search.writeCache()
    search.useCache()
    let fallback = add(fallback, .fallback, responses.fallback, to: &search)
    if search.found == nil { add(bundled, .bundled, responses.bundled, to: &search) }
    return try loaded(search, fallback)
  }

  private static func read(_ source: (any Source)?) async -> Result<[UInt8], SourceError>? {
    guard let source else { return nil }
    return await Result(awaiting: try await source.read())
  }

  private func search(after known: Document?) -> DocumentFallback<Self> {
    DocumentFallback(
      self,
      after: known.flatMap { $0.lastGood?.belongs(to: source) == true ? $0 : nil }
    )
  }

  /// Adds a fallback to a search, and returns its configuration even if the search does not use it.
  @discardableResult
  private func add(
    _ source: (any Source)?,
    _ origin: Origin,
    _ bytes: Result<[UInt8], SourceError>?,
    to search: inout DocumentFallback<Self>
  ) -> Configuration? {
    guard let source, let bytes else { return nil }
    let outcome = search.add(origin) { () throws(LoadFailure) in
      let bytes = try bytes.mapError(LoadFailure.source).get()
      let document = KubernetesObject.document(in: bytes) ?? bytes
      return Document(configuration: try configuration(of: document, from: source))
    }
    guard case .success(let document) = outcome else { return nil }
    return document?.configuration
  }

  /// Returns the result of a search, with the features of the fallback merged into it.
  private func loaded(
    _ search: DocumentFallback<Self>,
    _ fallback: Configuration?
  ) throws(SourceError) -> Loaded {
    var reason: SourceError?
    if case .failure(.source(let error)) = search.source { reason = error }
    guard let (document, location) = search.found else { throw reason ?? .pending(source.name) }
    let own = document.configuration
    let isFallback = document.lastGood == nil
    let base = isFallback ? own : fallback.map(own.merged) ?? own
    let cached = search.new == nil ? nil : search.known?.configuration
    let loaded = Loaded(
      configuration: base,
      base: base,
      origin: reason == nil ? origin : location,
      date: search.new == nil ? document.lastGood?.date : nil,
      failures: search.failures,
      reason: reason,
      facts: search.facts ?? reason?.facts,
      document: document,
      differences: isFallback ? [] : Self.differences(of: own, from: cached, fallback)
    )
    return loaded.renewed(for: context)
  }
}

extension ConfigurationLoader {
  /// A parsed document with its features, before other documents are merged into it.
  package struct Document: Sendable {
    /// The bytes and the metadata of the document for the cache; `nil` for a fallback, which is not
    /// cached.
    var lastGood: LastGood?
    let configuration: Configuration
    /// The name of the format in which the document was parsed; `nil` for a fallback.
    var format: String?

    /// Whether both documents have the same bytes, or both are fallbacks without stored bytes.
    func hasSameBytes(as other: Document) -> Bool {
      guard let bytes = lastGood?.bytes, let others = other.lastGood?.bytes else {
        return lastGood == nil && other.lastGood == nil
      }
      return bytes.isEqual(to: others)
    }
  }

  /// The responses of the source and its fallbacks, from which the loader chooses.
  package struct Responses {
    /// The response of the source; `nil` if the source was not read.
    package var source: Result<Fetched, SourceError>?
    package var fallback: Result<[UInt8], SourceError>?
    var bundled: Result<[UInt8], SourceError>?
    /// The last document of the source, which is the first fallback; `nil` means the cached
    /// document.
    var known: Document?

    package init() {}
  }
}

extension ConfigurationLoader: DocumentLoader {
  package func fetch(
    after known: Document?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(LoadFailure) -> Fetched {
    let revision = source.address == nil ? nil : known?.lastGood?.revision
    do throws(SourceError) {
      let fetched = try await source.fetch(unlessStill: revision, progress: progress)
      guard known != nil || fetched.bytes != nil else { throw .pending(source.name) }
      return fetched
    } catch {
      throw .source(error)
    }
  }

  package func parse(
    _ bytes: [UInt8],
    _ facts: FetchFacts?,
    replacing known: Document?
  ) throws(LoadFailure) -> Document {
    let bytes = KubernetesObject.document(in: bytes) ?? bytes
    var configuration: Configuration
    var name = known?.format ?? formerFormat
    if let unchanged = Self.configuration(of: bytes, ifStill: known) {
      configuration = unchanged
    } else {
      // An empty document can match several formats: the format of the document that it replaces is kept.
      let reader = format ?? FormatDetection(formats).format(of: bytes, after: name)
      name = reader.name
      configuration = try self.configuration(of: bytes, from: source, as: reader, facts, parts)
    }
    configuration.evaluator = configuration.evaluator.fetched(for: context)
    // A gateway or a wrong deployment may respond with status 200 and arbitrary JSON, which must not
    // replace the last known good configuration. An empty list of features and a first document are
    // accepted. An unreadable cache has no features to protect.
    if configuration.isWithoutUsableFeatures, let known = known ?? (try? readCache()),
      !known.configuration.features.isEmpty
    {
      throw .source(.invalid(source.name, configuration.noUsableFeatures, facts))
    }
    let lastGood = LastGood(
      // Drops the error: the parser has decoded the text before.
      bytes: (try? TextEncoding(of: bytes).utf8(bytes)) ?? bytes,
      source: source.address ?? source.name,
      date: now(),
      revision: facts?.revision
    )
    return Document(lastGood: lastGood, configuration: configuration, format: name)
  }

  /// Returns the configuration of the known document if a response has the same bytes; `nil` if the bytes
  /// differ, and for a document of a flag service, whose evaluator may depend on the user.
  private static func configuration(
    of bytes: [UInt8],
    ifStill known: Document?
  ) -> Configuration? {
    guard let known, known.configuration.evaluator is BiasEvaluator,
      known.lastGood?.bytes.isEqual(to: bytes) == true
    else { return nil }
    return known.configuration
  }

  /// Parses a document of the source or of a fallback.
  ///
  /// If `format` is `nil`, the format is detected; if `parts` is `nil`, no features are reported before
  /// the whole document is parsed.
  func configuration(
    of bytes: [UInt8],
    from source: any Source,
    as format: ConfigurationFormat? = nil,
    _ facts: FetchFacts? = nil,
    _ parts: PartPreview? = nil
  ) throws(LoadFailure) -> Configuration {
    let configuration = try parsed(bytes, from: source, as: format, facts, parts)
    guard requiresUsableFeatures, configuration.isWithoutUsableFeatures else {
      return configuration
    }
    throw .source(.invalid(source.name, configuration.noUsableFeatures, facts))
  }

  private func parsed(
    _ bytes: [UInt8],
    from source: any Source,
    as format: ConfigurationFormat?,
    _ facts: FetchFacts?,
    _ parts: PartPreview?
  ) throws(LoadFailure) -> Configuration {
    let reader = format ?? FormatDetection(formats).format(of: bytes)
    do throws(ConfigurationError) {
      guard let parts, let parse = reader.parseInParts else { return try reader.parse(bytes) }
      let configuration = try parse(bytes) { parts.receive($0, of: bytes.count) }
      if let configuration { return configuration }
    } catch {
      throw .source(.invalid(source.name, error, facts))
    }
    throw .source(.cancelled(source.name))
  }
}

extension Configuration {
  /// The error for a document in which all features are malformed.
  fileprivate var noUsableFeatures: ConfigurationError {
    .noUsableFeatures(errors: problemTally.errorCount)
  }
}

// MARK: Cache

extension ConfigurationLoader {
  package func readCache() throws(LoadFailure) -> Document? {
    writer?.flush()
    let lastGood = try mapError(cache?.lastGood(for: source), to: LoadFailure.workspace)
    // Drops the parse error of the cached document: the error of the source is reported instead.
    guard let lastGood else { return nil }
    let reader = format ?? FormatDetection(formats).format(of: lastGood.bytes)
    guard let configuration = try? configuration(of: lastGood.bytes, from: source, as: reader)
    else { return nil }
    return Document(lastGood: lastGood, configuration: configuration, format: reader.name)
  }

  package var blocksForCache: Bool { cache != nil && writer == nil }

  package func writeCache(_ document: Document) throws(LoadFailure) {
    guard let cache, let lastGood = document.lastGood,
      !document.configuration.isWithoutUsableFeatures
    else { return }
    if let writer { return writer.keep(lastGood, in: cache) }
    try mapError(cache.keep(lastGood), to: LoadFailure.workspace)
  }
}

extension ConfigurationLoader {
  /// Returns the warnings from comparing the document with the cached document and the fallback.
  static func differences(
    of own: Configuration,
    from cached: Configuration?,
    _ fallback: Configuration?
  ) -> [Problem] {
    let loss = lossOfFeatures(from: cached, to: own).map { [$0] } ?? []
    let others = [(cached, Origin.cache), (fallback, .fallback)]
    return loss
      + others.flatMap { other, origin in
        other.map { own.evaluator.problems(beside: $0.evaluator, of: origin) } ?? []
      }
  }

  /// Returns a warning if a document has less than half of the features that the source had before.
  private static func lossOfFeatures(
    from cached: Configuration?,
    to own: Configuration
  ) -> Problem? {
    guard let before = cached?.features.count, own.features.count * 2 < before else { return nil }
    let fact = Problem.Fact.fewerFeatures(before: before, after: own.features.count)
    return Problem(severity: .warning, line: nil, feature: nil, fact: fact)
  }
}

extension Workspace {
  /// Reads the last known good configuration of a source; `nil` if the cache has none, or if it was
  /// fetched from a different URL or with different credentials.
  ///
  /// - Throws: The errors of ``lastGood()``.
  package func lastGood(for source: any Source) throws(WorkspaceError) -> LastGood? {
    let cached = try lastGood()
    return cached?.belongs(to: source) == true ? cached : nil
  }
}

extension LastGood {
  /// Whether the document is a fallback for a source.
  func belongs(to source: any Source) -> Bool {
    source.address == nil || source.address == self.source
  }
}

extension ConfigurationLoader {
  /// A loaded configuration, with its origin and the errors of loading it.
  public struct Loaded: Sendable {
    /// The chosen configuration; its problems include those of the cached and the fallback document.
    public internal(set) var configuration: Configuration
    /// The configuration as parsed, without the problems that depend on the user or on other documents.
    let base: Configuration
    /// The origin of the configuration; for a response with status 304 it is `remote`.
    public let origin: Origin
    /// The time at which a cached configuration was received from its source; `nil` for a configuration
    /// that this load received.
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
    /// The next load revalidates the document if it was received from the source, by this load or an
    /// earlier one; a document of the fallback is not revalidated.
    let document: Document
    /// The warnings from comparing the document with the cached document and the fallback;
    /// `configuration` also contains them.
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
