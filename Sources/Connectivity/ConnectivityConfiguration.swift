public import Dispatch
internal import FoundationEssentials

/// How connectivity is checked.
///
/// Each function gives a changed copy, so that they can be chained.
public struct ConnectivityConfiguration: Sendable {
  /// The addresses of the original for HTTPS.
  public static var defaultConnectivityURLRequests: [ConnectivityURLRequest] {
    ConnectivityURLRequest.defaults(https: true)
  }

  /// The queue that closures are called on.
  public var callbackQueue: DispatchQueue
  /// The addresses that are asked.
  public var connectivityURLRequests: [ConnectivityURLRequest]
  /// The time between two checks while polling, in seconds.
  public var pollingInterval: Double
  /// Whether checks are made without a change of the interfaces.
  public var pollingIsEnabled: Bool
  /// Whether polling rests while the Internet is reached.
  public var pollWhileOfflineOnly: Bool
  /// The share of addresses that must answer as expected.
  public var successThreshold: ConnectivityPercentage
  /// How long each address has to answer.
  public var timeout: Duration = .seconds(5)
  /// Whether addresses that are not `https` are left out.
  public var isHTTPSOnly = true
  /// The token to send as `Bearer`, unless `authorizationHeader` is set.
  public var bearerToken: String?
  /// The `Authorization` header to send.
  public var authorizationHeader: String?
  /// Which of Apple's frameworks the original would use; the kernel is asked either way.
  public var framework = ConnectivityFramework.network
  /// How answers are judged.
  public var validationMode = ConnectivityResponseValidationMode.containsExpectedResponseString
  /// The text that answers are compared with.
  public var expectedResponseString = "Success"
  /// The regular expression that answers are compared with.
  public var expectedResponseRegEx = ConnectivityResponseRegExValidator.defaultRegularExpression
  /// The validator for the mode `custom`.
  var customValidator: (any ConnectivityResponseValidator)?

  /// Makes settings with the defaults of the original.
  ///
  /// A validator given here decides, unless a mode is given too.
  public init(
    callbackQueue: DispatchQueue = .main,
    connectivityURLRequests: [ConnectivityURLRequest] = defaultConnectivityURLRequests,
    pollingInterval: Double = 10,
    pollingIsEnabled: Bool = true,
    pollWhileOfflineOnly: Bool = true,
    responseValidator: (any ConnectivityResponseValidator)? = nil,
    successThreshold: ConnectivityPercentage = ConnectivityPercentage(50),
    validationMode: ConnectivityResponseValidationMode? = nil
  ) {
    self.callbackQueue = callbackQueue
    self.connectivityURLRequests = connectivityURLRequests
    self.pollingInterval = pollingInterval
    self.pollingIsEnabled = pollingIsEnabled
    self.pollWhileOfflineOnly = pollWhileOfflineOnly
    self.successThreshold = successThreshold
    customValidator = responseValidator
    self.validationMode =
      validationMode ?? (responseValidator == nil ? .containsExpectedResponseString : .custom)
  }

  /// The validator that decides; setting one makes it decide.
  public var responseValidator: any ConnectivityResponseValidator {
    get {
      switch validationMode {
      case .containsExpectedResponseString:
        ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponseString)
      case .equalsExpectedResponseString:
        ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponseString)
      case .matchesRegularExpression:
        ConnectivityResponseRegExValidator(regEx: expectedResponseRegEx)
      case .custom:
        customValidator ?? ConnectivityResponseContainsStringValidator()
      }
    }
    set {
      customValidator = newValue
      validationMode = .custom
    }
  }

  /// The addresses that may be asked.
  var allowedRequests: [ConnectivityURLRequest] {
    connectivityURLRequests.filter { !isHTTPSOnly || $0.isHTTPS }
  }

  /// The addresses that may not be asked.
  var refusedRequests: [ConnectivityURLRequest] {
    connectivityURLRequests.filter { isHTTPSOnly && !$0.isHTTPS }
  }

  /// What is sent as `Authorization`; `nil` leaves each request its own.
  var authorization: String? {
    authorizationHeader ?? bearerToken.map { "Bearer \($0)" }
  }

  /// The polling interval within what a clock can take: a tenth of a second to a day.
  var pollingDuration: Duration {
    let seconds = pollingInterval.isNaN ? 10 : min(max(pollingInterval, 0.1), 86_400)
    return .seconds(seconds)
  }
}
