import Dashboard
import Documents
import FeatureFlags
import Files
import Networking
import Text
import Usages
import Workbench

import struct FoundationEssentials.Date

/// Lists the features that may be obsolete, with the reasons and what may be removed.
struct StaleCommand: Command {
  static let row = CommandRow(
    name: "stale",
    summary: "List the features that may be obsolete, with the reasons.",
    options: [.section, .type, .since, .code, .summary, .json],
    optionHelp: [
      .since: """
      The time since which a stale feature is unchanged: 30d (ago), a date, or both; 90d by default.
      """,
      .code: """
      A folder or a file with source code: lists features that it does not use, too; may be repeated.
      """,
      .summary: "A file of 'serve --summary': lists features that no client has asked for, too.",
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let filter: GroupFilter
  private let limit: Date?
  /// The folders of `--code`; empty without the option.
  private let folders: [String]
  /// The evaluations of `--summary`; `nil` without the option.
  private let asked: AskedResults?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    limit = try arguments.start()
    filter = try GroupFilter(arguments)
    source = try arguments.sourceOptions()
    folders = try arguments.codeFolders()
    asked = try arguments.value(.summary).map { (path) throws(Failure) in
      try AskedResults(path: path, arguments)
    }
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    context.warn(of: loaded)
    let now = Date()
    let facts = try facts(context, loaded, now: now)
    let features = context.setup.store.features
    let listed = try filter.selected(from: features, titles: Set(features.map(\.sectionTitle)))
    let stale = listed.map { ($0, facts.reasons(for: $0)) }.filter { !$0.1.isEmpty }
    if isJSON {
      return context.console.write(json: .list(stale.map { json(of: $0.0, $0.1, now: now) }))
    }
    let rows = stale.flatMap { feature, reasons in
      reasons.enumerated().map { index, reason in
        [
          index == 0 ? feature.name.text : "", index == 0 ? feature.shortTypeText : "",
          reason.text(now: now), reason.remedy,
        ]
      }
    }
    if !rows.isEmpty {
      context.console.print(rows, header: ["NAME", "TYPE", "REASON", "MAY BE REMOVED"])
    }
    let count = Number.count(listed.count, "feature")
    context.console.remark("\(stale.count) of \(count) may be obsolete.")
  }

  private func facts(
    _ context: CommandContext,
    _ loaded: ConfigurationLoader.Loaded,
    now: Date
  ) throws(Failure) -> StalenessFacts {
    let setup = context.setup
    let days = Double(StalenessFacts.unchangedDays)
    var facts = StalenessFacts(
      evaluator: loaded.configuration.evaluator,
      unchangedSince: limit ?? now.addingTimeInterval(-86_400 * days)
    )
    let entries = try mapError(setup.workspace.sourceLog.entries(), to: Failure.notRead)
    facts.log = TimelineLog(operations: [], entries: entries)
    facts.user = setup.store.context
    let modified = loaded.revision?.lastModified.flatMap(HTTPDate.seconds)
    let file = loaded.origin == .file ? FileStamp(setup.workspace.source).modificationTime : nil
    facts.documentDate = (modified ?? file.map(Int64.init)).map {
      Date(timeIntervalSince1970: Double($0))
    }
    if let asked { facts.isAsked = { asked.isAsked($0.rawValue) } }
    if !folders.isEmpty {
      let names = setup.store.features.map(\.name.rawValue)
      let patterns = context.setup.program.codeSettings().codePatterns
      let search = UsageSearch(names: names, folders: folders, patterns: patterns)
      let report = try mapError(search.run(), to: Failure.code)
      report.warn(context.console)
      let used = Set(report.usages.filter { !$0.isDeclaration }.map(\.feature))
      facts.isUsed = { used.contains($0.rawValue) }
    }
    return facts
  }

  private func json(of feature: Feature, _ reasons: [StaleReason], now: Date) -> JSONValue {
    .object([
      ("name", .string(feature.name.rawValue)), ("type", .string(feature.type.token)),
      (
        "reasons",
        .list(
          reasons.map { reason in
            var members: [(key: String, value: JSONValue)] = [
              ("kind", .string(reason.name)), ("text", .string(reason.text(now: now))),
              ("remove", .string(reason.remedy)),
            ]
            if case .unchanged(let date) = reason {
              members.append(("since", .string(date.storedText)))
            }
            return .object(members)
          }
        )
      ),
    ])
  }
}
