import FeatureFlags
public import FoundationEssentials
import Locking

extension OptimizelyClient {
  /// Starts with the datafile that was kept, or else with the one that the app carries with it.
  ///
  /// Nothing is waited for. With polling the client polls from now on, also if it is not ready yet.
  ///
  /// - Parameters:
  ///   - datafile: The datafile that the app carries with it, as JSON.
  ///   - doUpdateConfigOnNewDatafile: Whether what is fetched in the background counts at once; it
  ///     does in any case with polling whose updates do.
  ///   - doFetchDatafileBackground: Whether a newer datafile is fetched in the background.
  /// - Throws: Why there is no datafile.
  public func start(
    datafile: Data,
    doUpdateConfigOnNewDatafile: Bool = false,
    doFetchDatafileBackground: Bool = true
  ) throws(OptimizelyError) {
    try startStored(
      bundled: [UInt8](datafile),
      updatesAtOnce: doUpdateConfigOnNewDatafile,
      fetches: doFetchDatafileBackground
    )
  }

  /// Starts with the datafile that was kept, or else with the one that the app carries with it.
  ///
  /// - Parameters:
  ///   - datafile: The datafile that the app carries with it, as JSON.
  ///   - doUpdateConfigOnNewDatafile: Whether what is fetched in the background counts at once.
  ///   - doFetchDatafileBackground: Whether a newer datafile is fetched in the background.
  /// - Throws: Why there is no datafile.
  public func start(
    datafile: String,
    doUpdateConfigOnNewDatafile: Bool = false,
    doFetchDatafileBackground: Bool = true
  ) throws(OptimizelyError) {
    try startStored(
      bundled: Array(datafile.utf8),
      updatesAtOnce: doUpdateConfigOnNewDatafile,
      fetches: doFetchDatafileBackground
    )
  }

  /// Starts with the server's datafile; with another one if the server has none.
  ///
  /// - Parameters:
  ///   - resourceTimeout: The most seconds to wait for the server; `nil`, or 0 or less, is 30.
  ///   - bundled: The datafile that the app carries with it, as JSON.
  ///   - completion: Called on any thread with the datafile in use, or why there is none.
  public func start(
    resourceTimeout: Double? = nil,
    bundled: Data? = nil,
    completion: @escaping @Sendable (OptimizelyResult<Data>) -> Void
  ) {
    Task {
      do throws(OptimizelyError) {
        completion(.success(try await start(resourceTimeout: resourceTimeout, bundled: bundled)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// Starts with the server's datafile; with another one if the server has none.
  ///
  /// - Parameters:
  ///   - resourceTimeout: The most seconds to wait for the server; `nil`, or 0 or less, is 30.
  ///   - bundled: The datafile that the app carries with it, as JSON.
  /// - Returns: The datafile in use.
  /// - Throws: Why there is none: the reason of the server, if that was asked.
  @discardableResult
  public func start(
    resourceTimeout: Double? = nil,
    bundled: Data? = nil
  ) async throws(OptimizelyError) -> Data {
    let limit = resourceTimeout.flatMap { $0 > 0 ? $0 : nil } ?? 30
    let search = await loader.load(
      bundled: bundled.map { [UInt8]($0) },
      deadline: .seconds(min(limit, 1e9))
    )
    // A client that found nothing gets ready by polling.
    defer { poll(after: search) }
    return Data(try begin(search).bytes)
  }

  /// Starts without waiting for a server.
  func startStored(
    bundled: [UInt8]?,
    updatesAtOnce: Bool = false,
    fetches: Bool = true
  ) throws(OptimizelyError) {
    let search = loader.stored(bundled: bundled)
    defer {
      if fetches { fetchInBackground(updatesAtOnce: updatesAtOnce) }
      poll(after: search)
    }
    try begin(search)
  }

  /// Takes what was found as the start of something new.
  @discardableResult
  private func begin(_ search: DatafileSearch) throws(OptimizelyError) -> LoadedDatafile {
    if let path = settings.overridesPath, !followed.wasAsked { followOverrides(at: path) }
    if let failure = search.keepFailure { settings.onProblem(.cacheFailed(failure)) }
    guard let loaded = search.loaded else {
      state.withLock { $0.attempts = search.attempts }
      throw search.error(key: sdkKey)
    }
    let project = Project(loaded, settings: settings)
    state.withLock { state in
      state.project = project
      state.newest = loaded
      state.attempts = search.attempts
      state.forcedVariations = [:]
    }
    segments.use(project.platform)
    eventDispatcher.resume()
    return loaded
  }
}

// MARK: Updates

extension OptimizelyClient {
  private func fetchInBackground(updatesAtOnce: Bool) {
    let polling = settings.polling
    let appliesPolls = polling.schedule != nil && polling.updates == .atOnce
    guard !state.withLock(\.isClosed) else { return }
    Task { [weak self] in
      await self?.update(appliesAtOnce: updatesAtOnce || appliesPolls)
    }
  }

  /// Asks the server for another datafile.
  @discardableResult
  func update(appliesAtOnce: Bool) async -> DatafileSearch {
    let known = state.withLock { $0.newest }
    let search = await loader.update(after: known, deadline: .seconds(30))
    if let failure = search.keepFailure { settings.onProblem(.cacheFailed(failure)) }
    take(search, appliesAtOnce: appliesAtOnce)
    return search
  }

  /// Takes what the server has now: at once, or for the next start.
  private func take(_ search: DatafileSearch, appliesAtOnce: Bool) {
    let next = search.loaded.map { Project($0, settings: settings) }
    let isNew = state.withLock { state in
      state.attempts = search.attempts
      guard let next else { return false }
      state.newest = next.loaded
      let isOther = next.loaded.datafile.revision != state.project?.loaded.datafile.revision
      guard isOther, appliesAtOnce else { return false }
      state.project = next
      return true
    }
    guard let next, isNew else { return }
    segments.use(next.platform)
    eventDispatcher.resume()
    notificationCenter.sendDatafileChange(Data(next.loaded.bytes))
  }

  private func poll(after search: DatafileSearch) {
    guard let schedule = settings.polling.schedule, loader.url != nil else { return }
    let appliesAtOnce = settings.polling.updates == .atOnce
    let polling = Self.poll(schedule, settings.clock, after: search) { [weak self] in
      await self?.update(appliesAtOnce: appliesAtOnce)
    }
    state.withLock { state in
      state.polling?.cancel()
      state.polling = polling
      // It may have been closed while the start waited for the server.
      if state.isClosed { polling.cancel() }
    }
  }

  /// Updates again and again until there is nothing left to update.
  private static func poll<C: Clock>(
    _ settings: PollSettings,
    _ clock: C,
    after search: DatafileSearch,
    update: @escaping @Sendable () async -> DatafileSearch?
  ) -> Task<Void, Never> where C.Duration == Duration {
    Task {
      var schedule = PollSchedule<C.Instant>(settings: settings) { Double.random(in: 0...1) }
      schedule.start(at: clock.now, failed: search.hasFailed, retryDelay: search.retryDelay)
      while let due = schedule.due {
        // Sleeping fails only when polling was stopped.
        guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
        _ = schedule.begin(at: clock.now)
        guard let search = await update(), !Task.isCancelled else { return }
        schedule.end(at: clock.now, failed: search.hasFailed, retryDelay: search.retryDelay)
      }
    }
  }
}

extension DatafileSearch {
  /// Whether the server was asked, and did not say what its datafile is.
  fileprivate var hasFailed: Bool {
    guard let attempt = attempts.first, attempt.place == .remote else { return false }
    switch attempt.outcome {
    case .found, .unchanged: return false
    case .missing, .failed, .invalid, .unreadable: return true
    }
  }
}
