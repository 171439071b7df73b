import FeatureFlags
import Frame
import Workbench

/// The menu of changes of the user that were not saved, because colleagues had changed the same
/// overrides.
///
/// For each conflict, the user keeps either their own change or that of the colleague, which is active
/// now.
struct ConflictMenu: MenuContent {
  private var conflicts: [OverrideConflict]
  private let clock: WallClock

  /// Creates the menu; `conflicts` has at least one conflict.
  init(_ conflicts: [OverrideConflict], clock: WallClock) {
    self.conflicts = conflicts
    self.clock = clock
  }

  /// Adds conflicts that arrive while the menu is open; a new conflict replaces an earlier one about the
  /// same override.
  mutating func add(_ others: [OverrideConflict]) {
    let keys = Set(others.map(\.key))
    conflicts = conflicts.filter { !keys.contains($0.key) } + others
  }

  var title: String {
    if conflicts.allSatisfy({ $0.lock != nil }) { return "Locked by somebody else" }
    return conflicts.count == 1 ? "Changed by somebody else" : "Changed by others"
  }
  var opener: Character { "C" }
  var verb: String { "" }
  var columns: ClosedRange<Int> { 0...Int.max }
  // Neither change is a safe default, so neither Enter nor a number chooses one.
  var keys: [Key: MenuKey] { [.escape: .cancel] }
  var cancelled: Request { .postpone(conflicts) }

  var rows: [MenuRow] {
    conflicts.map { conflict in
      let name = conflict.key.text.shortened(to: 24)
      let yours: [MenuRow.Cell] = [
        .init(name, .title), .init("  yours ", .muted), .init(conflict.ownText(clock), .overridden),
      ]
      let theirs: [MenuRow.Cell]
      if let lock = conflict.lock {
        theirs = [.init("  locked by ", .muted), .init(lock.ownerText(clock), .warning)]
      } else {
        let person = conflict.author.map { " · \($0)" } ?? ""
        let time = conflict.date.map { " \(clock.text(of: $0, now: clock.start))" } ?? ""
        theirs = [
          .init("  theirs ", .muted), .init(conflict.theirText(clock)),
          .init(person + time, .muted),
        ]
      }
      return MenuRow(name, yours + theirs)
    }
  }

  func hints(at row: Int?) -> [Hint] {
    let isLocked = row.map { conflicts[$0].lock != nil } ?? false
    let (mine, theirs) =
      isLocked ? ("change it anyway", "leave it") : ("keep mine", "take theirs")
    let own = [Hint("m", mine), Hint("t", theirs)]
    let all = [Hint("M", "keep all mine"), Hint("T", "take all theirs")]
    return own + (conflicts.count > 1 ? all : []) + [Hint("esc", "later")]
  }

  func choose(_ row: Int) -> Request { .stay }

  mutating func press(_ key: Key, at row: Int?) -> Request? {
    switch (Self.commands[key], row) {
    case (.mine, let row?):
      let effects = [Self.effect([conflicts.remove(at: row)])]
      return conflicts.isEmpty ? .closeAndRun(effects) : .run(effects)
    case (.theirs, let row?):
      conflicts.remove(at: row)
      return conflicts.isEmpty ? .close : .stay
    case (.allMine, _): return .closeAndRun([Self.effect(conflicts)])
    case (.allTheirs, _): return .close
    case (.mine, nil), (.theirs, nil), (.later, _), (nil, _): return nil
    }
  }

  enum Command: String, DialogCommand {
    case mine, theirs, allMine, allTheirs, later

    static let name = "conflicts"
    static let title = "Conflicts"
    static let opener: Action? = .live(.conflicts)

    var row: DialogKeyRow {
      switch self {
      case .mine: DialogKeyRow([.character("m")], "keep mine")
      case .theirs: DialogKeyRow([.character("t")], "take theirs")
      case .allMine: DialogKeyRow([.character("M")], "keep all of mine")
      case .allTheirs: DialogKeyRow([.character("T")], "take all of theirs")
      case .later: DialogKeyRow([.escape], "decide later")
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  private static func effect(_ conflicts: [OverrideConflict]) -> Effect {
    var overrides: [OverrideKey: Override?] = [:]
    for conflict in conflicts { overrides.updateValue(conflict.mine, forKey: conflict.key) }
    return .overrides(.assign(overrides))
  }
}
