public import Dispatch

/// The settings of connectivity checks, as a value.
///
/// A ``ConnectivityConfiguration`` holds such a value and exposes its properties. A
/// ``Connectivity`` copies the value when it is created, so that a later change of the configuration
/// does not affect it.
public struct ConnectivitySettings: Sendable {
  /// The queue on which closures are called and notifications are posted; the main queue by default.
  public var callbackQueue = DispatchQueue.main
  /// Whether the original checks when its application becomes active; `true` by default.
  ///
  /// The value is stored without effect: a program on Linux has no such event.
  public var checkWhenApplicationDidBecomeActive = true
  /// The queue on which the original starts its requests; a global queue by default.
  ///
  /// The value is stored without effect: checks run as Swift tasks.
  public var connectivityQueue = DispatchQueue.global(qos: .default)
  /// The delay of a check after a change of the network interfaces, in seconds; 0.5 by default.
  ///
  /// The delay applies only after ``Connectivity/ConnectivityStatus/notConnected``: the new interface
  /// may not have a route yet. A value outside 0...86,400 is clamped.
  public var connectivityCheckLatency = 0.5
  /// The requests that a check sends; the two HTTPS detection pages of Apple by default.
  public var probeRequests = ConnectivityURLRequest.defaults(https: true)
  /// The time between two polls in seconds, from 0.1 to 86,400; 10 by default.
  public var pollingInterval = 10.0
  /// Whether the notifier polls, in addition to its checks after changes of the interfaces; `true`
  /// by default.
  public var pollingIsEnabled = true
  /// Whether polling pauses while the Internet is reached; `true` by default.
  public var pollWhileOfflineOnly = true
  /// The percentage of probes that have to succeed, 50 by default; at least one has to, even for 0.
  public var successThreshold = ConnectivityPercentage(50)
  /// The token that is sent as `Bearer` unless ``authorizationHeader`` is set; `nil` by default.
  public var bearerToken: String?
  /// The `Authorization` header; with `nil`, the default, each request sends its own.
  public var authorizationHeader: String?
  /// The Apple framework from which the original reads interfaces; it has no effect on Linux.
  public var framework = ConnectivityFramework.network

  /// Whether only `https` is allowed, for requests and redirects.
  ///
  /// Follows ``Connectivity/isHTTPSOnly-swift.type.property`` until a value is set here.
  public var isHTTPSOnly: Bool {
    get { ownHTTPSOnly ?? Connectivity.isHTTPSOnly }
    set { ownHTTPSOnly = newValue }
  }

  /// The timeout from a request to the last byte of its response.
  ///
  /// Until a value is set, the timeout of the URL session configuration applies, which
  /// ConnectivityFoundation can set; without such a configuration, 5 seconds.
  public var timeout: Duration {
    get { ownTimeout ?? probeDefaults.timeout }
    set { ownTimeout = newValue }
  }

  /// How responses are validated; setting a mode replaces ``validator``.
  public var validationMode: ConnectivityResponseValidationMode {
    get { validation.mode }
    set { validation.mode = newValue }
  }

  /// The text that responses are compared with, `Success` by default; setting it replaces
  /// ``validator`` unless the mode is `custom`.
  public var expectedResponseString: String {
    get { validation.text }
    set { validation.text = newValue }
  }

  /// The regular expression that responses are searched for; setting it replaces ``validator``
  /// unless the mode is `custom`.
  public var expectedResponseRegEx: String {
    get { validation.expression }
    set { validation.expression = newValue }
  }

  /// The current validator; setting it sets ``validationMode`` to `custom`.
  public var validator: any ConnectivityValidator {
    get { validation.validator }
    set { validation.use(newValue) }
  }

  /// The validator with the mode and the texts from which it is created.
  var validation = ResponseValidation()
  /// The timeout and headers of a URL session configuration; `nil` means the process-wide defaults.
  package var ownProbeDefaults: ProbeDefaults?
  private var ownHTTPSOnly: Bool?
  private var ownTimeout: Duration?

  /// Creates settings with the defaults of the original's configuration.
  public init() {}
}

extension ConnectivitySettings {
  /// The current defaults of probes.
  var probeDefaults: ProbeDefaults {
    ownProbeDefaults ?? ConnectivityHooks.installed.probeDefaults()
  }

  /// The `Authorization` header; with `nil`, each request sends its own.
  var authorization: String? {
    authorizationHeader ?? bearerToken.map { "Bearer \($0)" }
  }

  /// The polling interval, clamped to its range; 10 seconds for not-a-number.
  var pollingDuration: Duration {
    .seconds(pollingInterval.isNaN ? 10 : min(max(pollingInterval, 0.1), 86_400))
  }

  /// The delay after a change of the interfaces, clamped to its range; none for not-a-number.
  var checkLatency: Duration {
    .seconds(
      connectivityCheckLatency.isNaN ? 0 : min(max(connectivityCheckLatency, 0), 86_400)
    )
  }
}
