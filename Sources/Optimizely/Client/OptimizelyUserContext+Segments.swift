extension OptimizelyUserContext {
  /// Fetches the segments that the user is in, and waits for them.
  ///
  /// - Parameter options: How they are fetched.
  /// - Throws: `invalidSegmentIdentifier`, `fetchSegmentsFailed` with the reason, also when the caller
  ///   is cancelled, `odpNotEnabled` or `sdkNotReady`; the user has no segments then.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = []
  ) async throws {
    _ = try await fetchedSegments(options)
  }

  /// Fetches the segments that the user is in, and blocks the thread until they are there.
  ///
  /// - Parameter options: How they are fetched.
  /// - Throws: As its asynchronous namesake.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = []
  ) throws {
    let outcome = BlockingCalls.wait { await self.outcome(options) }
    _ = try outcome?.get()
  }

  /// Fetches the segments that the user is in.
  ///
  /// - Parameters:
  ///   - options: How they are fetched.
  ///   - completionHandler: Called on any thread, with the reason if it did not work.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = [],
    completionHandler: @escaping (_ error: OptimizelyError?) -> Void
  ) {
    let completion = AppCompletion(call: completionHandler)
    Task {
      switch await outcome(options) {
      case .success: completion.call(nil)
      case .failure(let error): completion.call(error)
      }
    }
  }

  /// Fetches the segments that the user is in.
  ///
  /// - Parameters:
  ///   - options: How they are fetched.
  ///   - completionHandler: Called on any thread, with the segments, or the reason if it did not work.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = [],
    completionHandler:
      @escaping (_ segments: [String]?, _ error: OptimizelyError?) -> Void
  ) {
    let completion = AppCompletion<([String]?, OptimizelyError?)> { completionHandler($0.0, $0.1) }
    Task {
      switch await outcome(options) {
      case .success(let segments): completion.call((segments, nil))
      case .failure(let error): completion.call((nil, error))
      }
    }
  }

  private func outcome(_ options: [OptimizelySegmentOption]) async -> OptimizelyResult<[String]> {
    do throws(OptimizelyError) {
      return .success(try await fetchedSegments(options))
    } catch {
      return .failure(error)
    }
  }

  private func fetchedSegments(
    _ options: [OptimizelySegmentOption]
  ) async throws(OptimizelyError) -> [String] {
    // What was known before is not taken for the answer, should there be none.
    qualifiedSegments = nil
    let segments = try await optimizely.odpManager.segments.segments(of: userId, options: options)
    qualifiedSegments = segments
    return segments
  }
}
