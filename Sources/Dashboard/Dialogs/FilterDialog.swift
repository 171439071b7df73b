import FeatureFlags
import Frame

/// The dialog that filters the feature list by type, section, override, change and evaluations.
struct FilterDialog: Dialog {
  private var filter: FeatureFilter
  private var choices: [Choice] {
    didSet { titles = choices.map(\.title) }
  }
  /// The titles of the choices, by which the list is narrowed.
  private var titles: [String]
  /// The requests of clients when the dialog was opened; `nil` without a server.
  private let requests: ClientRequests?
  /// The changed features when the dialog was opened.
  private let changed: Set<Feature.Name>
  private var list = ChoiceList()

  /// One filter criterion, with the number of features that meet the criterion.
  private struct Choice: Hashable {
    let kind: Kind
    let title: String
    let count: Int
  }

  private enum Kind: Hashable {
    case overridden
    case changed
    case unasked
    case type(FeatureType)
    case section(String)
  }

  init(
    _ filter: FeatureFilter,
    _ list: FeatureList,
    _ requests: ClientRequests?,
    changed: Set<Feature.Name> = []
  ) {
    self.filter = filter
    self.requests = requests
    self.changed = changed
    choices = Self.choices(for: list, requests, changed)
    titles = choices.map(\.title)
  }

  var keyOfNumber: Key? { .character(" ") }
  var keyOfClick: Key? { .character(" ") }

  var hints: [Hint] {
    if list.isTyping {
      return [Hint("type", "to find"), Hint("↑ ↓", "move"), Hint("enter", "switch")]
        + [Hint("esc", "back")]
    }
    return [
      Hint("space", "switch"), Hint("c", "clear"), ChoiceFilter.hint, Hint("enter", "done"),
      Hint("esc", "close"),
    ]
  }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features else { return false }
    choices = Self.choices(for: features, requests, changed)
    list.cursor.settle(count: choices.count, height: choices.count)
    return true
  }

  private enum Command { case close, clear, toggle }

  private static let commands: [Key: Command] = [
    .escape: .close, .enter: .close, .character("q"): .close, .character("f"): .close,
    .character("c"): .clear, .character(" "): .toggle,
  ]

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if list.type(key, titles) { return .stay }
    let command = list.isTyping && key == .enter ? .toggle : Self.commands[key]
    switch command {
    case .close: return .close
    case .clear: filter = FeatureFilter()
    case .toggle:
      guard let selected = list.selected(titles) else { return .stay }
      toggle(choices[selected].kind)
      list.endTyping(titles)
    case nil:
      _ = list.move(key, titles, screen: screen)
      return .stay
    }
    return .filter(filter)
  }

  private mutating func toggle(_ kind: Kind) {
    switch kind {
    case .overridden: filter.isOverriddenOnly.toggle()
    case .changed: filter.changed = filter.changed == nil ? changed : nil
    case .unasked: filter.isUnaskedOnly.toggle()
    case .type(let type): filter.types.formSymmetricDifference([type])
    case .section(let title): filter.sections.formSymmetricDifference([title])
    }
  }

  private func isOn(_ kind: Kind) -> Bool {
    switch kind {
    case .overridden: filter.isOverriddenOnly
    case .changed: filter.changed != nil
    case .unasked: filter.isUnaskedOnly
    case .type(let type): filter.types.contains(type)
    case .section(let title): filter.sections.contains(title)
    }
  }

  private static func choices(
    for list: FeatureList,
    _ requests: ClientRequests?,
    _ changed: Set<Feature.Name>
  ) -> [Choice] {
    var counts: [FeatureType: Int] = [:]
    for feature in list.features where !feature.isRemoved {
      counts[feature.type, default: 0] += 1
    }
    let types = (FeatureType.all + [.deprecated]).compactMap { type in
      counts[type].map { Choice(kind: .type(type), title: type.shortName, count: $0) }
    }
    let sections = list.sections.map {
      Choice(kind: .section($0.title), title: $0.title, count: $0.positions.count)
    }
    let overridden = Choice(kind: .overridden, title: "Overridden", count: list.overriddenCount)
    let unasked = requests.map { requests in
      let count = list.features.count { $0.isUnasked(requests) }
      return Choice(kind: .unasked, title: "Never evaluated", count: count)
    }
    let count = changed.count { list.position(of: $0) != nil }
    let changes = changed.isEmpty ? [] : [Choice(kind: .changed, title: "Changed", count: count)]
    return types + sections + [overridden] + changes + (unasked.map { [$0] } ?? [])
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = canvas.frame.size.dialogColumns(48)
    let lines = choices.map { line($0, columns: columns - 4, theme: theme) }
    list.draw("Show only", lines, titles: titles, columns: columns, on: &canvas, theme: theme)
  }

  private func line(_ choice: Choice, columns: Int, theme: Theme) -> Line {
    let muted = theme.style([.dialog, .muted])
    let isOn = isOn(choice.kind)
    let kind =
      switch choice.kind {
      case .overridden: "state  "
      case .changed: "source "
      case .unasked: "clients"
      case .type: "type   "
      case .section: "section"
      }
    let count = String(choice.count).leftPadded(to: 6)
    let room = max(columns - 4 - kind.count - 2 - count.count, 4)
    let title = DisplayText(line: choice.title).padded(to: room)
    return Line([
      Span(isOn ? "[x] " : "[ ] ", theme.style([.dialog, isOn ? .key : .muted])),
      Span(title, theme.style(isOn ? [.dialog, .title] : [.dialog])),
      Span("  " + kind, muted),
      Span(count, muted),
    ])
  }
}
