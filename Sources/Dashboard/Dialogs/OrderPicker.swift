import Frame

/// The dialog that lists the orders of the feature list.
struct OrderPicker: Dialog {
  private let current: FeatureOrder
  private var list = ChoiceList()

  init(current: FeatureOrder) {
    self.current = current
    list.cursor.selected = FeatureOrder.allCases.firstIndex(of: current) ?? 0
  }

  var hints: [Hint] {
    if list.isTyping { return ChoiceFilter.hints }
    return [
      Hint("↑ ↓", "move"), Hint("s", "next order"), ChoiceFilter.hint, Hint("enter", "apply"),
      Hint("esc", "cancel"),
    ]
  }

  private var titles: [String] { FeatureOrder.allCases.map(\.title) }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    let orders = FeatureOrder.allCases
    if list.type(key, titles) { return .stay }
    // The key that opened the list moves on, so that `s s enter` applies the next order.
    if key == .character("s") {
      list.cursor.selected = (list.cursor.selected + 1) % orders.count
      return .stay
    }
    switch ChoiceKey(key, opener: "s") {
    case .cancel: return .close
    case .choose: return list.selected(titles).map { .order(orders[$0]) } ?? .stay
    case nil:
      _ = list.move(key, titles, screen: screen)
      return .stay
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let lines = FeatureOrder.allCases.map { order in
      Line([
        Span(order == current ? "● " : "○ ", theme.style([.dialog, .key])),
        Span(DisplayText(order.title).padded(to: 14), theme.style(.dialog)),
        Span(order.explanation, theme.style([.dialog, .muted])),
      ])
    }
    let columns = (lines.map(\.width).max() ?? 0) + 4
    list.draw("Sort by", lines, titles: titles, columns: columns, on: &canvas, theme: theme)
  }
}
