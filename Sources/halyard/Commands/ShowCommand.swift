import Dashboard
import FeatureFlags
import Frame

import struct FoundationEssentials.Date

/// Shows everything about one feature.
enum ShowCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let loaded = try await context.open()
    let name = try context.name(selectedBy: arguments.operands[0])
    let feature: Feature
    do throws(FlagStoreError) {
      feature = try context.setup.store.requiredFeature(named: name)
    } catch {
      throw .store(error)
    }
    for failure in loaded.failures { context.console.warn("\(failure)") }
    if arguments.has(.json) {
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
