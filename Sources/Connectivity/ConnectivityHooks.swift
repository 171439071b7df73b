internal import Locking
package import Networking

/// The functions that ConnectivityFoundation adds to every ``Connectivity`` of the process.
///
/// The core cannot post notifications or read a URL session configuration itself, because
/// importing Foundation would link it into every program. ConnectivityFoundation installs its
/// functions from a constructor, which runs when the program is loaded: an observer is notified
/// even if it uses only the raw name of a notification and no symbol of ConnectivityFoundation. A
/// program that does not link ConnectivityFoundation has no hooks.
package struct ConnectivityHooks: Sendable {
  /// Called on the callback queue when the status changes, before the closures of the instance.
  package var connectivityDidChange: (@Sendable (Connectivity) -> Void)?
  /// Called on the callback queue when the default route changes, before the next check.
  package var reachabilityDidChange: (@Sendable (Connectivity) -> Void)?
  /// Returns the defaults of a check whose settings have none; called from any thread.
  package var probeDefaults: @Sendable () -> ProbeDefaults = { ProbeDefaults() }

  /// Creates hooks without effect.
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
  /// The timeout from a request to the last byte of its response.
  package var timeout = Duration.seconds(5)
  /// Headers for requests that have no header of the same name.
  package var headers: HTTPHeaders = [:]

  /// Creates the defaults of the original: 5 seconds, and no headers.
  package init() {}
}
