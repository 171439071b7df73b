import FeatureFlags
import Optimizely

import struct FoundationEssentials.Date

extension DecideCommand {
  /// Says what a tester should know before reading decisions.
  ///
  /// - Parameters:
  ///   - keys: The flags that are asked for.
  ///   - user: The user, with what is forced.
  ///   - service: What decides.
  ///   - problems: What is wrong with the datafile.
  ///   - context: What the command works with.
  static func warn(
    about keys: [String],
    for user: UserContext,
    _ service: DatafileService,
    _ problems: [Problem],
    _ context: CommandContext
  ) {
    let (console, asked) = (context.console, Set(keys))
    for problem in problems where problem.feature.map(asked.contains) ?? true {
      let flag = problem.feature.map { "\($0): " } ?? ""
      console.warn("\(flag)\(problem.fact)")
    }
    if user.id.isEmpty {
      console.warn("decided for a user without an identifier, which \(Option.user.flag) gives")
    }
    for mistake in service.evaluator.mistakesInForcedDecisions(of: user) {
      console.warn("\(Option.force.flag) \(mistake)")
    }
    warnOfOverrides(of: keys, in: context.setup.workspace, console)
  }

  /// Says which flags a tester has overridden, since decisions are made without that.
  private static func warnOfOverrides(
    of keys: [String],
    in workspace: Workspace,
    _ console: Console
  ) {
    let overrides: [Feature.Name: Override]
    do throws(WorkspaceError) {
      overrides = try workspace.overrides()
    } catch {
      // They have no effect here, so decisions are made all the same.
      return console.warn("\(error)")
    }
    let now = Date()
    let overridden = keys.filter { key in
      guard let override = overrides[FeatureName(rawValue: key)] else { return false }
      return !override.isEmpty && !override.isExpired(at: now)
    }
    guard !overridden.isEmpty else { return }
    let isOne = overridden.count == 1
    console.warn(
      "\(overridden.joined(separator: ", ")) \(isOne ? "is" : "are") overridden in the workspace; "
        + "'decide' shows what the datafile decides, 'show' what is in effect"
    )
  }
}
