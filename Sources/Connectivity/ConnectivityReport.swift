/// The result of one check.
public struct ConnectivityReport: Hashable, Sendable {
  /// The resulting status; `determining` when the check was cancelled.
  public let status: Connectivity.ConnectivityStatus
  /// The interface that the default route leads through; `nil` without one.
  public let interface: NetworkInterface?
  /// The result of each requested address, in the order of the settings.
  public let probes: [ConnectivityProbe]
  /// The addresses left out, because only HTTPS is allowed.
  public let refusedURLs: [String]
  /// The required share of successes.
  public let threshold: ConnectivityPercentage
  /// The required number of successes, by the threshold; at least one.
  public let required: Int
  /// How long the check took.
  public let duration: Duration

  /// How many probes received the expected response.
  public var successes: Int { probes.count(where: \.isSuccess) }

  /// How many probes failed.
  public var failures: Int { probes.count(where: \.isFailure) }

  /// The share of probes that received the expected response before the check was decided.
  public var score: ConnectivityPercentage {
    ConnectivityPercentage(Double(successes), outOf: Double(probes.count))
  }

  /// Whether the Internet is reached.
  public var isConnected: Bool { status.isConnected }

  /// Whether probes failed without showing that the Internet is out of reach.
  ///
  /// A failed probe of an address other than the public detection pages concerns that address
  /// only, and a host that responds with another status or body is reached over the network.
  public var isInconclusive: Bool {
    guard !isConnected, status != .determining, captivePortal == nil else { return false }
    return probes.contains { probe in
      guard probe.isFailure else { return false }
      let isPublic = ConnectivityURLRequest.isPublicPage(probe.url)
      return probe.status != nil || (!isPublic && interface != nil)
    }
  }

  /// The captive portal; `nil` when the Internet is reached, or no portal was detected.
  public var captivePortal: CaptivePortal? {
    guard !isConnected else { return nil }
    for case .failed(.captivePortal(let portal)) in probes.map(\.outcome) {
      return portal
    }
    return nil
  }
}

extension ConnectivityReport: CustomStringConvertible {
  /// The result in a few words: the status, the captive portal, or how many probes failed.
  public var description: String {
    if let captivePortal { return "Captive portal at \(captivePortal.host)" }
    return isInconclusive ? failureSummary : "\(status)"
  }

  /// How many probes failed, such as `1 of 2 probes failed`.
  public var failureSummary: String { "\(failures) of \(probes.count) probes failed" }
}
