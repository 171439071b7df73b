import Frame

/// The menu of the sort orders of the feature list.
struct SortMenu: MenuContent {
  let current: FeatureOrder

  var title: String { "Sort by" }
  var opener: Character { "s" }
  var verb: String { "apply" }
  var initialRow: Int { FeatureOrder.allCases.firstIndex(of: current) ?? 0 }

  var keys: [Key: MenuKey] {
    // In the open menu, the key that opened it moves the cursor down, so that `s s enter` applies the
    // next order.
    MenuKey.choices(opener: opener).merging([.character(opener): .next]) { $1 }
  }

  var rows: [MenuRow] {
    FeatureOrder.allCases.map { order in
      MenuRow(
        order.title,
        [
          .mark(isCurrent: order == current), .init(order.title.rightPadded(to: 14)),
          .init(order.explanation, .muted),
        ]
      )
    }
  }

  func hints(at row: Int?) -> [Hint] {
    [Hint("↑ ↓", "move"), Hint("s", "next order"), Hint("enter", verb), Hint("esc", "cancel")]
  }

  func choose(_ row: Int) -> Request { .order(FeatureOrder.allCases[row]) }
}
