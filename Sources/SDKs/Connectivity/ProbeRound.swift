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
