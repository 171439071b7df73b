import Frame

/// The dialog that filters the activity log by kind and author.
struct ActivityFilterDialog: Dialog {
  private var filter: ActivityFilter
  private let choices: [Choice]
  private var list = ChoiceList()

  /// One criterion, with the number of entries that meet the criterion.
  private struct Choice: Hashable {
    let kind: Kind
    let title: String
    let count: Int
  }

  private enum Kind: Hashable {
    case kind(ActivityEntry.Kind)
    case author(String)
  }

  /// Creates the dialog for the entries of a log.
  init(_ log: ActivityLog) {
    filter = log.filter
    choices =
      log.kindCounts.map { Choice(kind: .kind($0.kind), title: $0.kind.title, count: $0.count) }
      + log.authorCounts.map { Choice(kind: .author($0.author), title: $0.author, count: $0.count) }
  }

  private var titles: [String] { choices.map(\.title) }

  var keyOfNumber: Key? { .character(" ") }

  var hints: [Hint] {
    if list.isTyping { return ChoiceFilter.hints }
    return [
      Hint("space", "switch"), Hint("c", "clear"), ChoiceFilter.hint, Hint("enter", "done"),
      Hint("esc", "close"),
    ]
  }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  private enum Command { case close, clear, toggle }

  private static let commands: [Key: Command] = [
    .escape: .close, .enter: .close, .character("q"): .close, .character("f"): .close,
    .character("c"): .clear, .character(" "): .toggle,
  ]

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if list.type(key, titles) { return .stay }
    switch list.isTyping && key == .enter ? .toggle : Self.commands[key] {
    case .close: return .close
    case .clear: filter = ActivityFilter()
    case .toggle:
      guard let selected = list.selected(titles) else { return .stay }
      toggle(choices[selected].kind)
      list.endTyping(titles)
    case nil:
      _ = list.move(key, titles, screen: screen)
      return .stay
    }
    return .filterActivity(filter)
  }

  private mutating func toggle(_ kind: Kind) {
    switch kind {
    case .kind(let kind): filter.kinds.formSymmetricDifference([kind])
    case .author(let author): filter.authors.formSymmetricDifference([author])
    }
  }

  private func isOn(_ kind: Kind) -> Bool {
    switch kind {
    case .kind(let kind): filter.kinds.contains(kind)
    case .author(let author): filter.authors.contains(author)
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = min(44, canvas.frame.size.columns - 4)
    let lines = choices.map { line($0, columns: columns - 4, theme: theme) }
    list.draw("Show only", lines, titles: titles, columns: columns, on: &canvas, theme: theme)
  }

  private func line(_ choice: Choice, columns: Int, theme: Theme) -> Line {
    let muted = theme.style([.dialog, .muted])
    let isOn = isOn(choice.kind)
    let kind =
      switch choice.kind {
      case .kind: "kind  "
      case .author: "author"
      }
    let count = String(choice.count).leftPadded(to: 6)
    let room = max(columns - 4 - kind.count - 2 - count.count, 4)
    return Line([
      Span(isOn ? "[x] " : "[ ] ", theme.style([.dialog, isOn ? .key : .muted])),
      Span(
        DisplayText(line: choice.title).padded(to: room),
        theme.style(isOn ? [.dialog, .title] : [.dialog])
      ),
      Span("  " + kind + count, muted),
    ])
  }
}
