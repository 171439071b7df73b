import Dashboard
import FeatureFlags
import Files
import Frame
import Team

import struct FoundationEssentials.Date

/// Locks a feature of the team, so that only its owner can change it for some time.
struct LockFeatureCommand: Command {
  static let name = "lock-feature"
  static let summary = "Lock a feature of the team: others cannot change it for some time."
  static let operands = [Operand("NAME", .required)]
  static let options: [Option] = [.lifetime, .reason, .force]
  static let optionHelp: [Option: String] = [
    .lifetime: "End the lock after this time, such as 30m, 2h or 1d; the default is 30m.",
    .force: "Replace the lock of a colleague.",
  ]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private static let defaultTime = Duration.seconds(30 * 60)

  private let source: SourceOptions
  private let word: String
  private let time: Duration
  private let reason: String

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    word = arguments.operands[0]
    time = try arguments.duration(.lifetime) ?? Self.defaultTime
    reason = arguments.value(.reason) ?? ""
  }

  func run(_ program: Program) async throws(Failure) {
    let locks = try await LockChange(source, program, word, command: Self.name)
    let now = Date().inWholeSeconds
    let lock = FeatureLock(
      feature: locks.feature,
      author: program.environment.author,
      reason: reason,
      start: now,
      end: now.addingTimeInterval(max(1, (time / .seconds(1)).rounded(.up)))
    )
    try await locks.finish { team throws(WorkspaceError) in try await team.add(lock) }
    program.console.say("\(locks.feature): \(lock.text(.system(at: now)))")
  }
}

/// Ends the lock of a feature of the team.
struct UnlockFeatureCommand: Command {
  static let name = "unlock-feature"
  static let summary = "End the lock of a feature of the team."
  static let operands = [Operand("NAME", .required)]
  static let options: [Option] = [.force]
  static let optionHelp: [Option: String] = [.force: "End the lock of a colleague."]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let source: SourceOptions
  private let word: String

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    word = arguments.operands[0]
  }

  func run(_ program: Program) async throws(Failure) {
    let locks = try await LockChange(source, program, word, command: Self.name)
    let author = program.environment.author
    try await locks.finish { team throws(WorkspaceError) in
      try await team.removeLock(of: locks.feature, author: author)
    }
    program.console.say("\(locks.feature): not locked")
  }
}

/// A change of the lock of one feature.
private struct LockChange {
  let feature: FeatureName
  private let team: EtcdOverrideStorage

  /// Loads the features, and finds the one that the word selects.
  init(
    _ source: SourceOptions,
    _ program: Program,
    _ word: String,
    command: String
  ) async throws(Failure) {
    let context = try CommandContext(source, program)
    team = try context.team(for: command)
    let loaded = try await context.setup.open()
    for failure in loaded.failures { program.console.warn("\(failure)") }
    let name = try context.name(selectedBy: word)
    do throws(FlagStoreError) {
      feature = try context.setup.store.requiredFeature(named: name).name
    } catch {
      throw .store(error)
    }
  }

  /// Changes the lock, and prints the lock of another person that remains instead.
  ///
  /// - Throws: `store` for an error of etcd; `negative` if another person has locked the feature.
  func finish(
    _ change: (EtcdOverrideStorage) async throws(WorkspaceError) -> FeatureLock?
  ) async throws(Failure) {
    let other: FeatureLock?
    do throws(WorkspaceError) { other = try await change(team) } catch {
      throw .store(.notSaved(error))
    }
    guard let other else { return }
    let text = other.text(.system(at: Date()))
    Console.fail("\(feature) is \(text); \(Option.force.flag) overwrites the lock")
    throw .negative
  }
}
