import Dashboard
import FeatureFlags
import Frame

import struct FoundationEssentials.Date

/// Undoes the last change of overrides in the workspace, by any program.
struct UndoCommand: Command {
  static let name = "undo"
  static let summary =
    "Undo the last change of overrides, by any program; in a team, your last one."
  static let options: [Option] = [.force]
  static let sourceUse = SourceUse.operand
  static let isChanging = true

  private let source: SourceOptions

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    try await Reversal(.undo, source, program).run()
  }
}

/// Redoes the last undone change of overrides in the workspace.
struct RedoCommand: Command {
  static let name = "redo"
  static let summary = "Redo the last undone change of overrides in the workspace."
  static let options: [Option] = [.force]
  static let sourceUse = SourceUse.operand
  static let isChanging = true

  private let source: SourceOptions

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    try await Reversal(.redo, source, program).run()
  }
}

/// The implementation of `undo` and `redo`.
private struct Reversal {
  private let direction: History.Direction
  private let context: CommandContext

  private var store: FlagStore { context.setup.store }

  init(
    _ direction: History.Direction,
    _ source: SourceOptions,
    _ program: Program
  ) throws(Failure) {
    self.direction = direction
    context = try CommandContext(source, program)
  }

  /// Reverts one act, and prints the new state of each changed feature.
  func run() async throws(Failure) {
    context.warnOfBisection()
    try await load()
    let act: HistoryAct?
    do throws(FlagStoreError) {
      act = try store.revertAndWait(direction)
    } catch {
      throw .store(error)
    }
    guard let act else {
      try context.reportConflicts()
      throw .lookUp(direction == .undo ? "nothing to undo" : "nothing to redo")
    }
    for change in act.changes { printState(after: change) }
    let clock = WallClock.system(at: Date())
    let program = act.program.map { " '\($0)'" } ?? ""
    let author = act.author.map { " by \($0)" } ?? ""
    let time = clock.text(of: act.date, now: clock.start)
    context.console.remark(
      "\(direction == .undo ? "undid" : "redid")\(program)\(author), \(time)"
    )
    try context.reportConflicts()
  }

  /// Prints the state of a feature, or without the feature the override itself.
  private func printState(after change: HistoryChange) {
    let override = direction == .undo ? change.from : change.to
    guard store.feature(named: change.feature) == nil, let override else {
      return context.printState(of: change.feature)
    }
    let text = override.text { $0.shortened(to: 40) }
    context.console.say("\(change.feature): \(text), overridden")
  }

  /// Loads the features for the printed states; without the source only names are printed.
  private func load() async throws(Failure) {
    let loaded: ConfigurationLoader.Loaded
    do throws(Failure) {
      loaded = try await context.setup.load()
    } catch {
      context.console.warn(error.message ?? "")
      return
    }
    do throws(FlagStoreError) {
      try store.load(loaded.configuration)
    } catch {
      throw .store(error)
    }
  }
}
