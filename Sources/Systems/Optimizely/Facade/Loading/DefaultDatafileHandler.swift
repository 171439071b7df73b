import FeatureFlags
public import FoundationEssentials
import Locking
import Networking

/// Downloads, stores and polls datafiles, like the class of the same name in the Swift SDK.
///
/// A client whose handler is an instance of this class, and not of a subclass, reads only the URL
/// and the intervals from the handler, and downloads the datafile itself. All methods may be called
/// from any thread.
open class DefaultDatafileHandler: OPTDatafileHandler {
  private struct State {
    var address = OptimizelySdkSettings().datafileURL
    var settings = OptimizelySdkSettings()
    var intervals: [String: Int] = [:]
    /// The active pollers, by SDK key; releasing a poller stops it.
    var pollers: [String: any Sendable] = [:]
  }

  private let state = Locked(State())

  /// Creates a handler with the URL of the service and without polling intervals.
  public required init() {}

  /// Uses the HTTP client, the clock and the workspace of a client's settings.
  func adopt(_ settings: OptimizelySdkSettings) {
    state.withLock { state in
      if state.address == OptimizelySdkSettings().datafileURL {
        state.address = settings.datafileURL
      }
      state.settings = settings
    }
  }

  /// The URL of datafiles, in which `%@` is replaced by the SDK key.
  public var endPointStringFormat: String {
    get { state.withLock { $0.address } }
    set { state.withLock { $0.address = newValue } }
  }

  /// Returns the seconds between polls for an SDK key; `nil` if no interval is set.
  func interval(sdkKey: String) -> Int? { state.withLock { $0.intervals[sdkKey] } }

  /// Sets the seconds between polls for an SDK key, unless an interval is already set.
  ///
  /// Stopping the polling removes the interval.
  open func setPeriodicInterval(sdkKey: String, interval: Int) {
    state.withLock { state in
      if state.intervals[sdkKey] == nil { state.intervals[sdkKey] = interval }
    }
  }

  /// Returns whether a polling interval is set for an SDK key.
  open func hasPeriodicInterval(sdkKey: String) -> Bool { interval(sdkKey: sdkKey) != nil }

  /// Downloads a datafile, and blocks the thread until the download has ended.
  ///
  /// - Parameter sdkKey: The SDK key of the datafile.
  /// - Returns: The downloaded datafile, or the stored datafile after an error; `nil` if the
  ///   server's datafile is unchanged, or if no datafile is stored after an error.
  open func downloadDatafile(sdkKey: String) -> Data? {
    let loader = loader(sdkKey, deadline: nil)
    let result = ThreadExecutor.optimizely.wait {
      await loader.download(sdkKey, returnsUnchanged: false)
    }
    // Drops the error, since the method of the SDK cannot throw.
    return try? result.get()
  }

  /// Downloads a datafile and stores it; calls the completion handler on any thread.
  ///
  /// After an error, the handler receives the stored datafile, if there is one.
  open func downloadDatafile(
    sdkKey: String,
    returnCacheIfNoChange: Bool = false,
    resourceTimeoutInterval: Double? = nil,
    completionHandler: @escaping DatafileDownloadCompletionHandler
  ) {
    let completion = UncheckedSendable(completionHandler)
    let seconds = resourceTimeoutInterval.flatMap { $0 > 0 ? min($0, 1e9) : nil } ?? 30
    let loader = loader(sdkKey, deadline: .seconds(seconds))
    Task {
      let result = await loader.download(sdkKey, returnsUnchanged: returnCacheIfNoChange)
      completion.value(result)
    }
  }

  /// Starts polling if an interval is set for the SDK key.
  open func startUpdates(sdkKey: String, datafileChangeNotification: ((Data) -> Void)?) {
    guard let interval = interval(sdkKey: sdkKey),
      let schedule = DatafilePolling.every(.seconds(interval)).schedule
    else { return }
    let (loader, clock) = (loader(sdkKey), state.withLock { $0.settings.clock })
    let change = datafileChangeNotification.map(UncheckedSendable.init)
    let poller = schedule.startPolling(clock) {
      let search = await loader.update(after: loader.stored(bundled: nil).found?.document)
      if let loaded = search.found?.document, !Task.isCancelled {
        change?.value(Data(loaded.bytes))
      }
      return search.pollResult
    }
    // Releases the old poller outside the lock: releasing the app's closure can run code of the app
    // that calls the handler (deadlock).
    state.releaseAfterLock { $0.pollers.updateValue(poller, forKey: sdkKey) }
  }

  /// Stops polling for an SDK key, and removes its interval.
  open func stopUpdates(sdkKey: String) {
    state.releaseAfterLock { state in
      state.intervals[sdkKey] = nil
      return state.pollers.removeValue(forKey: sdkKey)
    }
  }

  /// Stops polling for all SDK keys, and removes their intervals.
  open func stopAllUpdates() {
    state.releaseAfterLock { state in
      defer { (state.pollers, state.intervals) = ([:], [:]) }
      return state.pollers
    }
  }

  // MARK: The stored datafile

  /// Stores a datafile; an invalid datafile is ignored.
  open func saveDatafile(sdkKey: String, dataFile: Data) {
    loader(sdkKey).store([UInt8](dataFile))
  }

  /// Returns the stored datafile of an SDK key; `nil` if there is none.
  open func loadSavedDatafile(sdkKey: String) -> Data? {
    (loader(sdkKey).stored(bundled: nil).found?.document.bytes).map { Data($0) }
  }

  /// Returns whether a datafile is stored for an SDK key.
  open func isDatafileSaved(sdkKey: String) -> Bool { loadSavedDatafile(sdkKey: sdkKey) != nil }

  /// Removes the stored datafile of an SDK key.
  open func removeSavedDatafile(sdkKey: String) {
    // Drops the error, since the method of the SDK cannot throw: a file that cannot be removed
    // stays.
    try? loader(sdkKey).cache?.removeLastGood()
  }

  private func loader(_ sdkKey: String, deadline: Duration? = .seconds(30)) -> DatafileLoader {
    let (settings, address) = state.withLock { ($0.settings, $0.address) }
    var loader = settings.loader(sdkKey: sdkKey, address: address)
    loader.deadline = deadline
    return loader
  }
}

extension DatafileLoader {
  /// Downloads the datafile; after an error, the result is the stored datafile, if there is one.
  fileprivate func download(
    _ sdkKey: String,
    returnsUnchanged: Bool
  ) async -> OptimizelyResult<Data?> {
    let saved = stored(bundled: nil).found?.document
    let search = await update(after: saved)
    if let loaded = search.found?.document { return .success(Data(loaded.bytes)) }
    if hasServer, case .success = search.source {
      return .success(returnsUnchanged ? (saved?.bytes).map { Data($0) } : nil)
    }
    guard let saved else { return .failure(search.locations.error(key: sdkKey)) }
    return .success(Data(saved.bytes))
  }
}
