import Connectivity
import Frame

extension DashboardState {
  /// Draws the Internet connectivity, and how the source is polled.
  func drawConnectivity(on canvas: inout Canvas, in area: Area, now: Duration) {
    let columns = area.columns - 4
    var title = [Span("Connectivity", theme.style(.title))]
    if isChecking { title.append(Span("  checking …", theme.style(.information))) }
    draw(
      connectivityLines(columns: columns, now: now),
      title: title,
      top: connectivityTop,
      isFocused: focus == .connectivity && dialog == nil,
      on: &canvas,
      in: area
    )
  }

  /// The lines of the connectivity pane.
  func connectivityLines(columns: Int, now: Duration) -> [Line] {
    var page = DetailsPage(theme: theme, columns: columns, searchWords: [])
    if let connectivity {
      page.add(connectivity, history: history, poll: poll)
    } else {
      page.addAddresses(context.probeAddresses)
    }
    if let poll { page.add(poll, of: context, origin: origin, now: now) }
    return page.lines
  }
}

extension DetailsPage {
  /// Adds the addresses that a check will request, so that none is contacted unannounced.
  fileprivate mutating func addAddresses(_ addresses: [String]) {
    add(Line("Not checked yet.", theme.style(.text)))
    guard !addresses.isEmpty else { return }
    addGap()
    add(Line("r requests:", theme.style(.muted)))
    for address in addresses {
      let text = DisplayText(address, limit: Span.limit)
      for line in text.wrapped(to: max(columns - 2, 8)) {
        add(Line([Span("  ", theme.style(.text)), Span(line, theme.style(.text))]))
      }
    }
  }

  /// Adds the result of a check.
  fileprivate mutating func add(
    _ report: ConnectivityReport,
    history: ConnectivityHistory,
    poll: PollStatus?
  ) {
    let look = ConnectivityLook(report, poll: poll)
    let style = theme.style(look.role)
    let words = DisplayText(look.words + look.remark)
    for (number, text) in words.wrapped(to: max(columns - 2, 8)).enumerated() {
      add(Line([Span(number == 0 ? look.sign + " " : "  ", style), Span(text, style)]))
    }
    if let portal = report.captivePortal {
      let status = DisplayText(report.status.description)
      add(Line([Span("  ", style), Span(status, theme.style(.muted))]))
      addGap()
      add(portal)
    } else {
      addGap()
    }
    add("Interface", report.interface.map { "\($0.name), \($0.kind.words)" } ?? "none")
    if !report.probes.isEmpty || !report.refusedURLs.isEmpty { addScore(of: report) }
    add(history)
    add(report.probes)
    for url in report.refusedURLs {
      add(Line([Span("⊘ " + url, theme.style(.muted))]))
      add(Line([Span("  not requested: only https is allowed", theme.style(.muted))]))
    }
  }

  private mutating func add(_ portal: CaptivePortal) {
    add("Portal", portal.title.map { "\"\($0)\"" } ?? portal.host, role: .warning)
    add("", portal.sign.words, role: .muted)
  }

  private mutating func addScore(of report: ConnectivityReport) {
    let score = "\(report.successes) of \(report.probes.count), \(Self.percent(report.score))"
    let required = Span("required \(Self.percent(report.threshold))", theme.style(.muted))
    let found = Span(score, theme.style(report.isConnected ? .text : .failure))
    let gap = Span("   ", theme.style(.text))
    let isRoomy = Line([found, gap, required]).width <= valueWidth
    add("Score", isRoomy ? [[found, gap, required]] : [[found], [required]])
    add("Took", report.duration.spentWords)
  }

  private static func percent(_ share: ConnectivityPercentage) -> String {
    Number.text((share.value * 10).rounded() / 10) + " %"
  }

  private mutating func add(_ history: ConnectivityHistory) {
    guard history.rounds.count > 1 else { return }
    let good = theme.style(.gauge1)
    let bad = theme.style(.failure)
    let signs = history.signs(limit: min(valueWidth, 30))
    add("Last checks", [signs.map { Span($0.sign, $0.isConnected ? good : bad) }])
    let times = history.rounds.suffix(signs.count).filter(\.isConnected).map(\.duration)
    guard let shortest = times.min(), let longest = times.max() else { return }
    let words = [shortest.spentWords, longest.spentWords]
    add("", words[0] == words[1] ? words[0] : words.joined(separator: " to "), role: .muted)
  }
}

/// The sign, words and role that present the result of a check.
struct ConnectivityLook: Hashable, Sendable {
  /// A sign that says the same as the colour.
  let sign: String
  /// The result in words.
  let words: String
  /// The result in a word or two.
  let shortWords: String
  /// What the pane adds to the words; empty if nothing.
  private(set) var remark = ""
  /// How good or bad the result is.
  let role: Role

  /// Presents a result.
  ///
  /// - Parameters:
  ///   - report: The result.
  ///   - poll: How the source is polled; a source that responds shows that there is a network,
  ///     whatever the probes found.
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
  /// The status in a word or two.
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

extension ConnectivityInterface {
  fileprivate var words: String {
    switch self {
    case .cellular: "Cellular"
    case .ethernet: "Ethernet"
    case .loopback: "this machine itself"
    case .other: "of another kind"
    case .wifi: "Wi-Fi"
    }
  }
}

extension CaptivePortal.Sign {
  fileprivate var words: String {
    switch self {
    case .redirect: "redirected to another host"
    case .unexpectedBody: "a login page in place of the expected text"
    case .authenticationRequired: "login required, by status 511"
    }
  }
}
