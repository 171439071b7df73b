internal import Dispatch
internal import FoundationEssentials
import Locking
internal import Networking

extension Connectivity {
  /// Sends all probe requests once, and reports the result.
  ///
  /// Cancelling the calling task cancels the requests and leaves the status unchanged.
  @concurrent
  public func check() async -> ConnectivityReport {
    let (settings, number) = state.withLock { state in
      state.lastBegun += 1
      return (state.settings, state.lastBegun)
    }
    let started = ContinuousClock.now
    let round = ProbeRound(settings, client: client)
    let probes = await round.run()
    let snapshot = network.now()
    let isConnected = probes.count(where: \.isSuccess) >= round.required
    let isCancelled = Task.isCancelled && !isConnected
    let report = ConnectivityReport(
      status: isCancelled
        ? .determining
        : ConnectivityStatus(interface: snapshot.current?.kind, isConnected: isConnected),
      interface: snapshot.current,
      probes: probes,
      refusedURLs: round.refused.map { URLRedaction.redacted($0.url.absoluteString) },
      threshold: settings.successThreshold,
      required: round.required,
      duration: started.duration(to: .now)
    )
    if !Task.isCancelled {
      publish(report, snapshot, number: number)
    }
    return report
  }

  /// Runs a check like ``check()``, and returns only the resulting status.
  @concurrent
  public func status() async -> Status {
    await check().status
  }

  /// Runs a check in the background, then calls a closure on the callback queue.
  ///
  /// The instance is retained until the closure has been called. New code uses ``check()``.
  public func checkConnectivity(completion: ((Connectivity) -> Void)? = nil) {
    let callback = completion.map(Callback.init)
    Task {
      _ = await check()
      guard let callback else { return }
      settings.callbackQueue.async { callback.call(self) }
    }
  }
}
