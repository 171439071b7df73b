import Dispatch
import Foundation
import Locking
import Networking
import TestSupport
import Testing

@testable import Connectivity

/// The body that the default URLs send to a client with Internet connectivity.
let successPage = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"

/// A client that ignores the proxy of the environment.
func directClient() -> HTTPClient {
  var configuration = HTTPClient.Configuration()
  configuration.proxy = .none
  return HTTPClient(configuration: configuration)
}

func urls(_ texts: String...) throws -> [URL] {
  try texts.map { try #require(URL(string: $0)) }
}

/// A configuration for plain HTTP servers on loopback, with its own callback queue.
func settings(_ addresses: [URL], threshold: Double = 50) -> ConnectivityConfiguration {
  ConnectivityConfiguration(callbackQueue: DispatchQueue(label: "callbacks"))
    .configureConnectivity(urls: addresses)
    .configureHTTPSOnly(false)
    .configureSuccessThreshold(Connectivity.Percentage(threshold))
    .configurePolling(isEnabled: false)
}

func checker(
  _ configuration: ConnectivityConfiguration,
  clock: any Clock<Duration> = ContinuousClock(),
  interfaces: FakeInterfaces = FakeInterfaces()
) -> Connectivity {
  Connectivity(
    settings: configuration.settings,
    client: directClient(),
    clock: clock,
    network: interfaces.network
  )
}

/// A replacement for the network monitor, whose interfaces a test sets.
final class FakeInterfaces: Sendable {
  private struct State {
    var snapshot: InterfaceSnapshot
    var watchers: [Int: @Sendable (InterfaceSnapshot) -> Void] = [:]
    var next = 0
  }

  private let state: Locked<State>

  init(_ kind: ConnectivityInterface? = .ethernet) {
    state = Locked(State(snapshot: Self.snapshot(kind)))
  }

  var watcherCount: Int { state.withLock { $0.watchers.count } }

  var network: Connectivity.Network {
    Connectivity.Network(
      now: { self.state.withLock { $0.snapshot } },
      watch: { onChange in self.watch(onChange) }
    )
  }

  func change(to kind: ConnectivityInterface?) {
    let (watchers, snapshot) = state.withLock { state in
      state.snapshot = Self.snapshot(kind)
      return (Array(state.watchers.values), state.snapshot)
    }
    watchers.forEach { $0(snapshot) }
  }

  static func snapshot(_ kind: ConnectivityInterface?) -> InterfaceSnapshot {
    let loopback = NetworkInterface(name: "lo", index: 1, kind: .loopback, isUp: true)
    guard let kind else { return InterfaceSnapshot(interfaces: [loopback], current: nil) }
    let current = NetworkInterface(name: "\(kind)0", index: 2, kind: kind, isUp: true)
    return InterfaceSnapshot(interfaces: [loopback, current], current: current)
  }

  private final class Watch: Sendable {
    let end: @Sendable () -> Void
    init(end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private func watch(
    _ onChange: @escaping @Sendable (InterfaceSnapshot) -> Void
  ) -> any Sendable {
    let (name, snapshot) = state.withLock { state in
      state.next += 1
      state.watchers[state.next] = onChange
      return (state.next, state.snapshot)
    }
    onChange(snapshot)
    return Watch { [weak self] in
      self?.state.withLock { _ = $0.watchers.removeValue(forKey: name) }
    }
  }
}
