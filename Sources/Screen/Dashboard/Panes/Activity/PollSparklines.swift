import Frame

/// The response times and the sizes of the last polls as two sparklines above the activity log.
struct PollSparklines {
  private let times: Sparkline
  private let sizes: Sparkline
  /// The last polls as text, such as `last 9 polls`.
  private let span: String
  private let hint: String

  /// The number of rows of the sparklines, including the empty row below them.
  static let rows = 3

  private static let labelWidth = 10
  private static let factsWidth = 26
  /// The minimum size of a pane with sparklines, including its border.
  private static let minimum = Size(columns: 52, rows: 14)

  /// Creates the sparklines; `nil` if the pane is too small for them, or if the source is not polled.
  ///
  /// - Parameters:
  ///   - scene: The scene with the last polls.
  ///   - area: The area of the pane, including its border.
  init?(_ scene: Scene, in area: Area) {
    let minimum = Self.minimum
    guard scene.content.poll != nil, area.columns >= minimum.columns, area.rows >= minimum.rows
    else { return nil }
    let width = min(area.columns - 6 - Self.labelWidth - Self.factsWidth, 30)
    let polls = scene.content.polls.polls.suffix(width)
    times = Sparkline(polls.map(\.timeColumn), width: width)
    sizes = Sparkline(polls.map(\.sizeColumn), width: width)
    span = "last " + Number.count(polls.count, "poll")
    hint = "no poll yet: \(scene.keymap.text(of: .live(.refresh))) polls now"
  }

  /// The sparklines with their labels, one line for each.
  func lines(_ theme: Theme) -> [Line] {
    let facts = times.isEmpty ? hint : times.facts(hasMedian: true, Self.time)
    return [
      line("Response", times, facts, theme),
      line("Size", sizes, sizes.label("newest on the right", hint: "", Self.size), theme),
    ]
  }

  private func line(_ label: String, _ line: Sparkline, _ facts: String, _ theme: Theme) -> Line {
    let muted = theme.style(.muted)
    return Line(
      [Span(DisplayText(label).padded(to: Self.labelWidth), muted)] + line.spans(theme)
        + [Span("  " + facts, muted)]
    )
  }

  /// The data of the sparklines as sentences for plain mode.
  var sentences: [String] {
    guard !times.isEmpty else { return ["Response times: \(hint)."] }
    return [
      "Response times: \(times.phrase(span, hint: hint, hasMedian: true, Self.time)).",
      "Sizes of responses: \(sizes.phrase(span, hint: "none", Self.size)).",
    ]
  }

  private static func time(_ milliseconds: Double) -> String {
    Duration.milliseconds(milliseconds).elapsedText
  }

  private static func size(_ bytes: Double) -> String { Number.bytes(Int(bytes)) }
}

extension PollHistory.Poll {
  fileprivate var timeColumn: Sparkline.Column {
    hasFailed ? .mark(.failure) : .value(duration / .milliseconds(1))
  }

  fileprivate var sizeColumn: Sparkline.Column {
    hasFailed ? .mark(.failure) : bytes.map { .value(Double($0)) } ?? .gap
  }
}
