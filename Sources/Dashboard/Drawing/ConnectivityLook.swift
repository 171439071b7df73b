import Connectivity

/// The sign, text and role that present the result of a connectivity check.
struct ConnectivityLook: Hashable, Sendable {
  /// A sign with the meaning of the colour, for screens without colours.
  let sign: String
  /// The result as text.
  let words: String
  /// The result as short text.
  let shortWords: String
  /// An addition to the text in the connectivity pane; may be empty.
  private(set) var remark = ""
  /// The role of the sign and the text.
  let role: Role

  /// Chooses the presentation of a result.
  ///
  /// - Parameters:
  ///   - report: The result.
  ///   - poll: The state of polling; a source that responds proves that there is a network, even if
  /// all
  ///     probes failed.
  init(_ report: ConnectivityReport, poll: PollStatus?) {
    if report.captivePortal != nil {
      words = report.description
      (sign, shortWords, role) = ("▲", "portal", .warning)
      return
    }
    let hasFailed = !report.isConnected && report.status != .determining && report.failures > 0
    let isSourceResponding = poll?.isResponding == true
    if hasFailed, report.isInconclusive || isSourceResponding {
      words = report.failureSummary
      shortWords = report.failures == 1 ? "probe failed" : "probes failed"
      if isSourceResponding { remark = ", but the source responds" }
      (sign, role) = isSourceResponding ? ("▲", .warning) : ("✗", .failure)
      return
    }
    switch report.status {
    case .determining: (sign, role) = ("◌", .muted)
    case let status: (sign, role) = status.isConnected ? ("●", .success) : ("✗", .failure)
    }
    words = report.status.description
    shortWords = report.status.shortWords
  }
}

extension ConnectivityStatus {
  /// The status as short text.
  fileprivate var shortWords: String {
    switch self {
    case .connected: "Internet"
    case .connectedViaCellular: "Cellular"
    case .connectedViaEthernet: "Ethernet"
    case .connectedViaWiFi: "Wi-Fi"
    case .determining: "pending"
    case .connectedViaCellularWithoutInternet, .connectedViaEthernetWithoutInternet,
      .connectedViaWiFiWithoutInternet:
      "no Internet"
    case .notConnected: "offline"
    }
  }
}
