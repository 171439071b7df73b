import Connectivity

/// The presentation of a connectivity check: symbol, text and role.
struct ConnectivityLabel: Hashable, Sendable {
  /// The symbol of the result, which replaces the colour on screens without colours.
  let symbol: String
  /// The text of the result.
  let text: String
  /// The short text of the result for a narrow screen.
  let shortText: String
  /// The text after the result in the connectivity pane, such as `, but the source responds`; may
  /// be empty.
  private(set) var remark = ""
  /// The style role of the symbol and the text.
  let role: Role

  /// Derives the presentation from the report of a check.
  ///
  /// - Parameters:
  ///   - report: The report of the check.
  ///   - poll: The polling state; a source that responds proves network access even if all probes
  ///     failed.
  init(_ report: ConnectivityReport, poll: PollStatus?) {
    if report.captivePortal != nil {
      text = report.description
      (symbol, shortText, role) = ("▲", "portal", .warning)
      return
    }
    let hasFailed = !report.isConnected && report.status != .determining && report.failures > 0
    let isSourceResponding = poll?.isResponding == true
    if hasFailed, report.isInconclusive || isSourceResponding {
      text = report.failureSummary
      shortText = report.failures == 1 ? "probe failed" : "probes failed"
      if isSourceResponding { remark = ", but the source responds" }
      (symbol, role) = isSourceResponding ? ("▲", .warning) : ("✗", .failure)
      return
    }
    switch report.status {
    case .determining: (symbol, role) = ("◌", .muted)
    case let status: (symbol, role) = status.isConnected ? ("●", .success) : ("✗", .failure)
    }
    text = report.status.description
    shortText = report.status.shortText
  }
}

extension ConnectivityStatus {
  /// The short text of the status for a narrow screen.
  fileprivate var shortText: String {
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
