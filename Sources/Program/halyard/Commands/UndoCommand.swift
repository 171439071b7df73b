import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// Undoes or redoes the last operation, a change of overrides that is one entry of the history.
struct UndoCommand: Command {
  static let undo = row(
    "undo",
    "Undo the last change of overrides, by any program; in a team, your last one.",
    .undo,
    [.operation]
  )
  static let redo = row(
    "redo",
    "Redo the last undone change of overrides in the workspace.",
    .redo
  )

  private static func row(
    _ name: String,
    _ summary: String,
    _ direction: History.Direction,
    _ options: [Option] = []
  ) -> CommandRow {
    CommandRow(
      name: name,
      summary: summary,
      options: options + [.force, .json],
      sourceUse: .operand,
      isChanging: true,
      make: { arguments throws(Failure) in
        UndoCommand(
          direction: direction,
          operation: arguments.value(.operation),
          source: try arguments.sourceOptions(),
          isJSON: arguments.has(.json)
        )
      }
    )
  }

  private let direction: History.Direction
  /// The identifier of the operation to undo, or its start; `nil` for the last operation.
  private let operation: String?
  private let source: SourceOptions
  private let isJSON: Bool

  /// Undoes or redoes one operation, and prints the new state of each changed feature.
  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    context.warnOfBisection()
    try await load(context)
    let store = context.setup.store
    let result =
      if let operation {
        try await undo(operation, context)
      } else {
        try mapError(store.revertAndWait(direction), to: Failure.store)
      }
    guard let reverted = result else {
      try context.reportConflicts()
      throw .lookUp(direction == .undo ? "nothing to undo" : "nothing to redo")
    }
    if isJSON {
      var report = ChangeReport(store)
      report.changes = reverted.changes
      context.console.write(json: report.json)
    } else {
      for change in reverted.changes { printState(after: change, context) }
    }
    let now = Date()
    context.console.remark(
      reverted.description(at: .system(at: now), now: now, feature: store.feature(named:))
    )
    try context.reportConflicts()
  }

  /// Undoes one operation, whose overrides no later operation has changed.
  ///
  /// - Throws: `lookUp` with the reason if the operation cannot be undone on its own.
  private func undo(
    _ id: String,
    _ context: CommandContext
  ) async throws(Failure) -> RevertedOperation? {
    let result = try await mapError(
      awaiting: await context.setup.store.undo(operation: id),
      to: Failure.store
    )
    switch result {
    case .success(let reverted): return reverted
    case .failure(.unknown):
      throw .lookUp("the history has no operation \"\(id)\"; 'halyard history --json' lists them")
    case .failure(let refusal): throw .lookUp(refusal.sentence(about: id))
    }
  }

  /// Prints the new state of a feature, or the restored override if the source lacks the feature.
  private func printState(after change: OverrideOperation.Change, _ context: CommandContext) {
    guard context.setup.store.feature(named: change.feature) == nil, let override = change.to else {
      return context.printState(of: change.key)
    }
    let text = override.text { $0.shortened(to: 40) }
    context.console.say("\(change.key): \(text), overridden")
  }

  /// Loads the features, whose states are printed; if the source cannot be loaded, only warns.
  private func load(_ context: CommandContext) async throws(Failure) {
    let loaded: ConfigurationLoader.Loaded
    do throws(Failure) {
      loaded = try await context.setup.load()
    } catch {
      context.console.warn(error.message ?? "")
      return
    }
    try mapError(context.setup.store.load(loaded.configuration), to: Failure.store)
    context.setup.remarkOnUser()
  }
}
