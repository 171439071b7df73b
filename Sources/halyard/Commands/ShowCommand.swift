import Dashboard
import FeatureFlags
import Frame

import struct FoundationEssentials.Date

/// Prints all properties of one feature.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Show everything about one feature."
  static let operands = [Operand("NAME", .required)]
  static let options: [Option] = [.json]
  static let sourceUse = SourceUse.option
  static let isChanging = false

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
    let name = try context.name(selectedBy: name)
    let feature: Feature
    do throws(FlagStoreError) {
      feature = try context.setup.store.requiredFeature(named: name)
    } catch {
      throw .store(error)
    }
    for failure in loaded.failures { context.console.warn("\(failure)") }
    if isJSON {
      let text = feature.json(origin: loaded.origin).text(isPretty: true)
      return context.console.write(text + "\n")
    }
    let problems = loaded.configuration.problems.filter { $0.feature == feature.name.rawValue }
    let columns = min(max(context.console.columns ?? 80, 40), 100)
    let clock = WallClock.system(at: Date())
    let text = feature.detailsText(columns: columns, problems: problems, wallClock: clock)
    context.console.write(text)
  }
}
