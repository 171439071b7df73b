public import Connectivity
internal import Foundation
public import FoundationNetworking
internal import Locking
internal import Networking

extension Connectivity {
  private static let session = Locked(ConnectivityConfiguration.defaultURLSessionConfiguration)

  /// The URL session configuration with default timeouts and headers for all instances.
  ///
  /// Requests are sent by libcurl, not by a URL session. When a check starts, it reads three
  /// properties of the configuration, so that changes of the object apply. The smaller of
  /// `timeoutIntervalForRequest` and `timeoutIntervalForResource` is the timeout of each request,
  /// and `httpAdditionalHeaders` are added. Both timeouts are 5 seconds by default.
  ///
  /// The configuration applies to the whole process: new code sets ``Connectivity/timeout`` of an
  /// instance.
  public static var urlSessionConfiguration: URLSessionConfiguration {
    get { session.withLock { $0 } }
    set { session.withLock { $0 = newValue } }
  }

  /// The requests that a check sends; new code uses ``probeRequests``.
  ///
  /// Requests without a URL are omitted. While only HTTPS is allowed, requests with another scheme
  /// are omitted. The URL, the method, the headers and the body of a request apply, and its timeout
  /// if it differs from the default of 60 seconds.
  public var connectivityURLRequests: [URLRequest] {
    get { probeRequests.map { URLRequest($0) } }
    set { probeRequests = newValue.compactMap { ConnectivityURLRequest($0) } }
  }

  /// The active validator; new code uses ``validator``.
  ///
  /// Setting a validator also sets ``validationMode`` to `custom`. The original framework needs a
  /// second assignment for that.
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
    // Sorts the headers by name for reproducible requests, because a dictionary has no order.
    let fields = (configuration.httpAdditionalHeaders ?? [:])
      .map { (name: "\($0.key)", value: "\($0.value)") }
      .sorted { $0.name < $1.name }
    for field in fields { headers[field.name] = field.value }
  }
}
