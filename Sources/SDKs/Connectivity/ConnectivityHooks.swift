internal import Locking
package import Networking

/// Functions that ConnectivityFoundation installs for every ``Connectivity`` of the process.
///
/// The Connectivity module cannot post notifications or read a URL session configuration itself,
/// because importing Foundation would link Foundation into every program. ConnectivityFoundation
/// installs the hooks from a constructor, which runs when the program is loaded. An observer is
/// thus notified even if it uses no symbol of ConnectivityFoundation but only the raw name of a
/// notification. A program that does not link ConnectivityFoundation has no hooks.
package struct ConnectivityHooks: Sendable {
  /// Called on the callback queue when the status changes, before the closures of the instance.
  package var connectivityDidChange: (@Sendable (Connectivity) -> Void)?
  /// Called on the callback queue when the default route changes, before the next check.
  package var reachabilityDidChange: (@Sendable (Connectivity) -> Void)?
  /// Returns the timeout and the headers for requests that do not set them; called from any thread.
  package var probeDefaults: @Sendable () -> ProbeDefaults = { ProbeDefaults() }

  /// Creates hooks that do nothing.
  package init() {}

  private static let locked = Locked(ConnectivityHooks())

  /// The hooks that are active in this process.
  package static var installed: ConnectivityHooks {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }
}

/// The timeout and the headers of probe requests that do not set their own.
package struct ProbeDefaults: Hashable, Sendable {
  /// The timeout from the request to the last byte of the response.
  package var timeout = Duration.seconds(5)
  /// Headers that are added to requests without a header of the same name.
  package var headers: HTTPHeaders = [:]

  /// Creates the defaults of the original framework: a timeout of 5 seconds and no headers.
  package init() {}
}
