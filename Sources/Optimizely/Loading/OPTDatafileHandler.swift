public import FoundationEssentials

/// Receives a downloaded datafile, `nil` if it has not changed, or the error.
public typealias DatafileDownloadCompletionHandler = (OptimizelyResult<Data?>) -> Void

/// Downloads, stores and polls datafiles: the protocol of the Swift SDK for handlers of an app.
///
/// A client with an app's own handler gets its datafiles only from the handler, and calls the
/// handler from any thread. Without a handler, the client downloads and caches datafiles itself,
/// with the URL, polling interval and cache of ``OptimizelySdkSettings``.
public protocol OPTDatafileHandler {
  /// Creates a handler.
  init()

  /// The URL of datafiles, with `%@` for the SDK key.
  var endPointStringFormat: String { get set }

  /// Sets the seconds between polls for a key.
  func setPeriodicInterval(sdkKey: String, interval: Int)
  /// Whether polling is set for a key.
  func hasPeriodicInterval(sdkKey: String) -> Bool

  /// Downloads a datafile, and blocks until the download has ended; `nil` on an error.
  func downloadDatafile(sdkKey: String) -> Data?

  /// Downloads a datafile.
  ///
  /// - Parameters:
  ///   - sdkKey: The key of the datafile.
  ///   - returnCacheIfNoChange: Whether the completion gets the stored datafile if the server has
  ///     no newer one.
  ///   - resourceTimeoutInterval: The seconds until the download fails; `nil` is a default.
  ///   - completionHandler: Called with the datafile or the error.
  func downloadDatafile(
    sdkKey: String,
    returnCacheIfNoChange: Bool,
    resourceTimeoutInterval: Double?,
    completionHandler: @escaping DatafileDownloadCompletionHandler
  )

  /// Starts polling, if an interval is set for the key.
  func startUpdates(sdkKey: String, datafileChangeNotification: ((Data) -> Void)?)
  /// Stops polling for a key.
  func stopUpdates(sdkKey: String)
  /// Stops polling for all keys.
  func stopAllUpdates()

  /// Stores a datafile.
  func saveDatafile(sdkKey: String, dataFile: Data)
  /// Returns the stored datafile, or `nil` if there is none.
  func loadSavedDatafile(sdkKey: String) -> Data?
  /// Whether a datafile is stored.
  func isDatafileSaved(sdkKey: String) -> Bool
  /// Removes the stored datafile.
  func removeSavedDatafile(sdkKey: String)
}

extension OPTDatafileHandler {
  /// Downloads a datafile with the default timeout; the completion does not get the stored one.
  public func downloadDatafile(
    sdkKey: String,
    completionHandler: @escaping DatafileDownloadCompletionHandler
  ) {
    downloadDatafile(
      sdkKey: sdkKey,
      returnCacheIfNoChange: false,
      resourceTimeoutInterval: nil,
      completionHandler: completionHandler
    )
  }
}
