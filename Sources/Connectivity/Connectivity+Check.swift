internal import Dispatch
internal import FoundationEssentials
import Locking
internal import Networking

extension Connectivity {
  /// Asks all addresses once, and gives what came of it.
  ///
  /// When the task is cancelled, the requests are given up and the status stays as it was.
  @concurrent
  public func check() async -> ConnectivityReport {
    let (configuration, number) = state.withLock { state in
      state.lastBegun += 1
      return (state.configuration, state.lastBegun)
    }
    let started = ContinuousClock.now
    let requests = configuration.allowedRequests
    let required = configuration.successThreshold.required(of: requests.count)
    let probes = await ProbeRound(
      requests: requests,
      required: required,
      timeout: configuration.timeout,
      authorization: configuration.authorization,
      isHTTPSOnly: configuration.isHTTPSOnly,
      validator: configuration.responseValidator,
      expectation: configuration.expectation,
      client: client
    ).run()
    let snapshot = network.now()
    let isConnected = probes.count(where: \.isSuccess) >= required
    let isCancelled = Task.isCancelled && !isConnected
    let report = ConnectivityReport(
      status: isCancelled
        ? .determining
        : ConnectivityStatus(interface: snapshot.current?.kind, isConnected: isConnected),
      interface: snapshot.current,
      probes: probes,
      refusedURLs: configuration.refusedRequests.map {
        URLRedaction.redacted($0.url.absoluteString)
      },
      threshold: configuration.successThreshold,
      required: required,
      duration: started.duration(to: .now)
    )
    if !Task.isCancelled {
      publish(report, snapshot, number: number)
    }
    return report
  }

  /// Asks all addresses once, and gives the status that came of it.
  @concurrent
  public func status() async -> Status {
    await check().status
  }

  /// Asks all addresses once, and calls a closure on the callback queue when it is known.
  public func checkConnectivity(completion: ((Connectivity) -> Void)? = nil) {
    let callback = completion.map(Callback.init)
    Task {
      _ = await check()
      guard let callback else { return }
      let queue = state.withLock { $0.configuration.callbackQueue }
      queue.async { callback.call(self) }
    }
  }
}
