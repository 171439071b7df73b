public import Connectivity
internal import Foundation
public import FoundationNetworking
internal import Locking
internal import Networking

extension Connectivity {
  private static let session = Locked(ConnectivityConfiguration.defaultURLSessionConfiguration)

  /// The URL session configuration of all instances without their own: its timeouts and headers.
  ///
  /// Requests are sent by libcurl, not by a URL session. A check reads three properties: the smaller
  /// of `timeoutIntervalForRequest` and `timeoutIntervalForResource` limits each request, and
  /// `httpAdditionalHeaders` are sent. They are read when the check starts, so that the object can
  /// also be changed in place. The default limits both times to 5 seconds.
  ///
  /// It applies to the whole process: ``Connectivity/timeout`` of an instance is preferred.
  public static var urlSessionConfiguration: URLSessionConfiguration {
    get { session.withLock { $0 } }
    set { session.withLock { $0 = newValue } }
  }

  /// The requests that a check sends; ``probeRequests`` is preferred in new code.
  ///
  /// While only HTTPS is allowed, those with another scheme are left out. Of each request, the URL,
  /// the method, the headers, the body and a timeout other than the default of 60 seconds apply; a
  /// request without a URL is left out.
  public var connectivityURLRequests: [URLRequest] {
    get { probeRequests.map { URLRequest($0) } }
    set { probeRequests = newValue.compactMap { ConnectivityURLRequest($0) } }
  }

  /// The validator in use; ``validator`` is preferred in new code.
  ///
  /// Setting one sets ``validationMode`` to `custom`: unlike in the original, it takes effect
  /// without a further assignment.
  public var responseValidator: any ConnectivityResponseValidator {
    get { validator.asResponseValidator }
    set { validator = newValue.asValidator }
  }
}

extension ProbeDefaults {
  /// Makes defaults from the properties of a URL session configuration that apply to probes.
  init(_ configuration: URLSessionConfiguration) {
    self.init()
    let seconds = min(
      configuration.timeoutIntervalForRequest,
      configuration.timeoutIntervalForResource
    )
    timeout = Duration(timeout: seconds)
    // Sorted by name: a dictionary has no order, and requests should be reproducible.
    let fields = (configuration.httpAdditionalHeaders ?? [:])
      .map { (name: "\($0.key)", value: "\($0.value)") }
      .sorted { $0.name < $1.name }
    for field in fields { headers[field.name] = field.value }
  }
}
