/// The result of one check, including the result of each probe.
public struct ConnectivityReport: Hashable, Sendable {
  /// The status after the check; `determining` if the check was cancelled.
  public let status: Connectivity.ConnectivityStatus
  /// The interface of the default route; `nil` without a default route.
  public let interface: NetworkInterface?
  /// The results of the probes, in the order of ``ConnectivitySettings/probeRequests``.
  public let probes: [ConnectivityProbe]
  /// The URLs that were not probed, because only HTTPS is allowed.
  public let refusedURLs: [String]
  /// The percentage of probes that had to succeed.
  public let threshold: ConnectivityPercentage
  /// The number of probes that had to succeed, computed from the threshold; at least 1.
  public let required: Int
  /// The duration of the whole check.
  public let duration: Duration

  /// The number of probes that received the expected response.
  public var successes: Int { probes.count(where: \.isSuccess) }

  /// The number of failed probes; probes that were not needed do not count.
  public var failures: Int { probes.count(where: \.isFailure) }

  /// The percentage of probes that received the expected response before the check ended.
  public var score: ConnectivityPercentage {
    ConnectivityPercentage(Double(successes), outOf: Double(probes.count))
  }

  /// Whether enough probes succeeded to prove that the Internet is reachable.
  public var isConnected: Bool { status.isConnected }

  /// Whether probes failed without proving that the Internet is unreachable.
  ///
  /// If a probed URL is not one of the public captive portal detection pages, its failure shows
  /// only that its host is unreachable. A host that responds with an unexpected status or body is
  /// reachable.
  public var isInconclusive: Bool {
    guard !isConnected, status != .determining, captivePortal == nil else { return false }
    return probes.contains { probe in
      guard probe.isFailure else { return false }
      let isPublic = ConnectivityURLRequest.isPublicPage(probe.url)
      return probe.status != nil || (!isPublic && interface != nil)
    }
  }

  /// The detected captive portal; `nil` if the Internet is reachable or no portal was detected.
  public var captivePortal: CaptivePortal? {
    guard !isConnected else { return nil }
    for case .failed(.captivePortal(let portal)) in probes.map(\.outcome) {
      return portal
    }
    return nil
  }
}

extension ConnectivityReport: CustomStringConvertible {
  /// The captive portal, the number of failed probes, or the status, as a short text.
  public var description: String {
    if let captivePortal { return "Captive portal at \(captivePortal.host)" }
    return isInconclusive ? failureSummary : "\(status)"
  }

  /// The number of failed probes as text, such as `1 of 2 probes failed`.
  public var failureSummary: String { "\(failures) of \(probes.count) probes failed" }
}
