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
  /// The format of the documents; `nil` detects the format from the content.
  public var format: ConfigurationFormat?
  /// The formats for the detection: the first one that recognises the document is used, or else the
  /// last one.
  public var formats: [ConfigurationFormat] = [.features]
  /// The name of the format of the last document, which an empty document keeps; `nil` for none.
  var formerFormat: String?
  /// Whether a document all of whose features are malformed is an error; otherwise the first document
  /// may be one, so that its problems can be listed.
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
    // Skip the cache for a file: only a server uses the cached revision.
    if search.known == nil, source.address != nil { search.readCache() }
    await search.fetch(progress: progress)
    if case .failure(.source(.cancelled(let name))) = search.source { throw .cancelled(name) }
    search.useCache()
    let fallback = add(fallback, .fallback, await Self.read(fallback), to: &search)
    if search.found == nil { add(bundled, .bundled, await Self.read(bundled), to: &search) }
    return try loaded(search, fallback)
  }

  /// Returns the best configuration among responses that were already read.
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

  private func search(after known: Document?) -> DocumentSearch<Self> {
    DocumentSearch(
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
    to search: inout DocumentSearch<Self>
  ) -> Configuration? {
    guard let source, let bytes else { return nil }
    let outcome = search.add(origin) { () throws(LoadFailure) in
      let bytes = try bytes.mapError(LoadFailure.source).get()
      return Document(configuration: try configuration(of: bytes, from: source))
    }
    guard case .success(let document) = outcome else { return nil }
    return document?.configuration
  }

  /// Returns the result of a search, with the features of the fallback merged into it.
  private func loaded(
    _ search: DocumentSearch<Self>,
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
