import FeatureFlags
import FlagSystem

import struct FoundationEssentials.Date

extension DecideCommand {
  /// Prints the warnings about the datafile, the user and the overrides that affect the decisions.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags to evaluate.
  ///   - service: The evaluator of the datafile.
  ///   - problems: The problems of the datafile.
  ///   - context: The context of the command.
  func warn(
    about keys: [String],
    by service: any DecidingEvaluator,
    _ problems: [Problem],
    _ context: CommandContext
  ) async {
    let console = context.console
    warn(of: problems, about: keys, console)
    if (context.setup.store.context.targetingKey ?? "").isEmpty {
      console.warn(
        "no user is given, so the decisions are for a user without a key; add \(Option.user.flag) KEY"
      )
    }
    for mistake in service.mistakes(in: overrides) {
      console.warn("\(Option.force.flag) \(mistake)")
    }
    await warnOfOverrides(of: keys, in: context.setup.store, console)
  }

  /// Prints the problems of the document and of some of its flags.
  func warn(of problems: [Problem], about keys: [String], _ console: Console) {
    let selected = Set(keys)
    for problem in problems where problem.feature.map(selected.contains) ?? true {
      let flag = problem.feature.map { "\($0): " } ?? ""
      console.warn("\(flag)\(problem.fact)")
    }
  }

  /// Warns of flags that have an override, which `decide` ignores.
  func warnOfOverrides(
    of keys: [String],
    in store: FlagStore,
    _ console: Console
  ) async {
    let overrides: [OverrideKey: Override]
    do throws(WorkspaceError) {
      overrides = try await store.storedOverrides()
    } catch {
      // Only warns if the overrides cannot be read: they do not affect the result of `decide`.
      return console.warn("\(error)")
    }
    let now = Date()
    let active = overrides.filter { !$0.value.isEmpty && !$0.value.isExpired(at: now) }
    let names = Set(active.keys.map(\.feature))
    let overridden = keys.filter { names.contains(Feature.Name(rawValue: $0)) }
    guard !overridden.isEmpty else { return }
    let isOne = overridden.count == 1
    console.warn(
      "\(overridden.joined(separator: ", ")) \(isOne ? "is" : "are") overridden in the workspace; "
        + "'decide' ignores overrides, and 'show' applies them"
    )
  }
}
