internal import FoundationEssentials
internal import Networking

/// Asks all addresses of a check at once, until enough have answered or too many have failed.
struct ProbeRound: Sendable {
  let requests: [ConnectivityURLRequest]
  let required: Int
  let timeout: Duration
  let authorization: String?
  let isHTTPSOnly: Bool
  let validator: any ConnectivityResponseValidator
  let client: HTTPClient

  /// The largest answer that is looked at, in bytes; the expected ones are much smaller.
  static let maximumBodySize = 256 << 10

  /// Asks, and gives the results in the order of the addresses.
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
    var question = HTTPRequest(url: request.url.absoluteString, headers: request.headers)
    if let authorization {
      question.headers["Authorization"] = authorization
    }
    question.headers["Cache-Control"] = question.headers["Cache-Control"] ?? "no-cache"
    question.deadline = timeout
    question.connectLimit = timeout
    question.idleLimit = nil
    question.maximumBodySize = Self.maximumBodySize
    question.isHTTPSOnly = isHTTPSOnly
    // An open connection or a remembered name tells how the network was, not how it is.
    question.isFresh = true
    let outcome: ConnectivityProbe.Outcome
    var response: HTTPResponse?
    do throws(HTTPError) {
      let answer = try await client.send(question)
      response = answer
      outcome = judge(answer, to: request)
    } catch .cancelled {
      outcome = .notNeeded
    } catch {
      outcome = .failed(judge(error, to: request))
    }
    return ConnectivityProbe(
      url: question.url,
      outcome: outcome,
      status: response?.status,
      timings: response?.timings,
      duration: started.duration(to: .now)
    )
  }

  /// What an answer means: the expected one, an error, or somebody else's.
  private func judge(
    _ response: HTTPResponse,
    to request: ConnectivityURLRequest
  ) -> ConnectivityProbe.Outcome {
    let isGood = (200..<300).contains(response.status)
    let isExpected =
      isGood
      && validator.isResponseValid(
        urlRequest: request,
        response: response,
        data: Data(response.body)
      )
    if isExpected { return .succeeded }
    // What libcurl has just asked is an address.
    let host = (try? HTTPAddress(response.url).host) ?? ""
    let sign: CaptivePortal.Sign? =
      if response.status == 511 {
        .authenticationRequired
      } else if isElsewhere(host, from: request) {
        .redirect
      } else {
        isGood ? .unexpectedBody : nil
      }
    guard let sign else { return .failed(.unexpectedStatus(response.status)) }
    return .failed(
      .captivePortal(
        CaptivePortal(
          host: host,
          url: response.url,
          title: CaptivePortal.title(of: response.body),
          sign: sign
        )
      )
    )
  }

  /// What an error means: no answer, or a redirect to where nobody can follow.
  private func judge(
    _ error: HTTPError,
    to request: ConnectivityURLRequest
  ) -> ConnectivityProbe.Failure {
    guard let host = error.host, isElsewhere(host, from: request) else { return .noAnswer(error) }
    return .captivePortal(CaptivePortal(host: host, url: nil, title: nil, sign: .redirect))
  }

  private func isElsewhere(_ host: String, from request: ConnectivityURLRequest) -> Bool {
    // Without brackets, which are written around an IPv6 address or not.
    func plain(_ host: String) -> String { host.lowercased().filter { !"[]".contains($0) } }
    guard let asked = request.url.host() else { return false }
    return !host.isEmpty && plain(host) != plain(asked)
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
