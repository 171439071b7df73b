public import Networking

public import struct FoundationEssentials.Date

/// Loads the configuration of a source, with the cache and local files as fallbacks.
///
/// The first valid configuration of this order is used: the source, the cached last known good
/// configuration, the fallback, the bundled configuration. A document of the source is validated
/// before it replaces the cached one.
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
  /// The source of the configuration.
  public var source: any Source
  /// The fallback if neither the source nor the cache has a valid configuration.
  ///
  /// Its features are also added to those of the source, unless the source has them.
  public var fallback: (any Source)?
  /// The configuration that is bundled with the program, the last fallback.
  public var bundled: (any Source)?
  /// The workspace that caches the last known good configuration; `nil` for no cache.
  public var cache: Workspace?
  /// The origin of a configuration that was read from the source.
  public var origin: Origin
  /// The format of the document; `nil` detects it from the content.
  public var format: ConfigurationFormat?
  /// The formats to detect: the first that recognises the document is used, or else the last one.
  public var formats: [ConfigurationFormat] = [.features]
  /// The user for whom the problems of the configuration are computed.
  public var context = EvaluationContext()
  /// Writes the cache in the background; with `nil` it is written before `load` returns.
  var writer: WorkspaceWriter?
  let now: @Sendable () -> Date

  /// Creates a loader.
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

  /// Loads the configuration.
  ///
  /// A server receives a conditional request with the revision of `previous`, or else of the cache.
  /// The cached document of another URL, or a damaged one, is ignored.
  ///
  /// - Parameters:
  ///   - previous: The result of the last load, by a loader of the same source.
  ///   - progress: Called while the document is received, on any thread; must be fast.
  /// - Returns: The configuration, with the errors for which a fallback was used.
  /// - Throws: The error of the source, if there is no valid fallback.
  public func load(
    after previous: Loaded? = nil,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws(SourceError) -> Loaded {
    var search = search(after: previous?.document)
    // Only a server uses the cached revision: for a file, reading the cache would be a needless
    // delay.
    if search.known == nil, source.address != nil { search.readCache() }
    await search.fetch(progress: progress)
    search.useCache()
    let fallback = add(fallback, .fallback, await Self.read(fallback), to: &search)
    if search.found == nil { add(bundled, .bundled, await Self.read(bundled), to: &search) }
    return try loaded(search, fallback)
  }

  /// Chooses the best configuration among responses that were read before.
  ///
  /// Without a writer, the call blocks until the cache is written.
  ///
  /// - Throws: The error of the source, if there is no valid fallback.
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
    do throws(SourceError) { return .success(try await source.read()) } catch {
      return .failure(error)
    }
  }

  private func search(after known: Document?) -> DocumentSearch<Self> {
    DocumentSearch(self, after: known.flatMap { isUsable($0.lastGood) ? $0 : nil })
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

  /// The result of a search, merged with the features of the fallback.
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
