import FeatureFlags
import Frame

extension DashboardState {
  /// Draws the lowest line: the search, or the keys that can be pressed.
  func drawFooter(on canvas: inout Canvas, in area: Area) {
    if log.isTyping, dialog == nil {
      drawLogSearchLine(on: &canvas, in: area)
    } else if search?.isTyping == true, dialog == nil {
      drawSearchLine(on: &canvas, in: area)
    } else {
      drawHints(on: &canvas, in: area)
    }
  }

  /// The largest number of lines of a notice.
  private static let noticeLines = 4

  /// Draws the notice over the footer, and over as many lines above the footer as the text needs.
  ///
  /// A search that is being typed hides the notice. A dialog hides all but failures, which take the
  /// first line of the screen then: the last lines may have the buttons and keys of the dialog.
  func drawNotice(on canvas: inout Canvas, over footer: Area, now: Duration) {
    guard let toast, now < toast.end else { return }
    let notice = toast.notice
    let isTyping = log.isTyping || search?.isTyping == true
    guard dialog == nil ? !isTyping : notice.kind.isBad else { return }
    let limit = dialog == nil ? min(Self.noticeLines, max(size.rows / 2, 1)) : 1
    let lines = Self.lines(of: notice, columns: footer.columns - 3, limit: limit)
    let area = Area(
      column: footer.column,
      row: dialog == nil ? footer.endRow - lines.count : 0,
      columns: footer.columns,
      rows: lines.count
    )
    canvas.fill(area, style: theme.style(.text))
    let style = theme.style(notice.kind.role)
    for (number, text) in lines.enumerated() {
      let sign = number == 0 ? " \(notice.kind.sign) " : "   "
      canvas.draw(Line([Span(sign, style), Span(text, style)]), in: area, row: area.row + number)
    }
  }

  /// The text of a notice, wrapped; the log has the rest of a text that is longer than the limit.
  private static func lines(of notice: Notice, columns: Int, limit: Int) -> [DisplayText] {
    let lines = DisplayText(notice.text, limit: Span.limit).wrapped(to: columns)
    guard lines.count > limit else { return lines }
    let hint = " 3 shows all"
    let rest = lines[(limit - 1)...].map(\.text).joined(separator: " ")
    let last = DisplayText(rest).truncated(to: columns - hint.count).text + hint
    return lines.prefix(limit - 1) + [DisplayText(last)]
  }

  private func drawHints(on canvas: inout Canvas, in area: Area) {
    var room = area.columns - 1
    var column = area.column + 1
    if !marks.isEmpty, dialog == nil {
      let used = canvas.draw(
        "\(marks.count) marked",
        column: column,
        row: area.row,
        limit: room,
        style: theme.style(.marked)
      )
      column += used + 3
      room -= used + 3
    }
    let gap = area.columns < Layout.wideColumns ? 2 : 3
    for hint in Hint.fitting(hints, in: room, gap: gap) {
      let keys = canvas.draw(hint.keys, column: column, row: area.row, style: theme.style(.key))
      canvas.draw(
        hint.word,
        column: column + keys + 1,
        row: area.row,
        style: theme.style(.muted)
      )
      column += hint.width + gap
    }
  }

  /// The keys that matter now, the most important first and the way out last.
  private var hints: [Hint] {
    if let dialog { return dialog.hints }
    let live: [[Action]] = poll == nil ? [] : [[.refresh], [.connectivity], [.activity]]
    let pause: [[Action]] = poll == nil ? [] : [[.pausePolling]]
    let isService = selected?.isEvaluatedByService == true && evaluator?.hasRules == true
    let service: [[Action]] = isService ? [[.user], [.forceRule]] : []
    let edit: [[Action]] = selected?.declaredVariables.isEmpty == false ? [[.edit]] : []
    // What can be taken back matters more than what can be done besides.
    let reset: [[Action]] = [[.reset]]
    let early = selected?.isOverridden == true ? reset : []
    let late = early.isEmpty ? reset : []
    let actions: [[Action]] =
      if focus == .details {
        [[.up, .down], [.act], [.previous, .next]] + early + edit + [[.pick]] + service + late
          + [[.help], [.back]]
      } else if focus == .connectivity {
        [[.up, .down], [.refresh]] + pause + [[.activity], [.help], [.back]]
      } else if focus == .activity {
        [[.up, .down], [.search], [.filter]] + pause + [[.connectivity], [.help], [.back]]
      } else if focus == .problems {
        [[.up, .down], [.details], [.refresh], [.activity], [.help], [.back]]
      } else if selected == nil {
        (filter.isActive ? [[.filter], [.back]] : []) + [[.refresh], [.help], [.quit]]
      } else if search != nil {
        [[.nextMatch, .previousMatch], [.act], [.previous, .next], [.details], [.back], [.help]]
      } else {
        [[.act], [.previous, .next]] + early + edit + service
          + [[.details], [.search], [.filter]] + live + [[.pick]] + late
          + (poll == nil ? [[.refresh]] : [])
          + [[.mark], [.help], [.quit]]
      }
    return actions.compactMap { group in
      let shown = group.filter { !context.isReadOnly || !$0.isChange }
      guard let first = shown.first else { return nil }
      let keys = shown.compactMap { $0.keys.first?.label }.joined(separator: " ")
      return Hint(keys, word(for: first))
    }
  }

  /// What the action does, in a word, in the pane that has the keys.
  private func word(for action: Action) -> String {
    switch action {
    case .refresh where focus == .connectivity: "check now"
    case .pausePolling where poll?.isPaused == true: "go on"
    case .details where focus == .problems: "go to feature"
    case .up where focus == .problems, .down where focus == .problems: "move"
    default: action.hint
    }
  }
}

extension Action {
  /// What the action does, in a word for the footer.
  fileprivate var hint: String {
    switch self {
    case .act: "change"
    case .previous, .next: "cycle"
    case .up, .down: "scroll"
    case .nextMatch, .previousMatch: "matches"
    case .back: "back"
    default: title.lowercased()
    }
  }
}

extension Hint {
  /// The number of cells that the hint takes.
  var width: Int { DisplayText(keys).width + 1 + DisplayText(word).width }

  /// The hints for which there is room; the last two always come first, since they lead on.
  static func fitting(_ hints: [Hint], in columns: Int, gap: Int) -> [Hint] {
    let kept = Array(hints.suffix(2))
    var room = columns - kept.reduce(0) { $0 + $1.width + gap } + gap
    var result: [Hint] = []
    for hint in hints.dropLast(2) {
      guard hint.width + gap <= room else { break }
      room -= hint.width + gap
      result.append(hint)
    }
    return result + kept
  }
}

extension Notice.Kind {
  fileprivate var role: Role {
    switch self {
    case .success: .success
    case .information: .information
    case .warning: .warning
    case .failure: .failure
    }
  }

  /// Whether the user has to see it, whatever else is on the screen.
  fileprivate var isBad: Bool { self == .failure }

  /// A sign that says the same as the colour.
  fileprivate var sign: String {
    switch self {
    case .success: "✓"
    case .information: "•"
    case .warning: "▲"
    case .failure: "✗"
    }
  }
}
