import FeatureFlags
import Networking

import struct FoundationEssentials.Date

/// Loads a datafile from the server, the cache, or the bundle of the app.
///
/// An invalid datafile is treated as missing, and is never cached.
struct DatafileLoader: Sendable {
  /// The maximum size of a downloaded datafile, in bytes.
  static let largest = 256 << 20

  /// The URL of the datafile; `nil` disables downloads.
  let url: String?
  /// The HTTP client.
  let client: HTTPClient
  /// The workspace that caches datafiles; `nil` disables the cache.
  let cache: Workspace?
  /// The treatment of unknown conditions.
  let order: ConjunctionOrder
  /// Returns the current date.
  let now: @Sendable () -> Date
  /// The app's own handler, which replaces the server and the cache; `nil` without one.
  var handler: AppDatafileHandler?

  /// Loads the cached datafile, or else the bundled one.
  func stored(bundled: [UInt8]?) -> DatafileSearch {
    var search = DatafileSearch()
    let kept = cached(&search)
    search.loaded = kept
    if kept == nil { takeBundled(bundled, into: &search) }
    return search
  }

  /// Downloads the datafile, and falls back to the cached or the bundled one.
  ///
  /// - Parameters:
  ///   - bundled: The bundled datafile.
  ///   - deadline: The deadline of the download.
  /// - Returns: The datafile, and the searched locations.
  func load(bundled: [UInt8]?, deadline: Duration?) async -> DatafileSearch {
    var aside = DatafileSearch()
    var kept = cached(&aside)
    var search = await update(after: kept, deadline: deadline)
    guard search.loaded == nil else { return search }
    if kept == nil {
      // Another process may have cached a datafile while this one waited for the server.
      aside = DatafileSearch()
      kept = cached(&aside)
    }
    search.attempts += aside.attempts
    search.loaded = kept
    if kept == nil { takeBundled(bundled, into: &search) }
    return search
  }

  /// Downloads and caches a newer datafile, with a conditional request.
  ///
  /// - Returns: The datafile; none if the server has no newer one.
  func update(after known: LoadedDatafile?, deadline: Duration?) async -> DatafileSearch {
    var search = DatafileSearch()
    if let handler {
      await download(by: handler, deadline: deadline, into: &search)
      return search
    }
    guard let url else {
      search.note(.remote, .missing)
      return search
    }
    do throws(SourceError) {
      let source = try RemoteSource(
        url: url,
        deadline: deadline,
        largest: Self.largest,
        client: client,
        now: now
      )
      let fetched = try await source.fetch(unlessStill: known?.revision, progress: nil)
      if let bytes = fetched.bytes {
        take(bytes, fetched.facts?.revision, into: &search)
      } else {
        search.note(.remote, .unchanged)
      }
      search.retryDelay = fetched.facts?.retryDelay
    } catch {
      search.note(.remote, .failed(error))
      if case .status(_, let facts) = error { search.retryDelay = facts.retryDelay }
    }
    return search
  }
}

extension DatafileLoader {
  /// Stores a document as if the server had sent it; one that is not a datafile is ignored.
  func store(_ bytes: [UInt8]) {
    // The caller has no error: the next start downloads the datafile again.
    guard (try? Datafile(bytes: bytes)) != nil else { return }
    try? store(bytes, date: now(), revision: nil)
  }

  /// Parses a document that the app has passed, or that its own handler has polled.
  func parsed(
    _ bytes: [UInt8],
    from origin: Origin,
    into search: inout DatafileSearch
  ) -> LoadedDatafile? {
    read(bytes, origin, date: now(), revision: nil, into: &search)
  }

  private func take(_ bytes: [UInt8], _ revision: HTTPRevision?, into search: inout DatafileSearch)
  {
    let date = now()
    search.loaded = read(bytes, .remote, date: date, revision: revision, into: &search)
    guard search.loaded != nil else { return }
    do throws(WorkspaceError) {
      try store(bytes, date: date, revision: revision)
    } catch {
      search.keepFailure = error
    }
  }

  private func store(
    _ bytes: [UInt8],
    date: Date,
    revision: HTTPRevision?
  ) throws(WorkspaceError) {
    guard let cache, let url else { return }
    let key = SourceAddress(url).cacheKey
    try cache.keep(LastGood(bytes: bytes, source: key, date: date, revision: revision))
  }

  private func download(
    by handler: AppDatafileHandler,
    deadline: Duration?,
    into search: inout DatafileSearch
  ) async {
    switch await handler.download(timeout: deadline ?? .seconds(30)) {
    case .success(let data?):
      let bytes = [UInt8](data)
      search.loaded = read(bytes, .remote, date: now(), revision: nil, into: &search)
    case .success(nil): search.note(.remote, .unchanged)
    case .failure(let error): search.note(.remote, .handlerFailed(error))
    }
  }

  private func cached(_ search: inout DatafileSearch) -> LoadedDatafile? {
    if let handler {
      guard let data = handler.saved() else {
        search.note(.cache, .missing)
        return nil
      }
      return read([UInt8](data), .cache, date: nil, revision: nil, into: &search)
    }
    guard let cache else { return nil }
    do throws(WorkspaceError) {
      guard let kept = try cache.lastGood() else {
        search.note(.cache, .missing)
        return nil
      }
      // ETags are valid for one URL only.
      let isSameURL = kept.source == url.map { SourceAddress($0).cacheKey }
      let revision = isSameURL ? kept.revision : nil
      return read(kept.bytes, .cache, date: kept.date, revision: revision, into: &search)
    } catch {
      search.note(.cache, .unreadable(error))
      return nil
    }
  }

  private func takeBundled(_ bytes: [UInt8]?, into search: inout DatafileSearch) {
    guard let bytes else { return search.note(.bundled, .missing) }
    search.loaded = read(bytes, .bundled, date: nil, revision: nil, into: &search)
  }

  private func read(
    _ bytes: [UInt8],
    _ origin: Origin,
    date: Date?,
    revision: HTTPRevision?,
    into search: inout DatafileSearch
  ) -> LoadedDatafile? {
    do throws(DatafileError) {
      let datafile = try Datafile(bytes: bytes)
      search.note(origin, .found(revision: datafile.revision))
      return LoadedDatafile(
        bytes: bytes,
        evaluator: Evaluator(datafile, order: order),
        origin: origin,
        date: date,
        revision: revision
      )
    } catch {
      search.note(origin, .invalid(error))
      return nil
    }
  }
}
