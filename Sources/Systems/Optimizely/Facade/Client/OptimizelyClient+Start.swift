import FeatureFlags
public import FoundationEssentials
import Locking

extension OptimizelyClient {
  /// Starts synchronously with the cached datafile, or else with the bundled datafile.
  ///
  /// Does not wait for the server. If polling is enabled, it begins even after an error.
  ///
  /// - Parameters:
  ///   - datafile: The datafile that is bundled with the app, as JSON.
  ///   - doUpdateConfigOnNewDatafile: Whether a datafile that is fetched in the background becomes
  ///     active at once instead of at the next start. With polling that applies updates at once,
  ///     the datafile always becomes active at once.
  ///   - doFetchDatafileBackground: Whether a newer datafile is fetched in the background.
  /// - Throws: An ``OptimizelyError``, the reason why there is no datafile.
  public func start(
    datafile: Data,
    doUpdateConfigOnNewDatafile: Bool = false,
    doFetchDatafileBackground: Bool = true
  ) throws {
    try startStored(
      bundled: [UInt8](datafile),
      updatesAtOnce: doUpdateConfigOnNewDatafile,
      fetches: doFetchDatafileBackground
    )
  }

  /// Starts with the cached datafile, or else with the bundled datafile, and downloads a newer one
  /// in the background for the next start.
  ///
  /// - Parameter datafile: The datafile that is bundled with the app, as JSON.
  /// - Throws: An ``OptimizelyError``, the reason why there is no datafile.
  public func start(datafile: String) throws {
    try startStored(bundled: Array(datafile.utf8))
  }

  /// Starts with the server's datafile, or with the cached datafile if the request fails.
  ///
  /// - Parameters:
  ///   - resourceTimeout: The seconds to wait for the server; `nil`, 0 and negative values mean 30.
  ///   - completion: Called on any thread with the active datafile, or the error; if `nil`, an
  ///     error is reported to the logger and to `onProblem` of the settings.
  public func start(
    resourceTimeout: Double? = nil,
    completion: ((OptimizelyResult<Data>) -> Void)? = nil
  ) {
    start(resourceTimeout: resourceTimeout, bundled: nil, completion: completion)
  }

  /// Starts with the server's datafile, or with the cached or bundled datafile if the request
  /// fails.
  ///
  /// - Parameters:
  ///   - resourceTimeout: The seconds to wait for the server; `nil`, 0 and negative values mean 30.
  ///   - bundled: The datafile that is bundled with the app, as JSON.
  ///   - completion: Called on any thread with the active datafile, or the error.
  public func start(
    resourceTimeout: Double? = nil,
    bundled: Data?,
    completion: ((OptimizelyResult<Data>) -> Void)? = nil
  ) {
    let completion = completion.map(UncheckedSendable.init)
    Task {
      do throws(OptimizelyError) {
        let datafile = try await load(resourceTimeout: resourceTimeout, bundled: bundled)
        completion?.value(.success(datafile))
      } catch {
        if completion == nil { settings.onProblem(error) }
        completion?.value(.failure(error))
      }
    }
  }

  /// Starts with the server's datafile, or with the cached datafile if the request fails.
  ///
  /// - Parameter resourceTimeout: The seconds to wait for the server; `nil`, 0 and negative values
  ///   mean 30.
  /// - Throws: An ``OptimizelyError``, the reason why there is no datafile: the server's error, if
  ///   a request was sent.
  public func start(resourceTimeout: Double? = nil) async throws {
    _ = try await load(resourceTimeout: resourceTimeout, bundled: nil)
  }

  /// Starts with the server's datafile, or with the cached or bundled datafile if the request
  /// fails.
  ///
  /// - Parameters:
  ///   - resourceTimeout: The seconds to wait for the server; `nil`, 0 and negative values mean 30.
  ///   - bundled: The datafile that is bundled with the app, as JSON.
  /// - Throws: The errors of ``start(resourceTimeout:)``.
  public func start(resourceTimeout: Double? = nil, bundled: Data?) async throws {
    _ = try await load(resourceTimeout: resourceTimeout, bundled: bundled)
  }

  /// Loads the datafile from the server, the cache or the app, and makes it active.
  func load(
    resourceTimeout: Double?,
    bundled: Data?
  ) async throws(OptimizelyError) -> Data {
    let limit = resourceTimeout.flatMap { $0 > 0 ? $0 : nil } ?? 30
    var loader = loader
    loader.deadline = .seconds(min(limit, 1e9))
    let search = await loader.load(bundled: bundled.map { [UInt8]($0) })
    // Polls even after an error, so that the client becomes ready when a datafile is available.
    defer { poll(after: search) }
    return Data(try begin(search).bytes)
  }

  /// Starts with the cached or the bundled datafile, without waiting for the server.
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

  /// Starts with the given datafile instead of the cached one, and downloads a newer datafile for
  /// the next start.
  func start(only datafile: [UInt8]) throws(OptimizelyError) {
    let search = loader.parsed(datafile, from: .bundled)
    defer {
      fetchInBackground(updatesAtOnce: false)
      poll(after: search)
    }
    try begin(search)
  }

  /// The error of the last download of the datafile; `nil` if it succeeded.
  var downloadError: OptimizelyError? {
    switch attempts.first(where: { $0.place == .remote })?.outcome {
    case .found, .unchanged, nil: nil
    case .missing, .failed, .handlerFailed, .invalid, .unreadable: attempts.error(key: sdkKey)
    }
  }

  /// Activates the datafile that a search has found, and removes the variations that the app forced
  /// on users before this start.
  @discardableResult
  private func begin(_ search: DatafileSearch) throws(OptimizelyError) -> LoadedDatafile {
    if let path = settings.overridesPath, !followed.isConfigured { followOverrides(at: path) }
    if case .cache(let error) = search.writeFailure { settings.onProblem(.cacheFailed(error)) }
    let attempts = search.locations
    guard let loaded = search.found?.document else {
      state.withLock { $0.attempts = attempts }
      throw attempts.error(key: sdkKey)
    }
    let active = ActiveDatafile(loaded, settings: settings)
    state.withLock { state in
      state.active = active
      state.newest = loaded
      state.attempts = attempts
      state.forcedVariations = [:]
    }
    odpManager.use(active.platform)
    dispatcher.resume()
    return loaded
  }
}

// MARK: Updates

extension OptimizelyClient {
  private func fetchInBackground(updatesAtOnce: Bool) {
    let polling = settings.polling
    let appliesPolls = schedule != nil && polling.updates == .atOnce
    guard !state.withLock(\.isClosed) else { return }
    Task { [weak self] in
      await self?.update(appliesAtOnce: updatesAtOnce || appliesPolls)
    }
  }

  /// Downloads the datafile if the server has a newer one, which becomes active at once or at the
  /// next start.
  @discardableResult
  func update(appliesAtOnce: Bool) async -> DatafileSearch {
    let known = state.withLock { $0.newest }
    let search = await loader.update(after: known)
    if case .cache(let error) = search.writeFailure { settings.onProblem(.cacheFailed(error)) }
    apply(search, atOnce: appliesAtOnce)
    return search
  }

  /// Stores a downloaded datafile as the newest one, and makes it active if `atOnce` is `true`.
  private func apply(_ search: DatafileSearch, atOnce: Bool) {
    let next = search.found.map { ActiveDatafile($0.document, settings: settings) }
    let isNew = state.withLock { state in
      state.attempts = search.locations
      guard let next else { return false }
      state.newest = next.loaded
      let isOther = next.loaded.datafile.revision != state.active?.loaded.datafile.revision
      guard isOther, atOnce else { return false }
      state.active = next
      return true
    }
    guard let next, isNew else { return }
    odpManager.use(next.platform)
    dispatcher.resume()
    hub.sendDatafileChange(Data(next.loaded.bytes))
  }

  private func poll(after search: DatafileSearch) {
    if let handler = appHandler {
      handler.startUpdates { [weak self] in self?.apply($0) }
      // Stops the updates of the handler if the client was closed while the start waited for the
      // server.
      if state.withLock(\.isClosed) { handler.stopUpdates() }
      return
    }
    guard let schedule, loader.url != nil else { return }
    let appliesAtOnce = settings.polling.updates == .atOnce
    let poller = schedule.startPolling(settings.clock, after: search.pollResult) { [weak self] in
      await self?.update(appliesAtOnce: appliesAtOnce).pollResult ?? PollResult()
    }
    // Drops the poller if the client was closed while the start waited for the server.
    state.withLock { $0.poller = $0.isClosed ? nil : poller }
  }

  /// The polling schedule, from the interval of the datafile handler or else from the settings;
  /// `nil` without polling.
  private var schedule: PollSettings? {
    let handler = datafileHandler as? DefaultDatafileHandler
    return handler?.interval(sdkKey: sdkKey)
      .map { DatafilePolling.every(.seconds($0)).schedule } ?? settings.polling.schedule
  }

  /// Applies at once a datafile that the app's own datafile handler has fetched.
  private func apply(_ datafile: Data) {
    apply(loader.parsed([UInt8](datafile), from: .remote), atOnce: true)
  }
}
