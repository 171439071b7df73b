internal import FoundationEssentials
internal import Networking

/// Requests all addresses of a check at once, until enough have succeeded or too many have failed.
struct ProbeRound: Sendable {
  /// The requests that are sent.
  let requests: [ConnectivityURLRequest]
  /// The requests that are left out, because only HTTPS is allowed.
  let refused: [ConnectivityURLRequest]
  /// How many requests must succeed.
  let required: Int
  private let settings: ConnectivitySettings
  /// Whether plain HTTP is refused as the target of a redirect too.
  private let isHTTPSOnly: Bool
  /// The timeout of requests without their own, and additional headers.
  private let defaults: ProbeDefaults
  private let client: HTTPClient

  /// Makes the round of one check, with the process-wide defaults of this moment.
  init(_ settings: ConnectivitySettings, client: HTTPClient) {
    let isHTTPSOnly = settings.isHTTPSOnly
    requests = settings.probeRequests.filter { !isHTTPSOnly || $0.isHTTPS }
    refused = settings.probeRequests.filter { isHTTPSOnly && !$0.isHTTPS }
    required = settings.successThreshold.required(of: requests.count)
    self.isHTTPSOnly = isHTTPSOnly
    var defaults = settings.probeDefaults
    defaults.timeout = settings.timeout
    self.defaults = defaults
    self.settings = settings
    self.client = client
  }

  /// The largest accepted body, in bytes; expected ones are much smaller.
  static let maximumBodySize = 256 << 10

  /// Sends the requests, and returns the results in the order of the addresses.
  func run() async -> [ConnectivityProbe] {
    await withTaskGroup(of: (Int, ConnectivityProbe).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, await probe(request)) }
      }
      var probes: [Int: ConnectivityProbe] = [:]
      var failures = 0
      for await (index, probe) in group {
        probes[index] = probe
        if case .failed = probe.outcome { failures += 1 }
        let successes = probes.values.count(where: \.isSuccess)
        if successes >= required || requests.count - failures < required {
          group.cancelAll()
        }
      }
      return probes.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private func probe(_ request: ConnectivityURLRequest) async -> ConnectivityProbe {
    let started = ContinuousClock.now
    let message = message(for: request)
    let outcome: ConnectivityProbe.Outcome
    var response: HTTPResponse?
    do throws(HTTPError) {
      let received = try await client.send(message)
      response = received
      outcome = judge(received, to: request)
    } catch .cancelled {
      outcome = .notNeeded
    } catch {
      outcome = .failed(judge(error, to: request))
    }
    return ConnectivityProbe(
      url: URLRedaction.redacted(message.url),
      outcome: outcome,
      status: response?.status,
      timings: response?.timings,
      duration: started.duration(to: .now)
    )
  }

  private func message(for request: ConnectivityURLRequest) -> HTTPRequest {
    var message = HTTPRequest(
      url: request.url.absoluteString,
      method: request.method,
      headers: request.headers,
      body: request.body
    )
    for field in defaults.headers.fields where message.headers[field.name] == nil {
      message.headers.add(field.name, field.value)
    }
    if let authorization = settings.authorization {
      message.headers["Authorization"] = authorization
    }
    message.headers["Cache-Control"] = message.headers["Cache-Control"] ?? "no-cache"
    message.deadline = request.timeout ?? defaults.timeout
    message.connectLimit = request.timeout ?? defaults.timeout
    message.idleLimit = nil
    message.maximumBodySize = Self.maximumBodySize
    message.isHTTPSOnly = isHTTPSOnly
    // A pooled connection or a cached name would show a past state of the network.
    message.isFresh = true
    return message
  }

  /// Decides whether a response is the expected one, an error, or that of a captive portal.
  private func judge(
    _ response: HTTPResponse,
    to request: ConnectivityURLRequest
  ) -> ConnectivityProbe.Outcome {
    let isGood = (200..<300).contains(response.status)
    if isGood && settings.validator.accepts(response, to: request) { return .succeeded }
    // Cannot fail: libcurl has just requested this address.
    let host = (try? HTTPAddress(response.url).host) ?? ""
    let title = CaptivePortal.title(of: response.body)
    let sign: CaptivePortal.Sign? =
      if response.status == 511 {
        .authenticationRequired
      } else if isElsewhere(host, from: request) {
        .redirect
      } else {
        isGood && isLoginPage(response, title: title, for: request) ? .unexpectedBody : nil
      }
    guard let sign else {
      return .failed(
        isGood
          ? .unexpectedBody(settings.validation.expectation, title: title)
          : .unexpectedStatus(response.status)
      )
    }
    return .failed(
      .captivePortal(CaptivePortal(host: host, url: response.url, title: title, sign: sign))
    )
  }

  /// Whether an HTML page was received in place of a public detection page.
  ///
  /// The body of any other address may change for reasons of its own, and so may the expected text
  /// of a public page: the unchanged page itself is not a login page.
  private func isLoginPage(
    _ response: HTTPResponse,
    title: String?,
    for request: ConnectivityURLRequest
  ) -> Bool {
    guard ConnectivityURLRequest.isPublicPage(request.url.absoluteString), title != "Success" else {
      return false
    }
    let isDeclared = response.headers["Content-Type"]?.lowercased().contains("html") == true
    return isDeclared || response.body.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
  }

  /// Distinguishes a request without a response from a redirect to a host that cannot be reached.
  private func judge(
    _ error: HTTPError,
    to request: ConnectivityURLRequest
  ) -> ConnectivityProbe.Failure {
    guard let host = error.host, isElsewhere(host, from: request) else { return .noAnswer(error) }
    return .captivePortal(CaptivePortal(host: host, url: nil, title: nil, sign: .redirect))
  }

  private func isElsewhere(_ host: String, from request: ConnectivityURLRequest) -> Bool {
    // An IPv6 address is written with brackets in a URL, but reported without them.
    func plain(_ host: String) -> String { host.lowercased().filter { !"[]".contains($0) } }
    guard let requested = request.url.host() else { return false }
    return !host.isEmpty && plain(host) != plain(requested)
  }
}

extension HTTPError {
  /// The host that the error is about.
  fileprivate var host: String? {
    switch self {
    case .schemeNotAllowed(_, let host), .nameNotFound(let host), .refused(let host, _),
      .unreachable(let host), .tls(let host, _):
      host
    default:
      nil
    }
  }
}
