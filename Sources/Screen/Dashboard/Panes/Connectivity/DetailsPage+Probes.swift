import Connectivity
import Frame

extension DetailsPage {
  /// Adds the probed URLs, each with its result, the duration of each step, and its last response times.
  mutating func add(
    _ probes: [ConnectivityProbe],
    _ history: ConnectivityHistory,
    isPlain: Bool
  ) {
    let longest = probes.compactMap(\.requestDuration).max() ?? .zero
    for probe in probes {
      addGap()
      addHeading(of: probe)
      if case .failed(let failure) = probe.outcome { add(failure) }
      if probe.requestDuration != nil, longest > .zero { addSteps(of: probe, longest: longest) }
      addSparkline(of: probe.url, history, isPlain: isPlain)
    }
  }

  /// Adds the symbol, the URL, the status and the duration of a probe; truncates a long URL in the
  /// middle.
  private mutating func addHeading(of probe: ConnectivityProbe) {
    let (symbol, role): (String, Role) =
      switch probe.outcome {
      case .succeeded: ("✓", .success)
      case .failed(.captivePortal): ("▲", .warning)
      case .failed(.noResponse), .failed(.unexpectedStatus), .failed(.unexpectedBody):
        ("✗", .failure)
      case .notNeeded: ("·", .muted)
      }
    let isNeeded = probe.outcome != .notNeeded
    let status = isNeeded ? probe.status.map { "  \($0)" } ?? "" : ""
    let time = "  " + (isNeeded ? probe.duration.elapsedText : "not needed")
    // Drops the scheme that nearly all URLs have, to leave more columns for the rest.
    let url = probe.url.hasPrefix("https://") ? String(probe.url.dropFirst(8)) : probe.url
    let room = max(columns - 2 - status.count - time.count, 4)
    let shownURL = DisplayText(url, fittedTo: room).padded(to: room)
    add(
      Line([
        Span(symbol + " ", theme.style(role)),
        Span(shownURL, theme.style(isNeeded ? .text : .muted)),
        Span(status, theme.style(role)), Span(time, theme.style(.muted)),
      ])
    )
  }

  private mutating func add(_ failure: ConnectivityProbe.Failure) {
    var role = Role.failure
    if case .captivePortal = failure { role = .warning }
    let text = DisplayText(line: failure.description)
    for line in text.wrapped(to: max(columns - 2, 8)) {
      add(Line([Span("  ", theme.style(.text)), Span(line, theme.style(role))]))
    }
  }

  /// Adds a bar with a segment for each step, and the legend of the bar.
  private mutating func addSteps(of probe: ConnectivityProbe, longest: Duration) {
    let steps = TimingStep.steps(of: probe)
    let width = max(columns - 2, 8)
    var bar = [Span("  ", theme.style(.text))]
    var time = Duration.zero
    var used = 0
    for step in steps {
      time += step.time
      let end = min(Int((time / longest * Double(width)).rounded()), width)
      guard end > used else { continue }
      let piece = String(repeating: step.symbol, count: end - used)
      bar.append(Span(piece, theme.style(step.role)))
      used = end
    }
    add(Line(bar))
    addKey(of: steps, width: width)
  }

  private mutating func addKey(of steps: [TimingStep], width: Int) {
    var line = [Span("  ", theme.style(.text))]
    var used = 0
    for step in steps {
      let words = "\(step.label) \(step.time.elapsedText)"
      let needed = words.count + 2
      if used > 0, used + 2 + needed > width {
        add(Line(line))
        line = [Span("  ", theme.style(.text))]
        used = 0
      }
      if used > 0 { line.append(Span("  ", theme.style(.text))) }
      line.append(Span(step.symbol + " ", theme.style(step.role)))
      line.append(Span(words, theme.style(.muted)))
      used += (used > 0 ? 2 : 0) + needed
    }
    if used > 0 { add(Line(line)) }
  }
}

/// One step of a request, as a segment of a bar with its own symbol and colour.
private struct TimingStep {
  let label: String
  let symbol: String
  let role: Role
  let time: Duration

  /// The steps that took at least a millisecond, in the order of the request.
  static func steps(of probe: ConnectivityProbe) -> [TimingStep] {
    ProbeStep.allCases.map { TimingStep($0, probe.duration(of: $0)) }
      .filter { $0.time >= .milliseconds(1) }
  }

  private init(_ step: ProbeStep, _ time: Duration) {
    self.time = time
    (label, symbol, role) =
      switch step {
      case .nameLookup: ("look-up", "▂", .gauge1)
      case .connect: ("connect", "▃", .gauge2)
      case .tls: ("TLS", "▅", .gauge3)
      case .firstByte: ("first byte", "▆", .gauge4)
      case .rest: ("rest", "▁", .muted)
      }
  }
}
