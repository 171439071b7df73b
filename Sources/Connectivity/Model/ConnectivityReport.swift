/// What one check found.
public struct ConnectivityReport: Hashable, Sendable {
  /// What it comes to; `determining` when the check was cancelled.
  public let status: Connectivity.ConnectivityStatus
  /// The interface that the default route leads through; `nil` without one.
  public let interface: NetworkInterface?
  /// Every address that was asked, in the order of the settings.
  public let probes: [ConnectivityProbe]
  /// The addresses left out, because only HTTPS is allowed.
  public let refusedURLs: [String]
  /// The share of successes that was wanted.
  public let threshold: ConnectivityPercentage
  /// How many successes that is; at least one.
  public let required: Int
  /// How long the check took.
  public let duration: Duration

  /// How many addresses gave the expected answer.
  public var successes: Int { probes.filter(\.isSuccess).count }

  /// The share of addresses that gave the expected answer before the matter was decided.
  public var score: ConnectivityPercentage {
    ConnectivityPercentage(Double(successes), outOf: Double(probes.count))
  }

  /// Whether the Internet is reached.
  public var isConnected: Bool { status.isConnected }

  /// Who stands in the way; `nil` when the Internet is reached, or nobody was recognised.
  public var captivePortal: CaptivePortal? {
    guard !isConnected else { return nil }
    for case .failed(.captivePortal(let portal)) in probes.map(\.outcome) {
      return portal
    }
    return nil
  }
}
