import Connectivity

extension DashboardState {
  /// Draws the way to the Internet, and the source at the end of it.
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
      page.add(connectivity, history: history)
    } else {
      page.add(Line("Not checked yet.", theme.style(.text)))
      page.add(Line("r asks whether the Internet is reached.", theme.style(.muted)))
    }
    if let poll { page.add(poll, source: context.source, origin: origin, now: now) }
    return page.lines
  }
}

extension DetailsPage {
  /// Adds what a check found.
  fileprivate mutating func add(_ report: ConnectivityReport, history: ConnectivityHistory) {
    let look = ConnectivityLook(report)
    let style = theme.style(look.role)
    for (number, text) in DisplayText(look.words).wrapped(to: max(columns - 2, 8)).enumerated() {
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
      add(Line([Span("  not asked: only https is allowed", theme.style(.muted))]))
    }
  }

  private mutating func add(_ portal: CaptivePortal) {
    add("Portal", portal.title.map { "\"\($0)\"" } ?? portal.host, role: .warning)
    add("", portal.sign.words, role: .muted)
  }

  private mutating func addScore(of report: ConnectivityReport) {
    let score = "\(report.successes) of \(report.probes.count), \(Self.percent(report.score))"
    let wanted = Span("wanted \(Self.percent(report.threshold))", theme.style(.muted))
    let found = Span(score, theme.style(report.isConnected ? .text : .failure))
    let gap = Span("   ", theme.style(.text))
    let isRoomy = Line([found, gap, wanted]).width <= valueWidth
    add("Score", isRoomy ? [[found, gap, wanted]] : [[found], [wanted]])
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

/// How the result of a check is told apart.
struct ConnectivityLook: Hashable, Sendable {
  /// A sign that says the same as the colour.
  let sign: String
  /// The result in words.
  let words: String
  /// The result in a word or two.
  let shortWords: String
  /// Good or bad news.
  let role: Role

  init(_ report: ConnectivityReport) {
    if let portal = report.captivePortal {
      sign = "▲"
      words = "Captive portal at \(portal.host)"
      shortWords = "portal"
      role = .warning
      return
    }
    words = report.status.description
    switch report.status {
    case .determining: (sign, role) = ("◌", .muted)
    case .notConnected: (sign, role) = ("✗", .failure)
    case let status: (sign, role) = status.isConnected ? ("●", .success) : ("✗", .failure)
    }
    shortWords =
      switch report.status {
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
    case .redirect: "it led to another host"
    case .unexpectedBody: "it gave another answer than expected"
    case .authenticationRequired: "it asked to log in first, by status 511"
    }
  }
}
