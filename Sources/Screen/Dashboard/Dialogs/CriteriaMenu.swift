import Frame

/// A menu of filter criteria, which stays open while the user switches criteria on and off.
protocol CriteriaMenu: MenuContent {
  associatedtype Kind: Hashable & Sendable

  /// The criteria that the menu offers.
  var choices: [Criterion<Kind>] { get }
  /// The request that applies the criteria that are on.
  var request: Request { get }

  func isOn(_ kind: Kind) -> Bool
  mutating func toggle(_ kind: Kind)
  /// Switches all criteria off.
  mutating func clear()
  /// The word before the number of items, padded to the same width for all kinds.
  func label(of kind: Kind) -> String
}

/// A filter criterion, with the number of items that meet it.
struct Criterion<Kind: Hashable & Sendable>: Hashable, Sendable {
  let kind: Kind
  let title: String
  let count: Int
}

extension CriteriaMenu {
  var title: String { "Show only" }
  var opener: Character { "f" }
  var verb: String { "done" }

  var commands: [Keymap.Command] { CriteriaMenuCommand.keymapCommands }

  var keys: [Key: MenuKey] {
    CriteriaMenuCommand.commandsByKey().compactMapValues { command in
      switch command {
      case .toggle: .choose
      case .clear: nil
      case .done: .cancel
      }
    }
  }

  var rows: [MenuRow] {
    choices.map { choice in
      let isOn = isOn(choice.kind)
      var row = MenuRow(
        choice.title,
        [
          .init(isOn ? "[x] " : "[ ] ", isOn ? .key : .muted),
          .init(choice.title.visible, isOn ? .title : nil, isName: true),
        ]
      )
      let count = String(choice.count).leftPadded(to: 6)
      row.trailing = [.init("  " + label(of: choice.kind) + count, .muted)]
      return row
    }
  }

  func hints(at row: Int?) -> [Hint] {
    [Hint("space", "switch"), Hint("c", "clear"), Hint("enter", verb), Hint("esc", "close")]
  }

  mutating func choose(_ row: Int) -> Request {
    toggle(choices[row].kind)
    return request
  }

  mutating func press(_ key: Key, at row: Int?) -> Request? {
    guard CriteriaMenuCommand.clear.row.keys.contains(key) else { return nil }
    clear()
    return request
  }
}

/// The commands of a menu of criteria.
enum CriteriaMenuCommand: String, DialogCommand {
  case toggle, clear, done

  static let name = "filter"
  static let title = "Filter"
  static let opener: Action? = .find(.filter)

  var row: DialogKeyRow {
    switch self {
    case .toggle: DialogKeyRow([.character(" ")], "switch the criterion")
    case .clear: DialogKeyRow([.character("c")], "clear all criteria")
    case .done:
      DialogKeyRow([.enter], others: [.escape, .character("q"), .character("f")], "done")
    }
  }
}
