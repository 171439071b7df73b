import FeatureFlags
import Frame

/// The list of what the feature list can be narrowed down to.
struct FilterPane: Dialog {
  private var filter: FeatureFilter
  private var choices: [Choice]
  private var cursor = ListCursor()

  /// One thing to narrow down to, and how many features there are of it.
  private struct Choice: Hashable {
    let kind: Kind
    let title: String
    let count: Int
  }

  private enum Kind: Hashable {
    case overridden
    case type(FeatureType)
    case section(String)
  }

  init(_ filter: FeatureFilter, list: FeatureList) {
    self.filter = filter
    choices = Self.choices(for: list)
  }

  var isModal: Bool { false }

  var hints: [Hint] {
    [
      Hint("space", "switch"), Hint("c", "clear"), Hint("enter", "done"), Hint("esc", "close"),
    ]
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list else { return false }
    choices = Self.choices(for: list)
    cursor.settle(count: choices.count, height: choices.count)
    return true
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .escape, .enter, .character("q"), .character("f"): return .close
    case .character("c"):
      filter = FeatureFilter()
      return .filter(filter)
    case .character(" "):
      guard choices.indices.contains(cursor.selected) else { return .stay }
      toggle(choices[cursor.selected].kind)
      return .filter(filter)
    default:
      let height = Self.height(screen: screen, count: choices.count)
      _ = cursor.press(key, count: choices.count, height: height)
      return .stay
    }
  }

  private mutating func toggle(_ kind: Kind) {
    switch kind {
    case .overridden: filter.isOverriddenOnly.toggle()
    case .type(let type): filter.types.formSymmetricDifference([type])
    case .section(let title): filter.sections.formSymmetricDifference([title])
    }
  }

  private func isOn(_ kind: Kind) -> Bool {
    switch kind {
    case .overridden: filter.isOverriddenOnly
    case .type(let type): filter.types.contains(type)
    case .section(let title): filter.sections.contains(title)
    }
  }

  private static func height(screen: Size, count: Int) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  private static func choices(for list: FeatureList) -> [Choice] {
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
    return types + sections + [overridden]
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size, count: choices.count)
    let cursor = cursor.settled(count: choices.count, height: height)
    let columns = min(48, size.columns - 4)
    let scroll = ScrollMark(first: cursor.top, visible: height, total: choices.count)
    let inside = canvas.drawDialog(
      "Show only",
      columns: columns,
      rows: height + 2,
      theme: theme,
      scroll: scroll
    )
    let lines = choices.map { line($0, columns: inside.columns - 2, theme: theme) }
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }

  private func line(_ choice: Choice, columns: Int, theme: Theme) -> Line {
    let muted = theme.style([.dialog, .muted])
    let isOn = isOn(choice.kind)
    let kind =
      switch choice.kind {
      case .overridden: "state  "
      case .type: "type   "
      case .section: "section"
      }
    let count = String(choice.count).leftPadded(to: 6)
    let room = max(columns - 4 - kind.count - 2 - count.count, 4)
    let title = DisplayText(choice.title, limit: Span.limit).padded(to: room)
    return Line([
      Span(isOn ? "[x] " : "[ ] ", theme.style([.dialog, isOn ? .key : .muted])),
      Span(title, theme.style(isOn ? [.dialog, .title] : [.dialog])),
      Span("  " + kind, muted),
      Span(count, muted),
    ])
  }
}
