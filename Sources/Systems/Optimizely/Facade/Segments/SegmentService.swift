import Documents
import FeatureFlags
import Locking
import Networking

/// Returns the segments of users from a cache, or fetches them from the data platform.
///
/// Concurrent fetches for the same user are coalesced into one request.
final class SegmentService: Sendable {
  private typealias FetchResult = Result<[String], OptimizelyError>

  private struct State {
    var platform: DataPlatform?
    var cache: ExpiringCache<[String]>
    /// The number of cache resets; the result of a request that began before the last reset is not
    /// cached.
    var generation = 0
    var fetches: [SegmentQuery: Fetch] = [:]

    mutating func reset() {
      cache.reset()
      fetches = [:]
      generation += 1
    }
  }

  /// A request for segments that is in progress.
  private struct Fetch {
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
      // The request continues for other callers if this caller is cancelled.
      let first = Promise<FetchResult>()
      let result = await withTaskCancellationHandler {
        await first.value {
          Task(executorPreference: ThreadExecutor.optimizely) { first.set(await task.value) }
        }
      } onCancel: {
        first.set(.failure(.fetchSegmentsFailed("cancelled")))
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
    guard let platform = state.platform, platform.isIntegrated, let host = platform.host,
      let key = platform.key
    else { throw .fetchSegmentsFailed("apiKey/apiHost not defined") }
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
    return Task(executorPreference: ThreadExecutor.optimizely) {
      // Drops the cause: the SDK reports every failed request as "network error".
      let response = try? await self.settings.httpClient.send(request)
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

/// The options for the cache when segments are fetched.
public enum OptimizelySegmentOption: Int, CaseIterable, Hashable, Sendable {
  /// Neither reads the segments from the cache nor stores fetched segments in the cache.
  case ignoreCache
  /// Removes the cached segments of all users before the fetch.
  case resetCache
}

/// A query for the segments of a user, which is sent to the data platform.
struct SegmentQuery: Hashable, Sendable {
  let host: String
  let key: String
  let userID: String
  let segments: [String]

  /// Returns the data platform's name for the kind of a user id: `vuid` for a visitor id, otherwise
  /// `fs_user_id`.
  static func kind(of userID: String) -> String {
    userID.lowercased().hasPrefix("vuid_") ? "vuid" : "fs_user_id"
  }

  /// The key under which the result of the query is cached.
  var cacheKey: String { Self.kind(of: userID) + "-$-" + userID }

  /// Returns the HTTP request of the query; a deadline of 0 means the default of the HTTP client.
  func request(deadline: Duration) -> HTTPRequest {
    let query = """
      query($userId: String, $audiences: [String]) \
      {customer(\(Self.kind(of: userID)): $userId) \
      {audiences(subset: $audiences) {edges {node {name state}}}}}
      """
    let body = JSONValue.object([
      ("query", .string(query)),
      (
        "variables",
        .object([
          ("userId", .string(userID)), ("audiences", .list(segments.map(JSONValue.string))),
        ])
      ),
    ])
    var request = HTTPRequest(
      url: host + "/v3/graphql",
      method: "POST",
      headers: ["Content-Type": "application/json", "x-api-key": key],
      body: Array(body.text().utf8)
    )
    if deadline > .zero { request.deadline = deadline }
    return request
  }

  /// Parses the response to a query, and returns the segments that contain the user.
  ///
  /// - Throws: `invalidSegmentIdentifier` for an unknown user, otherwise `fetchSegmentsFailed`.
  static func segments(
    in response: HTTPResponse?
  ) throws(OptimizelyError) -> [String] {
    guard let response else { throw .fetchSegmentsFailed("network error") }
    guard response.status < 400 else { throw .fetchSegmentsFailed("\(response.status)") }
    // Drops the parse error: the SDK reports "decode error" for every malformed response.
    guard let document = try? JSONReader.read(response.body), document.members != nil else {
      throw .fetchSegmentsFailed("decode error")
    }
    if let extensions = document["errors"]?.list?.first?["extensions"],
      let classification = extensions["classification"]?.string
    {
      guard extensions["code"]?.string != "INVALID_IDENTIFIER_EXCEPTION" else {
        throw .invalidSegmentIdentifier
      }
      throw .fetchSegmentsFailed(classification)
    }
    guard let edges = document["data"]?["customer"]?["audiences"]?["edges"]?.list else {
      throw .fetchSegmentsFailed("decode error")
    }
    return edges.compactMap { edge in
      guard let node = edge["node"], node["state"]?.string == "qualified" else { return nil }
      return node["name"]?.string
    }
  }
}

/// The Optimizely Data Platform (ODP) of a project: its URL, its API key and the segments to fetch.
struct DataPlatform: Hashable, Sendable {
  /// The base URL of the platform; `nil` if the datafile has none.
  let host: String?
  /// The API key of the project; `nil` if the datafile has none.
  let key: String?
  /// The segments in the conditions of the datafile's audiences, in order, without duplicates.
  let segments: [String]

  /// Whether the datafile has the URL and the API key of a platform.
  var isIntegrated: Bool { host?.isEmpty == false && key?.isEmpty == false }

  init(_ datafile: Datafile) {
    let integration = datafile.integrations.first { $0.key == "odp" }
    host = integration?.host
    key = integration?.publicKey
    var found: [String] = []
    for audience in datafile.typedAudiences {
      audience.conditions.forEachPart { part in
        if case .attribute(let condition) = part, condition.match == "qualified",
          case .string(let segment) = condition.value
        {
          found.append(segment)
        }
      }
    }
    var seen: Set<String> = []
    segments = found.filter { seen.insert($0).inserted }
  }
}
