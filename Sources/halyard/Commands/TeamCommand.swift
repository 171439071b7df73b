import Dashboard
import Documents
import FeatureFlags
import Frame
import Networking
import Team

import struct FoundationEssentials.Date

/// Shows the state and the members of a team, or copies overrides between its space and a workspace.
struct TeamCommand: Command {
  static let name = "team"
  static let summary =
    "Show the status or the members of the team, or migrate overrides into its space."
  static let operands = [Operand("ACT", .required)]
  static let options: [Option] = [.json, .back, .dryRun, .force]
  static let optionHelp: [Option: String] = [
    .back: "With 'migrate', copy the overrides of the team into the workspace.",
    .dryRun: "With 'migrate', print what would change, and change no override.",
    .force: "With 'migrate', replace different overrides.",
  ]
  static let operandCompletions: [String: ValueCompletion] = [
    "ACT": .words(Act.allCases.map(\.rawValue))
  ]
  static let sourceUse = SourceUse.option
  static let isChanging = false

  /// The operand, which selects what the command does.
  enum Act: String, CaseIterable {
    case status, members, migrate

    /// The options of the act in addition to the common ones.
    fileprivate var options: [Option] {
      switch self {
      case .status, .members: [.json]
      case .migrate: [.back, .dryRun, .force]
      }
    }
  }

  private let source: SourceOptions
  private let act: Act
  private let isJSON: Bool
  private let isBack: Bool
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let word = arguments.operands[0]
    guard let act = Act(rawValue: word) else {
      let shown = URLRedaction.redacted(word)
      throw arguments.usage("'team': found \"\(shown)\", expected status, members or migrate")
    }
    if let option = Self.options.first(where: { arguments.has($0) && !act.options.contains($0) }) {
      let acts = Act.allCases.filter { $0.options.contains(option) }.map { "'team \($0.rawValue)'" }
      throw arguments.usage("\(option.flag) goes with \(acts.joined(separator: " and ")) only")
    }
    self.act = act
    source = try arguments.sourceOptions()
    isJSON = arguments.has(.json)
    isBack = arguments.has(.back)
    isDryRun = arguments.has(.dryRun)
    if act == .migrate, arguments.has(.readOnly), !isDryRun {
      throw arguments.usage("'team migrate' changes overrides, and --read-only forbids that")
    }
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let team = try context.team(for: Self.name)
    switch act {
    case .status: try await showStatus(of: team, program.console)
    case .members: try await listMembers(of: team, program.console)
    case .migrate:
      let migration = TeamMigration(team: team, context: context, isDryRun: isDryRun)
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

  /// Prints the programs that follow the space.
  private func listMembers(of team: EtcdOverrideStorage, _ console: Console) async throws(Failure) {
    let activity = try await TeamStatusReport(team).activity
    if case .offline(_, let reason) = activity.status {
      Console.fail(reason)
      throw .negative
    }
    if isJSON {
      let list = activity.members.map { JSONValue.object($0.report) }
      return console.write(JSONValue.list(list).text(isPretty: true) + "\n")
    }
    let clock = WallClock.system(at: Date())
    let rows = activity.members.map { member in
      [
        member.author ?? "somebody", member.feature?.rawValue ?? "–", member.program ?? "",
        "since \(clock.text(of: member.start, now: clock.start))",
      ]
    }
    let header = console.columns == nil ? [] : ["PERSON", "FEATURE", "PROGRAM", "START"]
    let table = Table(header: rows.isEmpty ? [] : header, rows: rows)
    table.write(fitting: console.columns, to: console.print)
    if rows.isEmpty { console.remark("No program follows the team now.") }
  }
}

extension TeamMember {
  /// The member as members of a JSON object.
  fileprivate var report: [(key: String, value: JSONValue)] {
    [
      ("person", .text(author)), ("program", .text(program)), ("feature", .text(feature?.rawValue)),
      ("start", .string(start.formatted(.iso8601))),
    ]
  }
}
