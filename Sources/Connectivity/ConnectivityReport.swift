/// The result of one check, with the result of each probe.
public struct ConnectivityReport: Hashable, Sendable {
  /// The resulting status; `determining` if the check was cancelled.
  public let status: Connectivity.ConnectivityStatus
  /// The interface of the default route; `nil` without a default route.
  public let interface: NetworkInterface?
  /// The results of the probes, in the order of the settings.
  public let probes: [ConnectivityProbe]
  /// The URLs without a probe, because only HTTPS is allowed.
  public let refusedURLs: [String]
  /// The required percentage of successful probes.
  public let threshold: ConnectivityPercentage
  /// The required number of successful probes, computed from the threshold; at least 1.
  public let required: Int
  /// The duration of the check.
  public let duration: Duration

  /// The number of probes that received the expected response.
  public var successes: Int { probes.count(where: \.isSuccess) }

  /// The number of probes that failed.
  public var failures: Int { probes.count(where: \.isFailure) }

  /// The percentage of probes that received the expected response before the check ended.
  public var score: ConnectivityPercentage {
    ConnectivityPercentage(Double(successes), outOf: Double(probes.count))
  }

  /// Whether the Internet is reached.
  public var isConnected: Bool { status.isConnected }

  /// Whether probes failed without proving that the Internet is unreachable.
  ///
  /// A failed probe of a URL other than the public detection pages concerns that host only, and a
  /// host that responds with an unexpected status or body is reachable.
  public var isInconclusive: Bool {
    guard !isConnected, status != .determining, captivePortal == nil else { return false }
    return probes.contains { probe in
      guard probe.isFailure else { return false }
      let isPublic = ConnectivityURLRequest.isPublicPage(probe.url)
      return probe.status != nil || (!isPublic && interface != nil)
    }
  }

  /// The captive portal; `nil` if the Internet is reached, or no portal was detected.
  public var captivePortal: CaptivePortal? {
    guard !isConnected else { return nil }
    for case .failed(.captivePortal(let portal)) in probes.map(\.outcome) {
      return portal
    }
    return nil
  }
}

extension ConnectivityReport: CustomStringConvertible {
  /// A short description: the captive portal, the number of failed probes, or the status.
  public var description: String {
    if let captivePortal { return "Captive portal at \(captivePortal.host)" }
    return isInconclusive ? failureSummary : "\(status)"
  }

  /// The number of failed probes as text, such as `1 of 2 probes failed`.
  public var failureSummary: String { "\(failures) of \(probes.count) probes failed" }
}
