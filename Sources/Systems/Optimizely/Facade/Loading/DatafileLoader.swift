public import FeatureFlags
public import FoundationEssentials
import Networking

/// Loads a datafile from the server, the cache, or the bundle of the app.
///
/// An invalid datafile is treated as missing, and is never cached.
struct DatafileLoader: Sendable {
  /// The maximum size of a downloaded datafile, in bytes.
  static let largest = 256 << 20

  /// The URL of the datafile; `nil` disables downloads.
  let url: String?
  let client: HTTPClient
  /// The workspace that caches datafiles; `nil` disables the cache.
  let cache: Workspace?
  /// Determines the result of an `and` condition that has both a false and an unknown operand.
  let order: ConjunctionOrder
  /// The function that returns the current date.
  let now: @Sendable () -> Date
  /// The app's own datafile handler, which replaces the server and the cache; `nil` if the app has
  /// none.
  var handler: AppDatafileHandler?
  /// The deadline of a download; `nil` means no deadline.
  var deadline: Duration? = .seconds(30)

  /// Loads the cached datafile, or else the bundled datafile.
  func stored(bundled: [UInt8]?) -> DatafileSearch {
    fallback(of: DatafileSearch(self), bundled)
  }

  /// Downloads the datafile; if the download fails, loads the cached or else the bundled datafile.
  func load(bundled: [UInt8]?) async -> DatafileSearch {
    var search = DatafileSearch(self)
    search.readCache()
    await search.fetch()
    return fallback(of: search, bundled)
  }

  private func fallback(of search: DatafileSearch, _ bundled: [UInt8]?) -> DatafileSearch {
    var search = search
    if cache != nil || handler != nil { search.useCache() }
    guard search.found == nil else { return search }
    search.add(.bundled) { () throws(DatafileFailure) in
      guard let bundled else { return nil }
      return try parse(bundled, .bundled, date: nil)
    }
    return search
  }

  /// Downloads a newer datafile with a conditional request, and caches it.
  ///
  /// - Returns: The search with its result; it has no datafile if the server has no newer one.
  func update(after known: LoadedDatafile?) async -> DatafileSearch {
    var search = DatafileSearch(self, after: known)
    await search.fetch()
    return search
  }

  /// Parses a document that was passed by the app, or fetched by the app's own handler.
  func parsed(_ bytes: [UInt8], from origin: Origin) -> DatafileSearch {
    var search = DatafileSearch(self)
    search.add(origin) { () throws(DatafileFailure) in
      try parse(bytes, origin, date: now())
    }
    return search
  }

  /// Caches a document as if it were downloaded; an invalid document is ignored.
  func store(_ bytes: [UInt8]) {
    // Drops the error, which the caller cannot report: the next start downloads the datafile again.
    try? writeCache(try parse(bytes, nil, replacing: nil))
  }
}

/// The reason why a location has no valid datafile.
enum DatafileFailure: Error {
  case source(SourceError)
  /// The app's own datafile handler reported an error.
  case handler(OptimizelyError)
  case invalid(DatafileError)
  case cache(WorkspaceError)
}

extension DatafileLoader: DocumentLoader {
  var origin: Origin { .remote }
  /// Whether the datafile can be downloaded, from the server or by an app's handler.
  var hasServer: Bool { url != nil || handler != nil }

  func fetch(
    after known: LoadedDatafile?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(DatafileFailure) -> Fetched {
    if let handler {
      let download = await handler.download(timeout: deadline ?? .seconds(30))
      return Fetched(
        bytes: try download.mapError(DatafileFailure.handler).get().map([UInt8].init)
      )
    }
    guard let url else { return Fetched(bytes: nil) }
    let source = try mapError(
      RemoteSource(
        url: url,
        deadline: deadline,
        largest: Self.largest,
        client: client,
        now: now
      ),
      to: DatafileFailure.source
    )
    return try await mapError(
      awaiting: await source.fetch(unlessStill: known?.revision, progress: progress),
      to: DatafileFailure.source
    )
  }

  func parse(
    _ bytes: [UInt8],
    _ facts: FetchFacts?,
    replacing known: LoadedDatafile?
  ) throws(DatafileFailure) -> LoadedDatafile {
    try parse(bytes, .remote, date: now(), revision: facts?.revision)
  }

  func readCache() throws(DatafileFailure) -> LoadedDatafile? {
    if let handler {
      guard let data = handler.saved() else { return nil }
      return try parse([UInt8](data), .cache, date: nil)
    }
    let cached = try mapError(cache?.lastGood(), to: DatafileFailure.cache)
    guard let cached else { return nil }
    // ETags are valid for one URL only.
    let revision = cached.source == cacheKey ? cached.revision : nil
    return try parse(cached.bytes, .cache, date: cached.date, revision: revision)
  }

  var blocksForCache: Bool { handler == nil && cache != nil }

  func writeCache(_ datafile: LoadedDatafile) throws(DatafileFailure) {
    guard handler == nil, let cache, let cacheKey, let date = datafile.date else { return }
    let revision = datafile.revision
    try mapError(
      cache.keep(
        LastGood(bytes: datafile.bytes, source: cacheKey, date: date, revision: revision)
      ),
      to: DatafileFailure.cache
    )
  }

  private var cacheKey: String? { url.map { SourceAddress($0).cacheKey(sending: [:]) } }

  private func parse(
    _ bytes: [UInt8],
    _ origin: Origin,
    date: Date?,
    revision: HTTPRevision? = nil
  ) throws(DatafileFailure) -> LoadedDatafile {
    let datafile = try mapError(Datafile(bytes: bytes), to: DatafileFailure.invalid)
    return LoadedDatafile(
      bytes: bytes,
      evaluator: Evaluator(datafile, order: order),
      origin: origin,
      date: date,
      revision: revision
    )
  }
}

/// A search for a datafile on the server, in the cache and in the bundle of the app.
typealias DatafileSearch = DocumentFallback<DatafileLoader>

extension DatafileSearch {
  /// The result of the download, which determines the time of the next poll.
  var pollResult: PollResult {
    guard case .failure(let failure) = source else { return PollResult() }
    guard case .source(let error) = failure else { return PollResult(hasFailed: true) }
    return PollResult(hasFailed: true, retryDelay: error.facts?.retryDelay)
  }
}

/// A valid datafile with its origin and its evaluator.
public struct LoadedDatafile: Sendable {
  /// The document as received or stored, in bytes.
  public let bytes: [UInt8]
  /// The evaluator of the flags in the datafile.
  public let evaluator: Evaluator
  /// The origin of the datafile: `remote`, `cache` or `bundled`.
  public let origin: Origin
  /// The time at which the datafile was received; `nil` for a bundled datafile.
  public let date: Date?
  /// The validators (ETag, Last-Modified) for the next conditional request.
  let revision: HTTPRevision?

  /// The parsed datafile.
  public var datafile: Datafile { evaluator.datafile }
}

extension OptimizelySdkSettings {
  /// Returns the loader of the datafile of an SDK key.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key; if empty, no datafile is downloaded or cached.
  ///   - address: The URL of datafiles, in which `%@` is replaced by the key; `nil` means the URL
  ///     of the settings.
  /// - Returns: The loader, with the HTTP client, workspace and clock of the settings.
  func loader(sdkKey: String, address: String? = nil) -> DatafileLoader {
    DatafileLoader(
      url: datafileAddress(of: sdkKey, format: address),
      client: httpClient,
      cache: sdkKey.isEmpty ? nil : workspace(of: sdkKey),
      order: conjunctionOrder,
      now: now
    )
  }

  /// Returns the URL of the datafile of an SDK key; `nil` for an empty key.
  func datafileAddress(of key: String, format: String? = nil) -> String? {
    guard !key.isEmpty else { return nil }
    return (format ?? datafileURL)
      .replacing("%@", with: Self.escaped(key), maxReplacements: 1)
  }

  /// Returns a function that measures the time since this call, with the clock of the settings.
  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration
  where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Returns the workspace of the settings, or else a workspace of the running program that is
  /// separate for each SDK key.
  func workspace(of key: String) -> Workspace {
    if let workspace { return workspace }
    let name = "optimizely-" + Self.escaped(key)
    let temporary = FileManager.default.temporaryDirectory.path
    return Workspace.ofProgram(name)
      // Falls back to the temporary folder for users without a home folder.
      ?? Workspace(name: name, source: key, stateRoot: temporary, cacheRoot: temporary)
  }

  /// Percent-encodes a key as one component of a URL or a path, so that `..` and `/` cannot lead
  /// outside the component.
  private static func escaped(_ key: String) -> String {
    PercentEncoding.encoded(key).replacing(".", with: "%2E").replacing("~", with: "%7E")
  }
}
