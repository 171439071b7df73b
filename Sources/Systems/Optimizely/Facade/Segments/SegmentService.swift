import Locking
import Networking

/// Returns the segments of users from a cache, or fetches them from the data platform.
///
/// Concurrent fetches for the same user are coalesced into one request.
final class SegmentService: Sendable {
  fileprivate typealias FetchResult = Result<[String], OptimizelyError>

  fileprivate struct State {
    var platform: DataPlatform?
    var cache: ExpiringCache<[String]>
    /// The number of cache resets; the result of a request from before the last reset is not
    /// cached.
    var generation = 0
    var fetches: [SegmentQuery: Fetch] = [:]
  }

  /// A request for segments that is in progress.
  fileprivate struct Fetch {
    let task: Task<FetchResult, Never>
    /// Whether the result will be cached: at least one caller uses the cache.
    var isCached = false
  }

  private let state: Locked<State>
  private let settings: OptimizelySdkSettings
  /// Returns the time since the service was created.
  private let now: @Sendable () -> Duration

  init(_ settings: OptimizelySdkSettings) {
    let cache = ExpiringCache<[String]>(
      size: settings.segmentsCacheSize,
      timeout: settings.segmentsCacheTimeout
    )
    state = Locked(State(cache: cache))
    self.settings = settings
    now = settings.stopwatch()
  }

  /// Sets the data platform, and removes the cached segments of a different platform.
  func use(_ platform: DataPlatform) {
    state.withLock { state in
      guard state.platform != platform else { return }
      state.platform = platform
      state.reset()
    }
  }

  /// Returns the segments of a user; throws at once if the caller is cancelled.
  func segments(
    of userID: String,
    options: [OptimizelySegmentOption]
  ) async throws(OptimizelyError) -> [String] {
    guard !settings.disableOdp else { throw .odpNotEnabled }
    let step = try state.withLock { state throws(OptimizelyError) in
      if options.contains(.resetCache) { state.reset() }
      return try self.step(for: userID, usesCache: !options.contains(.ignoreCache), &state)
    }
    switch step {
    case .known(let segments): return segments
    case .wait(let task):
      guard let result = await task.value(on: BlockingCalls.executor) else {
        throw .fetchSegmentsFailed("cancelled")
      }
      return try result.get()
    }
  }

  private enum Step {
    case known([String])
    case wait(Task<FetchResult, Never>)
  }

  private func step(
    for userID: String,
    usesCache: Bool,
    _ state: inout State
  ) throws(OptimizelyError) -> Step {
    guard let platform = state.platform, let host = platform.host, let key = platform.key,
      !host.isEmpty, !key.isEmpty
    else {
      throw .fetchSegmentsFailed("apiKey/apiHost not defined")
    }
    guard !platform.segments.isEmpty else { return .known([]) }
    let query = SegmentQuery(host: host, key: key, userID: userID, segments: platform.segments)
    if usesCache, let known = state.cache.lookup(query.cacheKey, at: now()) { return .known(known) }
    var fetch = state.fetches[query] ?? Fetch(task: start(query, state.generation))
    fetch.isCached = fetch.isCached || usesCache
    state.fetches[query] = fetch
    return .wait(fetch.task)
  }

  /// Starts a request on a dedicated thread: synchronous callers may block all threads of the
  /// cooperative pool.
  private func start(_ query: SegmentQuery, _ generation: Int) -> Task<FetchResult, Never> {
    let request = query.request(deadline: settings.segmentFetchTimeout)
    return Task(executorPreference: BlockingCalls.executor) {
      let response: Result<HTTPResponse, HTTPError>
      do throws(HTTPError) {
        response = .success(try await self.settings.httpClient.send(request))
      } catch {
        response = .failure(error)
      }
      let result = FetchResult { () throws(OptimizelyError) in
        try SegmentQuery.segments(in: response)
      }
      self.finish(query, generation, result)
      return result
    }
  }

  /// Caches the result of a request, unless the cache was reset during the request.
  private func finish(_ query: SegmentQuery, _ generation: Int, _ result: FetchResult) {
    state.withLock { state in
      guard state.generation == generation else { return }
      let fetch = state.fetches.removeValue(forKey: query)
      guard case .success(let segments) = result, fetch?.isCached == true else { return }
      state.cache.save(segments, of: query.cacheKey, at: now())
    }
  }
}

extension SegmentService.State {
  mutating func reset() {
    cache.reset()
    fetches = [:]
    generation += 1
  }
}

/// The options for the cache when segments are fetched.
public enum OptimizelySegmentOption: Int, CaseIterable, Hashable, Sendable {
  /// Neither reads the segments from the cache nor stores fetched segments in the cache.
  case ignoreCache
  /// Removes the cached segments of all users before the fetch.
  case resetCache
}
