public import Dispatch
internal import Locking
package import Networking

/// The settings of connectivity checks and of the notifier.
///
/// A ``ConnectivityConfiguration`` wraps these settings and exposes their properties. A
/// ``Connectivity`` copies the settings when it is created, so that later changes of the
/// configuration do not affect the instance.
public struct ConnectivitySettings: Sendable {
  /// The queue for closures and notifications; the main queue by default.
  public var callbackQueue = DispatchQueue.main
  /// Whether the original framework checks when its application becomes active; `true` by default.
  ///
  /// The value is stored but ignored: a program on Linux has no such event.
  public var checkWhenApplicationDidBecomeActive = true
  /// The queue on which the original framework starts its requests; a global queue by default.
  ///
  /// The value is stored but ignored: checks run as Swift tasks.
  public var connectivityQueue = DispatchQueue.global(qos: .default)
  /// The delay between a change of the network interfaces and its check, in seconds; 0.5 by default.
  ///
  /// The delay applies only while the status is ``Connectivity/ConnectivityStatus/notConnected``: a
  /// new interface often has no route yet. Values outside 0...86,400 are clamped.
  public var connectivityCheckLatency = 0.5
  /// The requests that a check sends; the two HTTPS detection pages of Apple by default.
  public var probeRequests = ConnectivityURLRequest.defaults(https: true)
  /// The polling interval in seconds, from 0.1 to 86,400; 10 by default.
  public var pollingInterval = 10.0
  /// Whether the notifier polls, in addition to its checks after changes of the network interfaces;
  /// `true` by default.
  public var pollingIsEnabled = true
  /// Whether polling pauses while the Internet is reachable; `true` by default.
  public var pollWhileOfflineOnly = true
  /// The percentage of probes that must succeed, 50 by default; at least one probe must, even for
  /// 0.
  public var successThreshold = ConnectivityPercentage(50)
  /// The token of a `Bearer` authorization header, `nil` by default; ignored if
  /// ``authorizationHeader`` is set.
  public var bearerToken: String?
  /// The `Authorization` header of all requests; with `nil`, the default, each request keeps its
  /// own.
  public var authorizationHeader: String?
  /// The Apple framework that the original framework uses to read interfaces; ignored on Linux.
  public var framework = ConnectivityFramework.network

  /// Whether requests and redirects may only use `https`.
  ///
  /// Until this property is set, ``Connectivity/isHTTPSOnly-swift.type.property`` applies.
  public var isHTTPSOnly: Bool {
    get { ownHTTPSOnly ?? Connectivity.isHTTPSOnly }
    set { ownHTTPSOnly = newValue }
  }

  /// The timeout of a probe, from the request to the last byte of the response.
  ///
  /// Until this property is set, the timeout of the URL session configuration applies, which
  /// ConnectivityFoundation can set. Without such a configuration, the timeout is 5 seconds.
  public var timeout: Duration {
    get { ownTimeout ?? probeDefaults.timeout }
    set { ownTimeout = newValue }
  }

  /// The status code of a successful response; with `nil`, the default, every status in 200...299 is a
  /// success.
  public var expectedStatus: Int?

  /// The mode in which responses are validated; setting it replaces ``validator``.
  public var validationMode: ConnectivityResponseValidationMode {
    get { validation.mode }
    set { validation.mode = newValue }
  }

  /// The text that valid responses contain or equal, `Success` by default; setting it replaces
  /// ``validator`` unless the mode is `custom`.
  public var expectedResponseString: String {
    get { validation.text }
    set { validation.text = newValue }
  }

  /// The regular expression that valid responses match; setting it replaces ``validator`` unless
  /// the mode is `custom`.
  public var expectedResponseRegEx: String {
    get { validation.expression }
    set { validation.expression = newValue }
  }

  /// The active validator; setting it sets ``validationMode`` to `custom`.
  public var validator: any ConnectivityValidator {
    get { validation.validator }
    set { validation.use(newValue) }
  }

  /// The active validator, and the mode and the expected text that determine it.
  var validation = ResponseValidation()
  /// The timeout and the headers from the URL session configuration of this instance; `nil` for those of
  /// the process.
  package var ownProbeDefaults: ProbeDefaults?
  private var ownHTTPSOnly: Bool?
  private var ownTimeout: Duration?

  /// Creates settings with the defaults of the original framework.
  public init() {}
}

extension ConnectivitySettings {
  /// The timeout and headers for requests that do not set their own.
  var probeDefaults: ProbeDefaults {
    ownProbeDefaults ?? ConnectivityHooks.installed.probeDefaults()
  }

  /// The `Authorization` header of all requests; with `nil`, each request keeps its own header.
  var authorization: String? {
    authorizationHeader ?? bearerToken.map { "Bearer \($0)" }
  }

  /// The polling interval, clamped to its range; 10 seconds if it is not a number.
  var pollingDuration: Duration {
    .seconds(pollingInterval.isNaN ? 10 : min(max(pollingInterval, 0.1), 86_400))
  }

  /// The delay after a change of the interfaces, clamped to its range; zero if it is not a number.
  var checkLatency: Duration {
    .seconds(
      connectivityCheckLatency.isNaN ? 0 : min(max(connectivityCheckLatency, 0), 86_400)
    )
  }
}

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
