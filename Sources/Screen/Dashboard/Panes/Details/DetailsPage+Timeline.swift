import FeatureFlags
import Frame
import Workbench

import struct FoundationEssentials.Date

extension DetailsPage {
  /// Adds the states of a feature in the last hour, day or week: a band with labels for times, a legend,
  /// and the last periods with their causes.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - log: The recorded changes.
  ///   - range: The time range of the band. `nil` selects the last day, and adds nothing if the state
  ///     has not changed in it.
  ///   - user: The user for whom the feature is evaluated.
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date.
  mutating func addTimeline(
    of feature: Feature,
    _ log: TimelineLog,
    _ range: TimelineRange?,
    for user: EvaluationContext,
    _ clock: WallClock,
    now: Date
  ) {
    let (isChosen, range) = (range != nil, range ?? .day)
    let axis = range.axis(columns: bandWidth, now: now, clock)
    let timeline = log.timeline(of: feature, for: user, from: axis.start, to: max(now, axis.start))
    guard isChosen || timeline.hasChanges else { return }
    addGap()
    variations = feature.testVariations
    if isPlain {
      add(range.title, timeline.summary)
    } else {
      let cells = axis.cells(of: timeline)
      add(range.title, bandLines(cells))
      add("", axisText(range.labels(of: axis, clock), columns: axis.count), role: .muted)
      add("", legend(of: cells))
    }
    addPeriods(of: timeline, clock, now: now)
  }

  /// The maximum width of the band in cells.
  var bandWidth: Int { min(valueWidth, 72) }

  /// Adds the band of a timeline for a command, with the times of its start and its end.
  mutating func addBand(of timeline: Timeline, _ feature: Feature, _ clock: WallClock) {
    let count = min(valueWidth, 60)
    let cell = timeline.end.timeIntervalSince(timeline.start) / Double(count)
    let axis = TimelineAxis(end: timeline.end, cell: cell, count: count)
    let start = clock.text(of: timeline.start, now: timeline.end)
    let end = clock.text(of: timeline.end, now: timeline.end)
    let gap = String(repeating: " ", count: max(count - start.count - end.count - 2, 1))
    variations = feature.testVariations
    let cells = axis.cells(of: timeline)
    add("States", bandLines(cells))
    add("", "│" + start + gap + end + "│", role: .muted)
    add("", legend(of: cells))
    add("Sums", timeline.summary)
  }

  /// The maximum number of periods below the band.
  private static let periodLimit = 4

  private mutating func addPeriods(of timeline: Timeline, _ clock: WallClock, now: Date) {
    let known = timeline.visiblePeriods
    if known.isEmpty { add("", "nothing is recorded yet", role: .muted) }
    for period in known.suffix(Self.periodLimit).reversed() {
      let isLast = period.end == timeline.end
      let isFirst = period.start == timeline.start
      let start = isFirst ? "" : clock.text(of: period.start, now: now)
      let end = isLast ? "" : clock.text(of: period.end, now: now)
      let span: String =
        switch (isFirst, isLast) {
        case (true, true): "all the time"
        case (true, false): "until \(end)"
        case (false, true): "since \(start)"
        case (false, false): "\(start) to \(end)"
        }
      let symbol = period.override == nil ? "" : " ◆"
      let text = span + "  " + (period.state?.text ?? "") + symbol
      add("", text, role: period.override == nil ? .text : .overridden)
      if let cause = period.cause?.text, !cause.isEmpty { add("", cause, role: .muted) }
    }
    let rest = known.count - Self.periodLimit
    if rest > 0 { add("", "and \(Number.count(rest, "earlier period"))", role: .muted) }
  }
}

// MARK: Band

extension DetailsPage {
  /// The band, and below it the symbols of overrides and of changes of the source, if there are any.
  private func bandLines(_ cells: [TimelineCell]) -> [[Span]] {
    var lines = [band(cells)]
    if cells.contains(where: \.isOverridden) {
      lines.append([symbols(cells, "◆", .overridden, \.isOverridden)])
    }
    if cells.contains(where: \.isSourceChanged) {
      lines.append([symbols(cells, "↻", .information, \.isSourceChanged)])
    }
    return lines
  }

  private func symbols(
    _ cells: [TimelineCell],
    _ symbol: String,
    _ role: Role,
    _ isShown: (TimelineCell) -> Bool
  ) -> Span {
    Span(cells.map { isShown($0) ? symbol : " " }.joined(), theme.style(role))
  }

  /// The cells of the band; each run of cells with one variation begins with the number of the variation.
  private func band(_ cells: [TimelineCell]) -> [Span] {
    var spans: [Span] = []
    var index = 0
    while index < cells.count {
      let look = BandLook(cells[index].state, variations)
      var end = index + 1
      while end < cells.count, BandLook(cells[end].state, variations) == look { end += 1 }
      spans += self.spans(look, count: end - index)
      index = end
    }
    return spans
  }

  private func spans(_ look: BandLook, count: Int) -> [Span] {
    let blocks = String(repeating: look.symbol, count: count)
    guard case .variation(let index) = look else { return [Span(blocks, style(of: look))] }
    let style = theme.style(Gauge.role(index))
    var reversed = style
    reversed.attributes.formUnion([.reversed, .bold])
    let number = String(Gauge.number(index).suffix(count))
    return [Span(number, reversed), Span(String(blocks.dropFirst(number.count)), style)]
  }

  private func style(of look: BandLook) -> Style {
    switch look {
    case .on, .off:
      // Drops the background, which is meant for whole rows of the list.
      Style(
        foreground: theme.style(look == .on ? .enabled : .disabled).foreground,
        background: theme.style(.text).background,
        attributes: []
      )
    case .variation(let index): theme.style(Gauge.role(index))
    case .absent, .unknown: theme.style(.muted)
    }
  }

  /// The legend of the symbols and of the numbers of variations that the band contains.
  private func legend(of cells: [TimelineCell]) -> [[Span]] {
    let looks = Set(cells.map { BandLook($0.state, variations) })
    var parts: [(symbol: Span, word: String)] = []
    for look in [BandLook.on, .off, .absent, .unknown] where looks.contains(look) {
      parts.append((Span(look.symbol, style(of: look)), look.word))
    }
    for (index, variation) in variations.enumerated() where looks.contains(.variation(index)) {
      let style = theme.style([.title, Gauge.role(index)])
      parts.append(
        (Span(Gauge.number(index), style), DisplayText(variation.text, fittedTo: 20).text)
      )
    }
    if cells.contains(where: \.isOverridden) {
      parts.append((Span("◆", theme.style(.overridden)), "override"))
    }
    if cells.contains(where: \.isSourceChanged) {
      parts.append((Span("↻", theme.style(.information)), "source changed"))
    }
    return wrapped(parts)
  }

  private func wrapped(_ parts: [(symbol: Span, word: String)]) -> [[Span]] {
    var lines: [[Span]] = [[]]
    for part in parts {
      let spans = [part.symbol, Span(" " + part.word, theme.style(.muted))]
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = spans
      } else if Line(last).width + 2 + Line(spans).width <= valueWidth {
        lines[lines.count - 1] += [Span("  ", theme.style(.muted))] + spans
      } else {
        lines.append(spans)
      }
    }
    return lines
  }

  private func axisText(_ labels: [(cell: Int, text: String)], columns: Int) -> String {
    var text = ""
    for label in labels {
      text += String(repeating: " ", count: max(label.cell - text.count, 0)) + "│" + label.text
    }
    return text
  }
}

/// The look of a cell of a band; each look has its own symbol or number, so that no colours are needed.
private enum BandLook: Hashable {
  case on
  case off
  /// The variation with the index.
  case variation(Int)
  /// The source does not have the feature.
  case absent
  case unknown

  init(_ state: TimelineState?, _ variations: [TestVariation]) {
    let index = state?.variation.flatMap { name in variations.firstIndex { $0.rawValue == name } }
    self =
      switch state {
      case nil: .unknown
      case .absent?: .absent
      case let state?: index.map { .variation($0) } ?? (state.isOn ? .on : .off)
      }
  }

  var symbol: String {
    switch self {
    case .on, .variation: "█"
    case .off: "░"
    case .absent: "×"
    case .unknown: "·"
    }
  }

  var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .variation: "variation"
    case .absent: "not in the source"
    case .unknown: "unknown"
    }
  }
}
