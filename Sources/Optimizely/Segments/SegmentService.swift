import Locking
import Networking

/// Finds out which segments users are in: remembered, or asked for.
///
/// Whoever asks for a user while the same is being asked already gets the same answer.
final class SegmentService: Sendable {
  fileprivate typealias Answer = Result<[String], OptimizelyError>

  fileprivate struct State {
    var platform: DataPlatform?
    var cache: ExpiringCache<[String]>
    /// Counts the times that everything was forgotten, so that no older answer is remembered.
    var generation = 0
    var underWay: [SegmentQuery: Question] = [:]
  }

  /// A question that is being asked.
  fileprivate struct Question {
    let task: Task<Answer, Never>
    /// Whether somebody who waits for the answer wants it to be remembered.
    var isRemembered = false
  }

  private let state: Locked<State>
  private let client: HTTPClient
  private let timeout: Duration
  private let isOff: Bool
  /// The time since the service was made.
  private let now: @Sendable () -> Duration

  init(_ settings: OptimizelySdkSettings) {
    let cache = ExpiringCache<[String]>(
      size: settings.segmentsCacheSize,
      timeout: settings.segmentsCacheTimeout
    )
    state = Locked(State(cache: cache))
    client = settings.httpClient
    timeout = settings.segmentFetchTimeout
    isOff = settings.disableOdp
    now = settings.stopwatch()
  }

  /// Asks a project's platform from now on; what was remembered of another one is forgotten.
  func use(_ platform: DataPlatform) {
    state.withLock { state in
      guard state.platform != platform else { return }
      state.platform = platform
      state.forget()
    }
  }

  /// Finds out which segments a user is in; a caller that is cancelled waits no longer.
  func segments(
    of userID: String,
    options: [OptimizelySegmentOption]
  ) async throws(OptimizelyError) -> [String] {
    guard !isOff else { throw .odpNotEnabled }
    let step = try state.withLock { state throws(OptimizelyError) in
      if options.contains(.resetCache) { state.forget() }
      return try self.step(for: userID, usesCache: !options.contains(.ignoreCache), &state)
    }
    switch step {
    case .known(let segments): return segments
    case .wait(let task):
      guard let answer = await task.value(on: BlockingCalls.executor) else {
        throw .fetchSegmentsFailed("cancelled")
      }
      return try answer.get()
    }
  }

  private enum Step {
    case known([String])
    case wait(Task<Answer, Never>)
  }

  private func step(
    for userID: String,
    usesCache: Bool,
    _ state: inout State
  ) throws(OptimizelyError) -> Step {
    guard let platform = state.platform else { throw .sdkNotReady }
    guard let host = platform.host, let key = platform.key, !host.isEmpty, !key.isEmpty else {
      throw .fetchSegmentsFailed("apiKey/apiHost not defined")
    }
    guard !platform.segments.isEmpty else { return .known([]) }
    let query = SegmentQuery(host: host, key: key, userID: userID, segments: platform.segments)
    if usesCache, let known = state.cache.lookup(query.cacheKey, at: now()) { return .known(known) }
    var question = state.underWay[query] ?? Question(task: ask(query, state.generation))
    question.isRemembered = question.isRemembered || usesCache
    state.underWay[query] = question
    return .wait(question.task)
  }

  /// Asks on a thread of its own, so that callers who block all others still get their answer.
  private func ask(_ query: SegmentQuery, _ generation: Int) -> Task<Answer, Never> {
    let (client, request) = (client, query.request(deadline: timeout))
    return Task(executorPreference: BlockingCalls.executor) {
      let response: Result<HTTPResponse, HTTPError>
      do throws(HTTPError) {
        response = .success(try await client.send(request))
      } catch {
        response = .failure(error)
      }
      let answer = Answer { () throws(OptimizelyError) in try SegmentQuery.segments(in: response) }
      self.finish(query, generation, answer)
      return answer
    }
  }

  /// Remembers an answer, unless everything was forgotten while it was on its way.
  private func finish(_ query: SegmentQuery, _ generation: Int, _ answer: Answer) {
    state.withLock { state in
      guard state.generation == generation else { return }
      let question = state.underWay.removeValue(forKey: query)
      guard case .success(let segments) = answer, question?.isRemembered == true else { return }
      state.cache.save(segments, of: query.cacheKey, at: now())
    }
  }
}

extension SegmentService.State {
  mutating func forget() {
    cache.reset()
    underWay = [:]
    generation += 1
  }
}

/// How segments are fetched.
public enum OptimizelySegmentOption: Int, CaseIterable, Hashable, Sendable {
  /// Neither reads the segments from the cache nor stores the fetched ones there.
  case ignoreCache
  /// Removes the cached segments of all users first.
  case resetCache
}
