import Frame

extension DashboardState {
  /// Draws the header: the source, its last response, the next poll, and the counts.
  func drawHeader(on canvas: inout Canvas, in area: Area, now: Duration) {
    canvas.draw(" Halyard ", column: area.column, row: area.row, style: theme.style(.brand))
    let header = header(columns: area.columns, now: now)
    let areas = header.areas(in: area)
    canvas.draw(header.left.line, in: areas.left, row: area.row)
    canvas.draw(header.right.line, in: areas.right, row: area.row)
  }

  /// Lays out the header for the given width in cells; drops parts until it fits.
  func header(columns: Int, now: Duration) -> Header {
    let steps = Header.Step.allCases
    // Shows at least the start of a file's error message: only polled sources have a badge for
    // failures, which replaces the message.
    let showsReason = content.poll == nil
    var header = Header(self, without: [], now: now)
    guard !header.fits(in: columns) else { return header }
    // Finds the first step after which the header fits by binary search, because laying it out after
    // each step takes as long as drawing the list.
    var (low, high) = (1, steps.count)
    while low < high {
      let middle = (low + high) / 2
      let isFitting = Header(self, without: Set(steps[..<middle]), now: now).fits(in: columns)
      if isFitting { high = middle } else { low = middle + 1 }
    }
    var dropped = Set(steps[..<low])
    header = Header(self, without: dropped, now: now)
    // Restores dropped parts that fit again, because a longer part was dropped after them.
    for step in steps.reversed() where dropped.contains(step) {
      // Keeps the room for the start of an error message, which is more important than the hint about a
      // key.
      if step == .problemKey, showsReason, dropped.contains(.failureText) { continue }
      let fuller = Header(self, without: dropped.subtracting([step]), now: now)
      guard fuller.fits(in: columns) else { continue }
      dropped.remove(step)
      header = fuller
    }
    if showsReason, dropped.contains(.failureText) {
      let reason = HeaderParts(state: self, dropped: dropped, now: now).reason
      if let reason { header.add(reason, gap: theme.style(.text), columns: columns) }
    }
    return header
  }
}

/// The content of the header: parts at the left and at the right edge.
struct Header {
  /// The source, polling and connectivity, aligned to the left.
  private(set) var left: [HeaderPart]
  /// The user and the counts, aligned to the right.
  private(set) var right: [HeaderPart]
  /// Whether the header shows the polling state, which changes with time.
  private(set) var showsPoll = false

  /// The width of the program name in cells, including the gap after it.
  static let indent = 11

  /// A step that drops or shortens one part of the header on a narrow screen, in the order of
  /// application.
  enum Step: CaseIterable {
    /// Shortens the hint about the key that lists the problems.
    case problemKey
    case bytes
    /// Shortens the attributes of the user.
    case attributeText
    /// Shortens the source URL: drops the scheme, the query and all path components but the last.
    case sourceURL
    case connectivityText
    /// Omits the attributes of the user.
    case attributes
    /// Drops the number of clients after the port of the server.
    case serverText
    /// Omits the latency of the connection to the team.
    case teamLatency
    case failureText
    case time
    case originText
    /// Replaces the middle of the shortened source URL with `…`.
    case sourceMiddle
    case backOffText
    case factText
    case gauge
    case server
    case team
    case status
    case pollText
    case loadingTime
    case gaps
    /// Shortens the source name to 12 cells.
    case sourceText
    /// Shortens the name of the user to 12 cells.
    case userText
    case user
    case connectivity
    /// Omits the key that lists the problems while there are errors.
    case errorKey
    case facts
    case poll
    case badgeText
  }

  init(_ state: DashboardState, without dropped: Set<Step>, now: Duration) {
    let parts = HeaderParts(state: state, dropped: dropped, now: now)
    let text = state.theme.style(.text)
    let poll = dropped.contains(.poll) ? [] : parts.poll
    showsPoll = !poll.isEmpty
    let connectivity = dropped.contains(.connectivity) ? [] : parts.connectivity
    let server = dropped.contains(.server) ? [] : parts.server
    let team = dropped.contains(.team) ? [] : parts.team
    let groups = [
      HeaderPart(parts.source, opens: .activity), HeaderPart(parts.response, opens: .activity),
      HeaderPart(poll, opens: .activity), HeaderPart(connectivity, opens: .connectivity),
      HeaderPart(server, opens: .clients), HeaderPart(team, target: .members),
    ]
    let gap = Span(dropped.contains(.gaps) ? "  " : "   ", text)
    left = groups.filter { !$0.spans.isEmpty }.joined(by: gap)
    right = dropped.contains(.facts) ? [] : parts.facts
  }

  /// Adds a text to the left part, truncated to the free width; adds nothing if there is no room.
  fileprivate mutating func add(_ piece: Span, gap: Style, columns: Int) {
    let taken = right.width == 0 ? 0 : right.width + 2
    let room = columns - Self.indent - left.width - 1 - taken - 3
    guard room >= 12 else { return }
    left.append(HeaderPart([Span("   ", gap)], target: nil))
    left.append(HeaderPart([Span(piece.text.truncated(to: room), piece.style)], opens: .activity))
  }

  /// Whether the header fits into the given width without truncation.
  func fits(in columns: Int) -> Bool {
    let room = columns - Self.indent - left.width - 1
    return right.width == 0 ? room >= 0 : room >= right.width + 2
  }
}
