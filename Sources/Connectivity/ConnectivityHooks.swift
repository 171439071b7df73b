internal import Locking
package import Networking

/// The functions that ConnectivityFoundation adds to every ``Connectivity`` of the process.
///
/// The core cannot post notifications or read a URL session configuration itself, because
/// importing Foundation would link it into every program. ConnectivityFoundation installs its
/// functions from a constructor, which runs when the program is loaded: an observer is notified
/// even if it uses the raw name of a notification and no symbol of ConnectivityFoundation. A
/// program that does not link ConnectivityFoundation has no hooks.
package struct ConnectivityHooks: Sendable {
  /// Called on the callback queue when the notifier finds a new status, before the closures.
  package var connectivityDidChange: (@Sendable (Connectivity) -> Void)?
  /// Called on the callback queue when the notifier sees another route, before the next check.
  package var reachabilityDidChange: (@Sendable (Connectivity) -> Void)?
  /// Called at each check that has no defaults of its own, from any thread.
  package var probeDefaults: @Sendable () -> ProbeDefaults = { ProbeDefaults() }

  /// Makes hooks that do nothing.
  package init() {}

  private static let locked = Locked(ConnectivityHooks())

  /// The hooks of this process.
  package static var installed: ConnectivityHooks {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }
}

/// The timeout and the headers of probes that do not set their own.
package struct ProbeDefaults: Hashable, Sendable {
  /// The longest time from a request to the last byte of its response.
  package var timeout = Duration.seconds(5)
  /// Headers for requests that do not have a header of the same name.
  package var headers: HTTPHeaders = [:]

  /// Makes the defaults of the original: 5 seconds, and no headers.
  package init() {}
}
