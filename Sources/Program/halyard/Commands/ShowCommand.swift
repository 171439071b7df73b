import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// Prints all properties of one feature.
struct ShowCommand: Command {
  static let row = CommandRow(
    name: "show",
    summary: "Show everything about one feature.",
    operands: [Operand("NAME", .required, .features)],
    options: [.json],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let name: String
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    name = arguments.operands[0]
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    let feature = try context.listedFeature(named: name)
    for failure in loaded.failures { context.console.warn("\(failure)") }
    if isJSON {
      return context.console.write(json: feature.json(origin: loaded.origin))
    }
    let problems = loaded.configuration.problems.filter { $0.feature == feature.name.rawValue }
    let columns = min(max(context.console.columns ?? 80, 40), 100)
    let clock = WallClock.system(at: Date())
    let text = feature.detailsText(
      columns: columns,
      problems: problems,
      ruleTitles: loaded.configuration.evaluator.titlesOfForcedRules(of: feature),
      wallClock: clock
    )
    context.console.write(text)
    context.warnOfCaveats(of: feature)
  }
}
