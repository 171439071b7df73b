public import Dispatch

/// The settings of connectivity checks, as a value.
///
/// A ``ConnectivityConfiguration`` holds such a value and gives access to its properties. A
/// ``Connectivity`` copies the value when it is created, so that a later change of the configuration
/// does not affect it.
public struct ConnectivitySettings: Sendable {
  /// The queue on which closures are called and notifications are posted; the main queue by default.
  public var callbackQueue = DispatchQueue.main
  /// Whether the original checks when its application becomes active; `true` by default.
  ///
  /// The value is stored, but a program on Linux has no such event: nothing reads it.
  public var checkWhenApplicationDidBecomeActive = true
  /// The queue on which the original starts its requests; a global queue by default.
  ///
  /// The value is stored, but checks run as Swift tasks: nothing reads it.
  public var connectivityQueue = DispatchQueue.global(qos: .default)
  /// How long a check waits after a change of the network interfaces, in seconds; 0.5 by default.
  ///
  /// The wait applies only after ``Connectivity/ConnectivityStatus/notConnected``: the new interface
  /// may not have a route yet. A value outside 0...86,400 is moved to the nearer end.
  public var connectivityCheckLatency = 0.5
  /// The requests that a check sends; the two HTTPS detection pages of Apple by default.
  public var probeRequests = ConnectivityURLRequest.defaults(https: true)
  /// The time between two checks while polling, in seconds: from 0.1 to 86,400, 10 by default.
  public var pollingInterval = 10.0
  /// Whether checks are repeated without a change of the interfaces; `true` by default.
  public var pollingIsEnabled = true
  /// Whether polling pauses while the Internet is reached; `true` by default.
  public var pollWhileOfflineOnly = true
  /// The share of probes that must succeed; 50 by default, and one probe must succeed even for 0.
  public var successThreshold = ConnectivityPercentage(50)
  /// The token that is sent as `Bearer` unless ``authorizationHeader`` is set; `nil` by default.
  public var bearerToken: String?
  /// The `Authorization` header that is sent; `nil`, the default, keeps that of each request.
  public var authorizationHeader: String?
  /// The framework of Apple that the original would use; interfaces come from the kernel here.
  public var framework = ConnectivityFramework.network

  /// Whether only `https` is allowed, for requests and redirects.
  ///
  /// Follows ``Connectivity/isHTTPSOnly-swift.type.property`` until a value is set here.
  public var isHTTPSOnly: Bool {
    get { ownHTTPSOnly ?? Connectivity.isHTTPSOnly }
    set { ownHTTPSOnly = newValue }
  }

  /// The longest time from a request to the last byte of its response.
  ///
  /// Without a value set here it is that of the URL session configuration, which
  /// ConnectivityFoundation can set, or else 5 seconds.
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

  /// The validator in use; setting one sets ``validationMode`` to `custom`.
  public var validator: any ConnectivityValidator {
    get { validation.validator }
    set { validation.use(newValue) }
  }

  /// The validator with the mode and the texts that it is made from.
  var validation = ResponseValidation()
  /// The timeout and headers of a URL session configuration; `nil` applies those of the process.
  package var ownProbeDefaults: ProbeDefaults?
  private var ownHTTPSOnly: Bool?
  private var ownTimeout: Duration?

  /// Makes settings with the defaults of the original's configuration.
  public init() {}
}

extension ConnectivitySettings {
  /// The defaults of probes at this moment.
  var probeDefaults: ProbeDefaults {
    ownProbeDefaults ?? ConnectivityHooks.installed.probeDefaults()
  }

  /// The `Authorization` header that is sent; `nil` keeps that of each request.
  var authorization: String? {
    authorizationHeader ?? bearerToken.map { "Bearer \($0)" }
  }

  /// The polling interval within its limits; 10 seconds for not-a-number.
  var pollingDuration: Duration {
    .seconds(pollingInterval.isNaN ? 10 : min(max(pollingInterval, 0.1), 86_400))
  }

  /// The wait after a change of the interfaces, within its limits; none for not-a-number.
  var checkLatency: Duration {
    .seconds(
      connectivityCheckLatency.isNaN ? 0 : min(max(connectivityCheckLatency, 0), 86_400)
    )
  }
}
