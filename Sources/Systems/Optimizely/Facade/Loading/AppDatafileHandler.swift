import FoundationEssentials

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
      // A handler that calls its completion twice must not resume the continuation twice.
      let waiting = SingleContinuation<OptimizelyResult<Data?>>()
      waiting.store(continuation)
      let deadline = Task {
        // The sleep throws only if `deadline` was cancelled, because the handler has finished.
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        waiting.resume(.failure(.datafileDownloadFailed("no result after \(timeout)")))
      }
      handler.downloadDatafile(
        sdkKey: sdkKey,
        returnCacheIfNoChange: false,
        resourceTimeoutInterval: timeout / .seconds(1)
      ) { result in
        deadline.cancel()
        waiting.resume(result)
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
