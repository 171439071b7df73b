public import Connectivity
internal import Foundation
public import FoundationNetworking
internal import Locking
internal import Networking

extension Connectivity {
  private static let session = Locked(ConnectivityConfiguration.defaultURLSessionConfiguration)

  /// The URL session configuration whose timeouts and headers apply to instances without their own.
  ///
  /// Requests are sent by libcurl, not by a URL session. A check reads three properties: the smaller
  /// of `timeoutIntervalForRequest` and `timeoutIntervalForResource` limits each request, and
  /// `httpAdditionalHeaders` are sent. They are read when the check starts, so that changes of
  /// the object apply too. The default limits both times to 5 seconds.
  ///
  /// It applies to the whole process: new code sets ``Connectivity/timeout`` of an instance.
  public static var urlSessionConfiguration: URLSessionConfiguration {
    get { session.withLock { $0 } }
    set { session.withLock { $0 = newValue } }
  }

  /// The requests that a check sends; new code uses ``probeRequests``.
  ///
  /// While only HTTPS is allowed, requests with another scheme are omitted, and so are requests without
  /// a URL. The URL, the method, the headers, the body and a timeout other than the default of 60
  /// seconds apply.
  public var connectivityURLRequests: [URLRequest] {
    get { probeRequests.map { URLRequest($0) } }
    set { probeRequests = newValue.compactMap { ConnectivityURLRequest($0) } }
  }

  /// The current validator; new code uses ``validator``.
  ///
  /// Setting a validator also sets ``validationMode`` to `custom`, unlike in the original, which needs a
  /// second assignment.
  public var responseValidator: any ConnectivityResponseValidator {
    get { validator.asResponseValidator }
    set { validator = newValue.asValidator }
  }
}

extension ProbeDefaults {
  /// Creates defaults from the timeouts and headers of a URL session configuration.
  init(_ configuration: URLSessionConfiguration) {
    self.init()
    let seconds = min(
      configuration.timeoutIntervalForRequest,
      configuration.timeoutIntervalForResource
    )
    timeout = Duration(timeout: seconds)
    // Sorted by name for reproducible requests, because a dictionary has no order.
    let fields = (configuration.httpAdditionalHeaders ?? [:])
      .map { (name: "\($0.key)", value: "\($0.value)") }
      .sorted { $0.name < $1.name }
    for field in fields { headers[field.name] = field.value }
  }
}
