extension OptimizelyUserContext {
  /// Fetches the segments of the user, and stores them in ``qualifiedSegments``.
  ///
  /// - Parameter options: The options for the cache of segments.
  /// - Throws: `invalidSegmentIdentifier`, `odpNotEnabled`, or `fetchSegmentsFailed` with the
  ///   reason, such as a missing datafile or the cancellation of the caller; ``qualifiedSegments``
  ///   is then `nil`.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = []
  ) async throws {
    _ = try await fetchedSegments(options)
  }

  /// Fetches the segments of the user, and blocks the thread until the fetch has ended.
  ///
  /// - Parameter options: The options for the cache of segments.
  /// - Throws: The errors of the asynchronous method with the same name.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = []
  ) throws {
    let outcome = BlockingCalls.wait { await self.outcome(options) }
    _ = try outcome?.get()
  }

  /// Fetches the segments of the user, and stores them in ``qualifiedSegments``.
  ///
  /// - Parameters:
  ///   - options: The options for the cache of segments.
  ///   - completionHandler: Called on any thread with the error; `nil` on success.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = [],
    completionHandler: @escaping (_ error: OptimizelyError?) -> Void
  ) {
    fetchQualifiedSegments(options: options) { _, error in completionHandler(error) }
  }

  /// Fetches the segments of the user, and stores them in ``qualifiedSegments``.
  ///
  /// - Parameters:
  ///   - options: The options for the cache of segments.
  ///   - completionHandler: Called on any thread with the segments, or with the error.
  public func fetchQualifiedSegments(
    options: [OptimizelySegmentOption] = [],
    completionHandler:
      @escaping (_ segments: [String]?, _ error: OptimizelyError?) -> Void
  ) {
    let completion = AppObject(completionHandler)
    Task {
      switch await outcome(options) {
      case .success(let segments): completion.value(segments, nil)
      case .failure(let error): completion.value(nil, error)
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
    // Removes the segments of an earlier fetch, so that stale segments do not apply after a failed
    // fetch.
    qualifiedSegments = nil
    let segments = try await optimizely.odpManager.segments.segments(of: userId, options: options)
    qualifiedSegments = segments
    return segments
  }
}
