import Locking
public import Networking

/// Finds out whether the Internet is reached, and not only a network or a hotel's login page.
///
/// Nothing is contacted until a check is asked for, or the notifier started. Each instance stands
/// alone; all of it may be used from any thread.
///
/// The API is that of the framework of the same name, with three differences. Addresses with
/// headers are `ConnectivityURLRequest`, and there are `changes` in place of notifications: what
/// Foundation has for these would make a program four times as large. And there is no foreground
/// to come back to, so nothing is checked for it.
public final class Connectivity: Sendable {
  /// Which of Apple's frameworks the original would use.
  public typealias Framework = ConnectivityFramework
  /// The kind of a network interface.
  public typealias Interface = ConnectivityInterface
  /// A closure called on the callback queue.
  public typealias NetworkConnected = (Connectivity) -> Void
  /// A closure called on the callback queue.
  public typealias NetworkDisconnected = (Connectivity) -> Void
  /// A share from 0 to 100.
  public typealias Percentage = ConnectivityPercentage
  /// The Internet connectivity.
  public typealias Status = ConnectivityStatus
  /// How answers are judged.
  public typealias ValidationMode = ConnectivityResponseValidationMode

  let state: Locked<State>
  let client: HTTPClient
  let clock: any Clock<Duration>
  let network: Network

  /// Makes an instance that does not poll, with the addresses of the original.
  ///
  /// With `shouldUseHTTPS` off, those for plain `http` are taken and others allowed.
  public convenience init(shouldUseHTTPS: Bool = true) {
    var configuration = ConnectivityConfiguration(
      connectivityURLRequests: ConnectivityURLRequest.defaults(https: shouldUseHTTPS),
      pollingIsEnabled: false,
      pollWhileOfflineOnly: false
    )
    configuration.isHTTPSOnly = shouldUseHTTPS
    self.init(configuration: configuration)
  }

  /// Makes an instance with settings, and with the client and the clock to work with.
  public convenience init(
    configuration: ConnectivityConfiguration,
    client: HTTPClient = HTTPClient(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(configuration: configuration, client: client, clock: clock, network: .kernel)
  }

  init(
    configuration: ConnectivityConfiguration,
    client: HTTPClient,
    clock: any Clock<Duration>,
    network: Network
  ) {
    state = Locked(State(configuration: configuration))
    self.client = client
    self.clock = clock
    self.network = network
  }

  deinit {
    stopNotifier()
    let continuations = state.withLock { Array($0.subscribers.values) }
    continuations.forEach { $0.continuation.finish() }
  }

  /// Where the interfaces are learned from.
  struct Network: Sendable {
    /// Asks for the interfaces of this moment.
    let now: @Sendable () -> InterfaceSnapshot
    /// Tells of changes for as long as what it gives is held.
    let watch: @Sendable (@escaping @Sendable (InterfaceSnapshot) -> Void) -> (any Sendable)?

    static let kernel = Network(
      now: { InterfaceSnapshot.current() },
      watch: { onChange in InterfaceMonitor(onChange: onChange) }
    )
  }
}

extension Connectivity: CustomStringConvertible {
  /// The status in words.
  public var description: String { status.description }
}
