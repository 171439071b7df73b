public import FoundationEssentials
import Locking

/// The function that receives a downloaded datafile, `nil` if the datafile has not changed, or the
/// error.
public typealias DatafileDownloadCompletionHandler = (OptimizelyResult<Data?>) -> Void

/// Downloads, stores and polls datafiles: the protocol of the Swift SDK for handlers of an app.
///
/// A client with an app's own handler receives datafiles only from the handler, and calls the
/// handler from any thread. Without a handler, the client downloads and caches datafiles itself,
/// with the URL, polling interval and cache of ``OptimizelySdkSettings``.
public protocol OPTDatafileHandler {
  /// Creates a handler with the default URL.
  init()

  /// The URL of datafiles, in which `%@` is replaced by the SDK key.
  var endPointStringFormat: String { get set }

  /// Sets the seconds between polls for an SDK key.
  func setPeriodicInterval(sdkKey: String, interval: Int)
  /// Returns whether a polling interval is set for an SDK key.
  func hasPeriodicInterval(sdkKey: String) -> Bool

  /// Downloads a datafile, and blocks the thread until the download has ended; `nil` after an
  /// error.
  func downloadDatafile(sdkKey: String) -> Data?

  /// Downloads a datafile, and calls the completion handler on any thread.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key of the datafile.
  ///   - returnCacheIfNoChange: Whether the completion handler receives the stored datafile if the
  ///     server has no newer one.
  ///   - resourceTimeoutInterval: The seconds until the download fails; `nil` means the default of
  ///     the handler.
  ///   - completionHandler: Called with the datafile, or with the error.
  func downloadDatafile(
    sdkKey: String,
    returnCacheIfNoChange: Bool,
    resourceTimeoutInterval: Double?,
    completionHandler: @escaping DatafileDownloadCompletionHandler
  )

  /// Starts polling if an interval is set for the SDK key.
  func startUpdates(sdkKey: String, datafileChangeNotification: ((Data) -> Void)?)
  /// Stops polling for an SDK key.
  func stopUpdates(sdkKey: String)
  /// Stops polling for all SDK keys.
  func stopAllUpdates()

  /// Stores a datafile for an SDK key.
  func saveDatafile(sdkKey: String, dataFile: Data)
  /// Returns the stored datafile of an SDK key; `nil` if there is none.
  func loadSavedDatafile(sdkKey: String) -> Data?
  /// Returns whether a datafile is stored for an SDK key.
  func isDatafileSaved(sdkKey: String) -> Bool
  /// Removes the stored datafile of an SDK key.
  func removeSavedDatafile(sdkKey: String)
}

extension OPTDatafileHandler {
  /// Downloads a datafile with the default timeout; the completion handler does not receive a
  /// stored datafile.
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

/// Adapts an app's datafile handler to asynchronous calls for one SDK key.
///
/// Unchecked: the SDK's protocol does not require `Sendable`, but documents that any thread may
/// call it.
struct AppDatafileHandler: @unchecked Sendable {
  let handler: any OPTDatafileHandler
  let sdkKey: String

  /// Downloads the datafile; the result is `nil` if the datafile has not changed.
  ///
  /// If the handler never calls its completion, the download fails after the timeout.
  func download(timeout: Duration) async -> OptimizelyResult<Data?> {
    let download = Promise<OptimizelyResult<Data?>>()
    return await download.value {
      let deadline = Task {
        // The sleep throws only if `deadline` was cancelled, because the handler has finished.
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        download.set(.failure(.datafileDownloadFailed("no result after \(timeout)")))
      }
      handler.downloadDatafile(
        sdkKey: sdkKey,
        returnCacheIfNoChange: false,
        resourceTimeoutInterval: timeout / .seconds(1)
      ) { result in
        deadline.cancel()
        download.set(result)
      }
    }
  }

  /// Returns the datafile that the handler has stored; `nil` if there is none.
  func saved() -> Data? { handler.loadSavedDatafile(sdkKey: sdkKey) }

  func startUpdates(_ change: @escaping @Sendable (Data) -> Void) {
    handler.startUpdates(sdkKey: sdkKey, datafileChangeNotification: change)
  }

  func stopUpdates() { handler.stopUpdates(sdkKey: sdkKey) }
}
