import Connectivity
import Frame

extension DetailsPage {
  /// Adds the URLs that a check would request, so that the user knows the hosts before they are
  /// contacted.
  mutating func addURLs(_ urls: [String], key: String, isPlain: Bool) {
    add(Line("No checks yet.", theme.style(.text)))
    addGap()
    addAxis(key: key, isPlain: isPlain)
    guard !urls.isEmpty else { return }
    addGap()
    add(Line("\(key) requests:", theme.style(.muted)))
    for url in urls {
      let text = DisplayText(line: url)
      for line in text.wrapped(to: max(columns - 2, 8)) {
        add(Line([Span("  ", theme.style(.text)), Span(line, theme.style(.text))]))
      }
    }
  }

  /// Adds the report of a connectivity check.
  mutating func add(
    _ report: ConnectivityReport,
    history: ConnectivityHistory,
    poll: PollStatus?,
    isPlain: Bool
  ) {
    let label = ConnectivityLabel(report, poll: poll)
    let style = theme.style(label.role)
    let words = DisplayText(label.text + label.remark)
    for (number, text) in words.wrapped(to: max(columns - 2, 8)).enumerated() {
      add(Line([Span(number == 0 ? label.symbol + " " : "  ", style), Span(text, style)]))
    }
    if let portal = report.captivePortal {
      let status = DisplayText(report.status.description)
      add(Line([Span("  ", style), Span(status, theme.style(.muted))]))
      addGap()
      add(portal)
    } else {
      addGap()
    }
    add("Interface", report.interface.map { "\($0.name), \($0.kind.text)" } ?? "none")
    if !report.probes.isEmpty || !report.refusedURLs.isEmpty { addScore(of: report) }
    add(history, isPlain: isPlain)
    add(report.probes, history, isPlain: isPlain)
    for url in report.refusedURLs {
      let text = DisplayText(url, fittedTo: columns - 2)
      add(Line([Span("⊘ ", theme.style(.muted)), Span(text, theme.style(.muted))]))
      add(Line([Span("  not requested: only https is allowed", theme.style(.muted))]))
    }
  }

  private mutating func add(_ portal: CaptivePortal) {
    add("Portal", portal.title.map { "\"\($0)\"" } ?? portal.host, role: .warning)
    add("", portal.sign.text, role: .muted)
  }

  private mutating func addScore(of report: ConnectivityReport) {
    let score = "\(report.successes) of \(report.probes.count) probes passed"
    let needed = Span("(\(Self.percent(report.threshold)) needed)", theme.style(.muted))
    let found = Span(score, theme.style(report.isConnected ? .text : .failure))
    let gap = Span(" ", theme.style(.text))
    let isRoomy = Line([found, gap, needed]).width <= valueWidth
    add("Result", isRoomy ? [[found, gap, needed]] : [[found], [needed]])
    add("Took", report.duration.elapsedText)
  }

  private static func percent(_ share: ConnectivityPercentage) -> String {
    Number.percent((share.value * 10).rounded() / 10)
  }
}

extension ConnectivityInterface {
  fileprivate var text: String {
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
  fileprivate var text: String {
    switch self {
    case .redirect: "redirected to another page"
    case .unexpectedBody: "a login page in place of the expected text"
    case .authenticationRequired: "login required, by status 511"
    }
  }
}
