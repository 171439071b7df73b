import FeatureFlags
import Frame

/// The dialog about changes of the user that were not saved, because colleagues had changed the same
/// features: keeps the change of the user, or that of the colleague, which is active.
struct ConflictDialog: Dialog {
  private var conflicts: [OverrideConflict]
  private let clock: WallClock
  private var list = ChoiceList()

  /// Creates the dialog; `conflicts` has at least one conflict.
  init(_ conflicts: [OverrideConflict], clock: WallClock) {
    self.conflicts = conflicts
    self.clock = clock
  }

  /// Adds conflicts that arrive while the dialog is open; the last one of a feature counts.
  mutating func add(_ others: [OverrideConflict]) {
    let names = Set(others.map(\.feature))
    conflicts = conflicts.filter { !names.contains($0.feature) } + others
  }

  var hints: [Hint] {
    let isLocked = conflicts.indices.contains(selected) && conflicts[selected].lock != nil
    let (mine, theirs) =
      isLocked ? ("change it anyway", "leave it") : ("keep mine", "take theirs")
    let own = [Hint("m", mine), Hint("t", theirs)]
    let later = [Hint("esc", "later")]
    guard conflicts.count > 1 else { return own + later }
    return own + [Hint("M", "keep all mine"), Hint("T", "take all theirs")] + later
  }

  private var selected: Int { min(max(list.cursor.selected, 0), conflicts.count - 1) }

  // A number only moves the cursor: none of the two choices is the usual one.
  var keyOfNumber: Key? { nil }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .character("m"):
      let effects = [Self.effect([removeSelected()])]
      return conflicts.isEmpty ? .closeAndRun(effects) : .run(effects)
    case .character("t"):
      _ = removeSelected()
      return conflicts.isEmpty ? .close : .stay
    case .character("M"):
      defer { conflicts = [] }
      return .closeAndRun([Self.effect(conflicts)])
    case .character("T"): return .close
    case .escape: return .postpone(conflicts)
    default:
      _ = list.move(key, count: conflicts.count, screen: screen)
      return .stay
    }
  }

  private mutating func removeSelected() -> OverrideConflict {
    conflicts.remove(at: selected)
  }

  private static func effect(_ conflicts: [OverrideConflict]) -> Effect {
    var overrides: [Feature.Name: Override?] = [:]
    for conflict in conflicts { overrides.updateValue(conflict.mine, forKey: conflict.feature) }
    return .overrides(.assign(overrides))
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let names = DisplayText.column(conflicts.map { $0.feature.rawValue.shortened(to: 24) })
    let own = DisplayText.column(conflicts.map { $0.ownText(clock) })
    let theirs = DisplayText.column(conflicts.map { $0.theirText(clock) })
    let lines = conflicts.indices.map { index in
      let yours = [
        Span(names[index], theme.style([.dialog, .title])),
        Span("  yours ", theme.style([.dialog, .muted])),
        Span(own[index], theme.style([.dialog, .overridden])),
      ]
      if let lock = conflicts[index].lock {
        let note = Span(lock.ownerText(clock), theme.style([.dialog, .warning]))
        return Line(yours + [Span("  locked by ", theme.style([.dialog, .muted])), note])
      }
      let person = conflicts[index].author.map { " · \($0)" } ?? ""
      let time = conflicts[index].date.map { " \(clock.text(of: $0, now: clock.start))" } ?? ""
      return Line(
        yours + [
          Span("  theirs ", theme.style([.dialog, .muted])),
          Span(theirs[index], theme.style(.dialog)),
          Span(person + time, theme.style([.dialog, .muted])),
        ]
      )
    }
    let isLocked = conflicts.allSatisfy { $0.lock != nil }
    let title =
      isLocked
      ? "Locked by somebody else"
      : conflicts.count == 1 ? "Changed by somebody else" : "Changed by others"
    let columns = max((lines.map(\.width).max() ?? 0) + 4, DisplayText(title).width + 6)
    list.draw(title, lines, columns: columns, on: &canvas, theme: theme)
  }
}
