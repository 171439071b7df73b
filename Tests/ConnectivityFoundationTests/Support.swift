import Dispatch
import Foundation
import FoundationNetworking
import Locking
import Networking
import TestSupport
import Testing

@testable import Connectivity
@testable import ConnectivityFoundation

/// A replacement for the network monitor, whose interfaces a test sets.
final class FakeRoute: Sendable {
  private struct State {
    var kind: ConnectivityInterface
    var report: (@Sendable (InterfaceSnapshot) -> Void)?
  }

  private let state: Locked<State>

  init(_ kind: ConnectivityInterface) {
    state = Locked(State(kind: kind))
  }

  var network: Connectivity.Network {
    Connectivity.Network(
      now: { self.snapshot },
      watch: { report in
        self.state.withLock { $0.report = report }
        report(self.snapshot)
        return self
      }
    )
  }

  func change(to kind: ConnectivityInterface) {
    let report = state.withLock { state in
      state.kind = kind
      return state.report
    }
    report?(snapshot)
  }

  private var snapshot: InterfaceSnapshot {
    let kind = state.withLock { $0.kind }
    let interface = NetworkInterface(name: "\(kind)0", index: 2, kind: kind, isUp: true)
    return InterfaceSnapshot(interfaces: [interface], current: interface)
  }
}

/// A configuration for plain HTTP servers on loopback, with its own callback queue.
func configuration(_ addresses: String...) throws -> ConnectivityConfiguration {
  let urls = try addresses.map { try #require(URL(string: $0)) }
  return ConnectivityConfiguration(
    callbackQueue: DispatchQueue(label: "callbacks"),
    connectivityURLRequests: urls.map { URLRequest(url: $0) },
    pollingIsEnabled: false
  )
  .configureHTTPSOnly(false)
}

/// Creates an instance that ignores the proxy of the environment and uses fake interfaces.
func checker(
  _ configuration: ConnectivityConfiguration,
  route: FakeRoute = FakeRoute(.ethernet)
) -> Connectivity {
  var client = HTTPClient.Configuration()
  client.proxy = .none
  return Connectivity(
    settings: configuration.settings,
    client: HTTPClient(configuration: client),
    clock: ContinuousClock(),
    network: route.network
  )
}
