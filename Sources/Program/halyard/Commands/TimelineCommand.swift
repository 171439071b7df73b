import Dashboard
import Documents
import FeatureFlags
import Frame
import Workbench

import struct FoundationEssentials.Date

/// Prints the states of one feature over time, with the causes of their changes.
struct TimelineCommand: Command {
  static let row = CommandRow(
    name: "timeline",
    summary: "Print the states of a feature over time, and what changed them.",
    operands: [Operand("NAME", .required, .features)],
    options: [.since, .json],
    optionHelp: [
      .since: "The start of the timeline: 2h (ago), 17:30, a date, or both; 1d by default."
    ],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let name: String
  private let start: Date?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    start = try arguments.start()
    source = try arguments.sourceOptions()
    name = arguments.operands[0]
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    for failure in loaded.failures { context.console.warn("\(failure)") }
    let feature = try context.listedFeature(named: name)
    let store = context.setup.store
    let history = try await mapError(awaiting: await store.history(), to: Failure.notRead)
    let entries = try mapError(context.setup.workspace.sourceLog.entries(), to: Failure.notRead)
    let now = Date()
    let start = min(start ?? now.addingTimeInterval(-Self.day), now.addingTimeInterval(-1))
    let timeline = TimelineLog(operations: history.operations, entries: entries)
      .timeline(of: feature, for: store.context, from: start, to: now)
    if isJSON { return context.console.write(json: timeline.json(of: feature.name)) }
    let clock = WallClock.system(at: now)
    if let columns = context.console.columns {
      let lines = feature.bandLines(timeline, columns: min(max(columns, 40), 100), wallClock: clock)
      context.console.print(lines.map { Line($0, Style()) } + [Line()])
    }
    print(timeline, clock, context.console)
  }

  /// The time that the timeline covers by default, in seconds.
  private static let day = 86_400.0

  private func print(_ timeline: Timeline, _ clock: WallClock, _ console: Console) {
    let isNarrow = console.columns.map { $0 < 80 } ?? false
    let rows = timeline.periods.map { period in
      let isFirst = period.start == timeline.start
      let date =
        isNarrow ? clock.text(of: period.start, now: clock.start) : clock.text(of: period.start)
      let symbol = period.override == nil ? "" : ", overridden"
      return [
        isFirst ? "before" : date, (period.state?.text ?? "unknown") + symbol,
        period.source?.text ?? "unknown", period.cause?.text ?? "",
      ]
    }
    console.print(rows, header: ["FROM", "STATE", "SOURCE", "CAUSE"], fixedColumns: 1)
  }
}

// MARK: JSON

extension Timeline {
  /// The timeline as a JSON object; times are UTC, and `null` is an unknown state or no override.
  fileprivate func json(of name: Feature.Name) -> JSONValue {
    .object([
      ("name", .string(name.rawValue)), ("from", .string(start.storedText)),
      ("to", .string(end.storedText)), ("periods", .list(periods.map(\.json))),
      (
        "changes",
        .list(marks.map { .object([("at", .string($0.date.storedText))] + $0.cause.members) })
      ),
    ])
  }
}

extension Timeline.Period {
  fileprivate var json: JSONValue {
    .object([
      ("from", .string(start.storedText)), ("to", .string(end.storedText)),
      ("state", state?.json ?? .null), ("source", source?.json ?? .null),
      ("override", override?.storedJSON ?? .null),
      ("cause", cause.map { .object($0.members) } ?? .null),
    ])
  }
}

extension Timeline.Cause {
  fileprivate var members: [(key: String, value: JSONValue)] {
    switch self {
    case .source(let cause): [("kind", .string("source")), ("by", .string(cause.rawValue))]
    case .operation(let kind, let author, let program):
      [
        ("kind", .string(kind.nameText)), ("by", .text(author)), ("program", .text(program)),
      ]
    }
  }
}
