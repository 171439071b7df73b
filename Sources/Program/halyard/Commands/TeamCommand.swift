import Dashboard
import Documents
import FeatureFlags
import Team
import Text
import Workbench

import struct FoundationEssentials.Date

/// Shows the state and the members of a team, locks features, or copies overrides between the namespace
/// of the team and a workspace.
struct TeamCommand: Command {
  static let row = CommandRow(
    name: "team",
    summary: "Show the status or the members of the team, lock features, or migrate overrides.",
    subcommands: Name.self,
    operand: Operand("NAME", .optional, .features),
    optionHelp: [
      .back: "With 'migrate', copy the overrides of the team into the workspace.",
      .dryRun: "With 'migrate', print what would change, and change no override.",
      .force: """
      With 'lock' and 'unlock', replace or end the lock of a colleague; with 'migrate', replace \
      different overrides.
      """,
      .only: "With 'lock' and 'unlock', the override for these users instead of that for everyone.",
      .lifetime: """
      With 'lock', end the lock after this time, such as 30m, 2h or 1d; the default is 30m.
      """,
    ],
    make: Self.init
  )

  /// The first operand, which selects what the command does.
  enum Name: String, Subcommand {
    case status, members, lock, unlock, migrate

    var options: [Option] {
      switch self {
      case .status, .members: [.json]
      case .lock: [.only, .lifetime, .reason, .force, .json]
      case .unlock: [.only, .force, .json]
      case .migrate: [.back, .dryRun, .force, .json]
      }
    }

    var isChanging: Bool { self == .lock || self == .unlock || self == .migrate }
  }

  private static let defaultLockTime = Duration.seconds(30 * 60)

  private let source: SourceOptions
  private let name: Name
  private let isJSON: Bool
  private let isBack: Bool
  private let isDryRun: Bool
  /// The word that selects the feature to lock or to unlock.
  private let word: String
  private let only: String?
  private let lockTime: Duration
  private let reason: String

  init(_ arguments: Arguments) throws(Failure) {
    name = try arguments.subcommand(Name.self)
    source = try arguments.sourceOptions()
    isJSON = arguments.has(.json)
    isBack = arguments.has(.back)
    isDryRun = arguments.has(.dryRun)
    word = arguments.operands.dropFirst().first ?? ""
    only = arguments.value(.only)
    lockTime = try arguments.duration(.lifetime) ?? Self.defaultLockTime
    reason = arguments.value(.reason) ?? ""
    let expectsName = name == .lock || name == .unlock
    guard expectsName == (arguments.operands.count > 1) else {
      let expected = expectsName ? "NAME" : "no name"
      throw arguments.usage("'team \(name.rawValue)' expects \(expected)")
    }
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let team = try context.team(for: Self.row.name)
    switch name {
    case .status: try await showStatus(of: team, program.console)
    case .members: try await listMembers(of: team, program.console)
    case .lock:
      let change = try await LockChange(word, only: only, team: team, context, isJSON: isJSON)
      try await change.lock(for: lockTime, reason: reason)
    case .unlock:
      try await LockChange(word, only: only, team: team, context, isJSON: isJSON).unlock()
    case .migrate:
      let migration = TeamMigration(
        team: team,
        context: context,
        isDryRun: isDryRun,
        isJSON: isJSON
      )
      if isBack { try await migration.copyBack() } else { try await migration.copy() }
    }
  }

  /// Prints the state of the team.
  ///
  /// - Throws: `negative` if the cluster cannot be reached.
  private func showStatus(of team: EtcdOverrideStorage, _ console: Console) async throws(Failure) {
    let report = try await TeamStatusReport(team)
    console.write(isJSON ? report.json : report.text)
    if !report.activity.isOnline { throw .negative }
  }

  /// Prints the members: the programs that follow the namespace of the team now.
  private func listMembers(of team: EtcdOverrideStorage, _ console: Console) async throws(Failure) {
    let activity = try await TeamStatusReport(team).activity
    if case .offline(_, let reason) = activity.status {
      Console.fail(reason)
      throw .negative
    }
    if isJSON {
      let list = activity.members.map { JSONValue.object($0.report) }
      return console.write(json: JSONValue.list(list))
    }
    let clock = WallClock.system(at: Date())
    let rows = activity.members.map { member in
      [
        member.author ?? "somebody", member.feature?.rawValue ?? "–", member.program ?? "",
        "since \(clock.text(of: member.start, now: clock.start))",
      ]
    }
    console.print(rows, header: ["PERSON", "FEATURE", "PROGRAM", "START"])
    if rows.isEmpty { console.remark("No program is connected to the team now.") }
  }
}

extension TeamMember {
  /// The team member as the keys and values of a JSON object.
  fileprivate var report: [(key: String, value: JSONValue)] {
    [
      ("person", .text(author)), ("program", .text(program)), ("feature", .text(feature?.rawValue)),
      ("start", .string(start.formatted(.iso8601))),
    ]
  }
}
