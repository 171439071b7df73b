internal import FoundationEssentials
internal import Networking

/// Sends all probes of a check concurrently, until enough have succeeded or too many have failed.
struct ProbeRound: Sendable {
  /// The requests that are sent, one per probe.
  let requests: [ConnectivityURLRequest]
  /// The requests that are not sent, because only HTTPS is allowed.
  let refused: [ConnectivityURLRequest]
  /// The number of probes that must succeed.
  let required: Int
  let settings: ConnectivitySettings
  /// Whether redirects to plain HTTP are rejected.
  private let isHTTPSOnly: Bool
  /// The timeout and headers for requests that do not set their own.
  private let defaults: ProbeDefaults
  private let client: HTTPClient

  /// Creates the probes of one check from the settings and the process-wide defaults.
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

  /// The maximum size of a response body in bytes; expected bodies are much smaller.
  static let maximumBodySize = 256 << 10

  /// Sends the requests; returns the results in the order of the requests.
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
    let httpRequest = httpRequest(for: request)
    let outcome: ConnectivityProbe.Outcome
    var response: HTTPResponse?
    do throws(HTTPError) {
      let received = try await client.send(httpRequest)
      response = received
      outcome = classify(received, to: request)
    } catch .cancelled {
      outcome = .notNeeded
    } catch {
      outcome = .failed(classify(error, to: request))
    }
    return ConnectivityProbe(
      url: URLRedaction.redacted(httpRequest.url),
      outcome: outcome,
      status: response?.status,
      timings: response?.timings,
      duration: started.duration(to: .now)
    )
  }

  private func httpRequest(for request: ConnectivityURLRequest) -> HTTPRequest {
    var httpRequest = HTTPRequest(
      url: request.url.absoluteString,
      method: request.method,
      headers: request.headers,
      body: request.body
    )
    for field in defaults.headers.fields where httpRequest.headers[field.name] == nil {
      httpRequest.headers.add(field.name, field.value)
    }
    if let authorization = settings.authorization {
      httpRequest.headers["Authorization"] = authorization
    }
    httpRequest.headers["Cache-Control"] = httpRequest.headers["Cache-Control"] ?? "no-cache"
    httpRequest.deadline = request.timeout ?? defaults.timeout
    httpRequest.connectLimit = request.timeout ?? defaults.timeout
    httpRequest.idleLimit = nil
    httpRequest.maximumBodySize = Self.maximumBodySize
    httpRequest.isHTTPSOnly = isHTTPSOnly
    // Opens a new connection: a pooled connection or a cached DNS entry would show an earlier state of the
    // network.
    httpRequest.isFresh = true
    return httpRequest
  }
}

extension ProbeRound {
  /// Classifies a response as expected, as unexpected, or as that of a captive portal.
  private func classify(
    _ response: HTTPResponse,
    to request: ConnectivityURLRequest
  ) -> ConnectivityProbe.Outcome {
    // Drops the parse error: libcurl has just requested this URL, so it can be parsed.
    let host = (try? HTTPAddress(response.url).host) ?? ""
    let title = CaptivePortal.title(of: response.body)
    let hasLeftHost = isOtherHost(host, from: request)
    let isSuccess = (200..<300).contains(response.status)
    let expected = settings.expectedStatus
    let hasStatus = expected.map { $0 == response.status } ?? isSuccess
    let hasBody = settings.validator.accepts(response, to: request)
    let isGenuine = showsText(response, for: request)
    if hasStatus, !hasLeftHost, hasBody, isGenuine { return .succeeded }
    let isPage = hasBody && !isGenuine || isLoginPage(response, title: title, for: request)
    let sign: CaptivePortal.Sign? =
      if response.status == 511 {
        .authenticationRequired
      } else if hasLeftHost || isOtherPage(response, of: request) {
        .redirect
      } else {
        isSuccess && isPage ? .unexpectedBody : nil
      }
    guard let sign else {
      return .failed(
        hasStatus
          ? .unexpectedBody(settings.validation.expectation, title: title)
          : .unexpectedStatus(response.status, expected: expected)
      )
    }
    return .failed(
      .captivePortal(CaptivePortal(host: host, url: response.url, title: title, sign: sign))
    )
  }

  /// Whether an HTML page shows the expected text, instead of only containing it in its source, such as
  /// in the name of a function.
  ///
  /// The result is `true` for other responses and for other validation modes. The default text must be
  /// the only word of a public detection page and of a page that asks for a login; on any other page, it
  /// must be visible. A text that the app has set may be anywhere in the source. On a page that asks for
  /// a login, however, it must be visible unless it contains markup.
  private func showsText(_ response: HTTPResponse, for request: ConnectivityURLRequest) -> Bool {
    guard case .contains(let text) = settings.validation.expectation, response.isHTML else {
      return true
    }
    let isLogin = CaptivePortal.isLoginPage(response.body)
    guard text == ResponseValidation().text else {
      return !isLogin || text.contains(where: "<>&".contains) || PageText(response.body).shows(text)
    }
    let isPublic = ConnectivityURLRequest.isPublicPage(request.url.absoluteString)
    let page = PageText(response.body, hasScripts: isPublic)
    return isPublic || isLogin
      ? !page.words.isEmpty && page.words.allSatisfy { $0 == text } : page.shows(text)
  }

  /// Whether a captive portal sent its HTML page instead of the expected response.
  ///
  /// If a response without content (status 204) is expected, every HTML page comes from a portal. The
  /// genuine public detection page is recognised by its title, because it may lack the text that the app
  /// expects; a page with another title comes from a portal. Any other URL can have HTML pages of its
  /// own, so only a page that asks for a login is attributed to a portal.
  private func isLoginPage(
    _ response: HTTPResponse,
    title: String?,
    for request: ConnectivityURLRequest
  ) -> Bool {
    guard response.isHTML else { return false }
    if settings.expectedStatus == Self.noContent { return true }
    guard ConnectivityURLRequest.isPublicPage(request.url.absoluteString) else {
      return CaptivePortal.isLoginPage(response.body)
    }
    return title != "Success"
  }

  /// The status of a successful response without a body, such as that of the detection pages named
  /// `generate_204`.
  private static let noContent = 204

  /// Whether a redirect within the host led to another HTML page, such as the login page of a gateway
  /// that responds in place of the host.
  private func isOtherPage(_ response: HTTPResponse, of request: ConnectivityURLRequest) -> Bool {
    guard response.isHTML, let page = URL(string: response.url) else { return false }
    // A slash at the end of a path makes no difference: both paths name the same page.
    func path(_ url: URL) -> String { url.path().split(separator: "/").joined(separator: "/") }
    return path(page) != path(request.url)
  }

  /// Classifies a failed request: after a redirect to another host, the failure is attributed to a
  /// captive portal.
  private func classify(
    _ error: HTTPError,
    to request: ConnectivityURLRequest
  ) -> ConnectivityProbe.Failure {
    guard let host = error.host, isOtherHost(host, from: request) else { return .noResponse(error) }
    return .captivePortal(CaptivePortal(host: host, url: nil, title: nil, sign: .redirect))
  }

  /// Whether the given host differs from the host of the request.
  private func isOtherHost(_ host: String, from request: ConnectivityURLRequest) -> Bool {
    // An IPv6 address has brackets in a URL, but not in an error.
    func plain(_ host: String) -> String { host.lowercased().filter { !"[]".contains($0) } }
    guard let requested = request.url.host() else { return false }
    return !host.isEmpty && plain(host) != plain(requested)
  }
}

extension HTTPResponse {
  /// Whether the body is an HTML page, by its declared type or its first character.
  fileprivate var isHTML: Bool {
    let isDeclared = headers["Content-Type"]?.lowercased().contains("html") == true
    return isDeclared || body.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
  }
}

extension HTTPError {
  /// The host in the associated values of the error; `nil` for errors without a host, and for those of a
  /// proxy.
  fileprivate var host: String? {
    switch self {
    case .schemeNotAllowed(_, let host), .nameNotFound(let host), .refused(let host, _),
      .unreachable(let host), .tls(let host, _):
      host
    case .badURL, .badMethod, .badHeader, .proxy, .proxyStatus, .timedOut, .redirects, .tooLarge,
      .compressedTooMuch, .interrupted, .badEncoding, .badResponse, .cancelled,
      .badAuthorities, .unavailable, .failed:
      nil
    }
  }
}
