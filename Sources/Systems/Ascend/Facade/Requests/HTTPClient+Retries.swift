import Networking

extension HTTPClient {
  /// Sends a request, and retries transient failures with exponential back-off.
  ///
  /// - Parameters:
  ///   - request: The request of each attempt.
  ///   - schedule: The maximum number of attempts, and the back-off.
  ///   - dependencies: The wall clock, the clock of the back-off, and the random numbers for the
  ///     jitter.
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
