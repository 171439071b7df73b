import Connectivity
import Frame

extension DetailsPage {
  /// The maximum number of columns of a sparkline of checks.
  private static let curveLimit = 30
  /// The width of the text beside the sparkline of a URL, in cells.
  private static let factsWidth = 26

  /// Adds the empty axis that is shown before the first check, with the key that starts a check.
  mutating func addAxis(key: String, isPlain: Bool) {
    if !isPlain {
      let axis = Sparkline([Sparkline.Column](), width: min(valueWidth, Self.curveLimit))
      add("Last checks", [axis.spans(theme)])
    }
    let hint = "\(key) checks now: results and durations appear here"
    add(isPlain ? "Last checks" : "", hint, role: .muted)
  }

  /// Adds the results of the last checks as a band, and their durations as a sparkline.
  mutating func add(_ history: ConnectivityHistory, isPlain: Bool) {
    let width = min(valueWidth, Self.curveLimit)
    let rounds = history.rounds.suffix(width)
    guard let first = rounds.first else { return }
    if !isPlain {
      let band = rounds.map { Span($0.check.result.bandSymbol, theme.style($0.check.result.role)) }
      add("Last checks", [band])
    }
    let connected = rounds.count { $0.check.result == .connected }
    let symbol = isPlain ? "" : "▰ "
    let text = "\(symbol)\(connected) of \(rounds.count) with Internet, since \(first.when.clock)"
    add(isPlain ? "Last checks" : "", text, role: .muted)
    for period in Self.captivePortals(in: rounds) {
      add("", "▲ captive portal " + period, role: .warning)
    }
    let line = Sparkline(rounds.map(\.check.column), width: width)
    guard !isPlain else {
      let span = "last " + Number.count(rounds.count, "check")
      return add("Durations", line.phrase(span, hint: "", hasMedian: true, Self.time))
    }
    add("Durations", [line.spans(theme)])
    let facts = line.facts(hasMedian: true, Self.time)
    if !facts.isEmpty { add("", facts, role: .muted) }
  }

  /// The times of consecutive checks that found a captive portal, such as `10:02:10 to 10:04:10`; at most
  /// the last three periods.
  private static func captivePortals(in rounds: ArraySlice<ConnectivityHistory.Round>) -> [String] {
    let periods = rounds.split { $0.check.result != .captivePortal }
    return periods.suffix(3).compactMap { period in
      guard let first = period.first?.when.clock, let last = period.last?.when.clock else {
        return nil
      }
      return period.count == 1 ? "at " + first : first + " to " + last
    }
  }

  /// Adds the sparkline of the response times of a URL, if at least two of the last checks requested it.
  mutating func addSparkline(of url: String, _ history: ConnectivityHistory, isPlain: Bool) {
    let width = max(min(columns - Self.factsWidth - 4, Self.curveLimit), 8)
    let samples = history.rounds.suffix(width).map { $0.probes[url] }
    guard samples.count(where: { $0 != nil }) > 1 else { return }
    let line = Sparkline(samples.map { $0?.column ?? .gap }, width: width)
    let gap = Span("  ", theme.style(.text))
    guard !isPlain else {
      let span = "last " + Number.count(samples.count, "check")
      let phrase = line.phrase(span, hint: "", hasMedian: true, Self.time)
      return add(Line([gap, Span(phrase, theme.style(.text))]))
    }
    let facts = Span(line.facts(hasMedian: true, Self.time), theme.style(.muted))
    let spans = [gap] + line.spans(theme)
    if Line(spans + [gap, facts]).width <= columns {
      add(Line(spans + [gap, facts]))
    } else {
      add(Line(spans))
      add(Line([gap, facts]))
    }
  }

  private static func time(_ milliseconds: Double) -> String {
    Duration.milliseconds(milliseconds).elapsedText
  }
}

extension ConnectivityHistory.Measurement {
  /// The duration in milliseconds, or the symbol of a failure or a captive portal.
  fileprivate var column: Sparkline.Column {
    switch result {
    case .connected: .value(duration / .milliseconds(1))
    case .captivePortal: .mark(.warning)
    case .failed: .mark(.failure)
    }
  }
}

extension ConnectivityHistory.Result {
  /// The symbol of a check in the band of results.
  fileprivate var bandSymbol: String {
    switch self {
    case .connected: "▰"
    case .captivePortal: "▲"
    case .failed: "✗"
    }
  }

  fileprivate var role: Role {
    switch self {
    case .connected: .success
    case .captivePortal: .warning
    case .failed: .failure
    }
  }
}
