import Networking

extension HTTPClient {
  /// Sends a request, and retries transient failures with exponential back-off.
  ///
  /// - Parameters:
  ///   - request: The request of each attempt.
  ///   - schedule: The maximum number of attempts, and the back-off.
  ///   - dependencies: The wall clock, the clock that measures the back-off, and the source of random
  ///     numbers for the jitter.
  /// - Returns: The first response with a status of 200...299 or 304.
  /// - Throws: The error of the last attempt.
  func send(
    _ request: HTTPRequest,
    _ schedule: RetrySchedule,
    in dependencies: AscendDependencies
  ) async throws(ExperimentsError) -> HTTPResponse {
    var attempt = 1
    while true {
      let failure: ExperimentsError
      var serverDelay: Duration?
      switch await outcome(of: request) {
      case .success(let response):
        if response.status == 304 || (200..<300).contains(response.status) { return response }
        failure = .status(response.status)
        serverDelay = response.retryDelay(now: Int64(saturating: dependencies.now()))
      case .failure(let error):
        failure = error
      }
      guard failure.isTransient else { throw failure }
      guard
        let wait = schedule.wait(after: attempt, atLeast: serverDelay, draw: dependencies.random())
      else { throw attempt == 1 ? failure : .exhausted(attempts: attempt, last: failure) }
      do {
        try await dependencies.clock.sleep(for: wait)
      } catch {
        throw .noAnswer(.cancelled)
      }
      attempt += 1
    }
  }

  private func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, ExperimentsError> {
    do throws(HTTPError) {
      return .success(try await send(request))
    } catch .badURL(let text) {
      return .failure(.badAddress(text))
    } catch {
      return .failure(.noAnswer(error))
    }
  }
}

/// The maximum number of attempts of a request, and the exponential back-off between them.
struct RetrySchedule: Hashable, Sendable {
  /// The upper bound of the back-off, without jitter.
  static let longestWait: Duration = .seconds(10)

  /// The maximum number of attempts; at least 1.
  let attempts: Int
  private let backoff: Backoff

  /// Creates a schedule, and clamps its values.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts; values below 1 become 1.
  ///   - firstWait: The back-off after the first failure; negative values become zero.
  init(attempts: Int, firstWait: Duration) {
    self.attempts = max(attempts, 1)
    backoff = Backoff(initial: firstWait, ceiling: Self.longestWait, jitter: 0.1)
  }

  /// Computes the back-off after a failed attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the failed attempt, counted from 1.
  ///   - serverDelay: The delay of the response header `Retry-After`. If it exceeds the upper
  ///     bound, the request is not retried.
  ///   - draw: A random number from 0 to 1, which is the fraction of the maximum jitter to add.
  /// - Returns: The delay; `nil` if the request is not retried.
  func wait(after attempt: Int, atLeast serverDelay: Duration?, draw: Double) -> Duration? {
    guard attempt < attempts, serverDelay ?? .zero <= Self.longestWait else { return nil }
    let delay = backoff.delay(afterFailures: attempt, atLeast: serverDelay)
    return delay + backoff.jitter(of: delay, draw: draw)
  }
}

/// Tracks how long the last response is fresh, to decide whether entering the foreground refreshes it.
///
/// Times are in seconds since 1970.
struct RefreshWindow: Hashable, Sendable {
  /// The time in seconds for which a response is fresh (`Max-Age`); 0 if it is stale immediately.
  private(set) var length = 0.0
  /// The time of the last response; `nil` before the first one.
  private(set) var lastContact: Double?
  /// The version of the data (`Last-Modified`), for conditional requests; `nil` before the first
  /// response.
  private(set) var lastModified: Int64?
  /// The keys of the experiments that were requested together with the data of `lastModified`.
  private var keys: Set<String> = []

  /// Returns whether the last response is stale, or there is none.
  func isStale(at now: Double) -> Bool {
    guard length > 0, let lastContact else { return true }
    // A time before the last response means that the wall clock was set back: the response then counts
    // as stale, because otherwise it would remain fresh until the clock has caught up.
    return now - lastContact > length || now < lastContact
  }

  /// Returns the version of the data for a conditional request, to which the server can respond
  /// with status 304 ("not modified").
  ///
  /// - Returns: The version; `nil` while the last response is fresh, and for keys that were not
  ///   requested before, since a response with status 304 has no data for these keys.
  func lastModified(for keys: some Sequence<String>, at now: Double) -> Int64? {
    isStale(at: now) && self.keys.isSuperset(of: keys) ? lastModified : nil
  }

  /// Updates the freshness after a response with data.
  mutating func recordResponse(_ headers: HTTPHeaders, to keys: [String], at now: Double) {
    if let number = headers["Last-Modified"].flatMap({ Int64($0) }) {
      if number != lastModified { self.keys = [] }
      lastModified = number
      self.keys.formUnion(keys)
    }
    recordContact(headers, at: now)
  }

  /// Updates the freshness after a response without data (status 304, "not modified").
  mutating func recordContact(_ headers: HTTPHeaders, at now: Double) {
    lastContact = now
    if let seconds = headers["Max-Age"].flatMap({ Double($0) }), seconds.isFinite {
      length = seconds
    }
  }
}
