import FoundationEssentials
import Locking

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
    await withCheckedContinuation { continuation in
      let once = Locked<CheckedContinuation<OptimizelyResult<Data?>, Never>?>(continuation)
      let finish = { @Sendable (result: OptimizelyResult<Data?>) in
        // A handler that calls its completion twice must not resume the continuation twice.
        let waiting = once.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        waiting?.resume(returning: result)
      }
      let deadline = Task {
        // The sleep throws only if `deadline` was cancelled, because the handler has finished.
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        finish(.failure(.datafileDownloadFailed("no result after \(timeout)")))
      }
      handler.downloadDatafile(
        sdkKey: sdkKey,
        returnCacheIfNoChange: false,
        resourceTimeoutInterval: timeout / .seconds(1)
      ) { result in
        deadline.cancel()
        finish(result)
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
