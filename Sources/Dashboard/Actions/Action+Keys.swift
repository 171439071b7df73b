extension Action {
  /// The keys that call for the action, the main one first.
  public var keys: [Key] {
    switch self {
    case .act: [.character(" ")]
    case .next: [.right, .character("l")]
    case .previous: [.left, .character("h")]
    case .pick: [.character("v")]
    case .edit: [.character("e")]
    case .forceRule: [.character("R")]
    case .user: [.character("u")]
    case .mark: [.character("m")]
    case .clearMarks: [.character("M")]
    case .reset: [.character("o")]
    case .resetAll: [.character("O")]
    case .delete: [.character("x")]
    case .clearCache: [.character("c")]
    case .up: [.up, .character("k")]
    case .down: [.down, .character("j")]
    case .halfPageUp: [.control("u")]
    case .halfPageDown: [.control("d")]
    case .pageUp: [.pageUp, .control("b")]
    case .pageDown: [.pageDown, .control("f")]
    case .first: [.character("g"), .home]
    case .last: [.character("G"), .end]
    case .details: [.enter]
    case .switchPane: [.tab, .backTab]
    case .features: [.character("1")]
    case .connectivity: [.character("2")]
    case .activity: [.character("3")]
    case .search: [.character("/")]
    case .nextMatch: [.character("n")]
    case .previousMatch: [.character("N")]
    case .filter: [.character("f")]
    case .back: [.escape]
    case .refresh: [.character("r"), .function(5)]
    case .pausePolling: [.character("p")]
    case .pollLessOften: [.character("+"), .character("=")]
    case .pollMoreOften: [.character("-")]
    case .themes: [.character("t")]
    case .palette: [.character(":"), .control("p")]
    case .help: [.character("?"), .function(1)]
    case .redraw: [.control("l")]
    case .suspend: [.control("z")]
    case .quit: [.character("q")]
    }
  }

  /// The action that a key calls for.
  init?(key: Key) {
    guard let action = Self.keymap[key] else { return nil }
    self = action
  }

  private static let keymap: [Key: Action] = Dictionary(
    allCases.flatMap { action in action.keys.map { ($0, action) } },
    uniquingKeysWith: { first, _ in first }
  )
}

extension Key {
  /// The key as footer and help write it, such as `space`, `ctrl-u` or `F5`.
  public var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let character): "ctrl-\(character)"
    case .alt(let character): "alt-\(character)"
    case .function(let number): "F\(number)"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .shiftUp: "shift-↑"
    case .shiftDown: "shift-↓"
    default: specialLabel
    }
  }

  private var specialLabel: String {
    switch self {
    case .enter: "enter"
    case .escape: "esc"
    case .tab: "tab"
    case .backTab: "shift-tab"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    default: ""
    }
  }
}
