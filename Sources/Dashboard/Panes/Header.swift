extension DashboardState {
  /// Draws the line that says what is open, where it is from, and what is special about it.
  func drawHeader(on canvas: inout Canvas, in area: Area, now: Duration) {
    canvas.draw(" Halyard ", column: area.column, row: area.row, style: theme.style(.brand))
    let header = header(columns: area.columns, now: now)
    let end = area.endColumn - (header.right.width > 0 ? header.right.width + 1 : 0)
    let left = Area(
      column: area.column + Header.indent,
      row: area.row,
      columns: end - area.column - Header.indent - 1,
      rows: 1
    )
    canvas.draw(header.left, in: left, row: area.row)
    let right = Area(column: end, row: area.row, columns: area.endColumn - end, rows: 1)
    canvas.draw(header.right, in: right, row: area.row)
  }

  /// What the header says in so many columns.
  func header(columns: Int, now: Duration) -> Header {
    // What fits beside the features on a narrow screen are the facts about their source.
    let steps =
      columns < 60 ? [.facts] + Header.Step.allCases.filter { $0 != .facts } : Header.Step.allCases
    var dropped: Set<Header.Step> = []
    var header = Header(self, without: dropped, now: now)
    for step in steps {
      guard !header.fits(in: columns) else { break }
      dropped.insert(step)
      header = Header(self, without: dropped, now: now)
    }
    // What was given up before a longer piece may have room again.
    for step in steps.reversed() where dropped.contains(step) {
      let fuller = Header(self, without: dropped.subtracting([step]), now: now)
      guard fuller.fits(in: columns) else { continue }
      dropped.remove(step)
      header = fuller
    }
    // A server that fails has a badge; of a file that cannot be read, part of the reason is shown.
    if poll == nil, dropped.contains(.failureWords) {
      let reason = HeaderParts(state: self, dropped: dropped, now: now).reason
      if let reason { header.add(reason, gap: theme.style(.text), columns: columns) }
    }
    return header
  }
}

/// What the header says.
struct Header {
  /// What is open and how the way to it is, from the left edge.
  private(set) var left = Line()
  /// What is special, the most important last, since that is where the eye goes.
  private(set) var right = Line()
  /// Whether it says how polling goes.
  private(set) var showsPoll = false

  /// The columns for the name of the program.
  static let indent = 11

  /// What is given up where there is little room, in this order.
  enum Step: CaseIterable {
    case problemKey
    case bytes
    case connectivityWords
    case failureWords
    case time
    case factWords
    case gauge
    case user
    case status
    case facts
    case gaps
    case sourceWords
    case connectivity
    case poll
    case badgeWords
  }

  init(_ state: DashboardState, without dropped: Set<Step>, now: Duration) {
    let parts = HeaderParts(state: state, dropped: dropped, now: now)
    let text = state.theme.style(.text)
    let poll = dropped.contains(.poll) ? [] : parts.poll
    showsPoll = !poll.isEmpty
    let connectivity = dropped.contains(.connectivity) ? [] : parts.connectivity
    let groups = [parts.source, parts.answer, poll, connectivity].filter { !$0.isEmpty }
    let gap = Span(dropped.contains(.gaps) ? "  " : "   ", text)
    left = Line(Array(groups.joined(separator: [gap])))
    right = Line(dropped.contains(.facts) ? [] : parts.facts)
  }

  /// Adds a piece on the left, truncated to the room that is left; none where that is too little.
  fileprivate mutating func add(_ piece: Span, gap: Style, columns: Int) {
    let taken = right.width == 0 ? 0 : right.width + 2
    let room = columns - Self.indent - left.width - 1 - taken - 3
    guard room >= 12 else { return }
    left.spans += [Span("   ", gap), Span(piece.text.truncated(to: room), piece.style)]
  }

  /// Whether nothing of it is cut off.
  func fits(in columns: Int) -> Bool {
    let room = columns - Self.indent - left.width - 1
    return right.width == 0 ? room >= 0 : room >= right.width + 2
  }
}
