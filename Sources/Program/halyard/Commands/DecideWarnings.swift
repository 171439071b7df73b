import FeatureFlags
import FlagSystem

extension DecideCommand {
  /// Prints the warnings about the datafile, the user and the forced variations that affect the decisions.
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
  ) {
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
  }

  /// Prints the problems of the document and of some of its flags.
  func warn(of problems: [Problem], about keys: [String], _ console: Console) {
    let selected = Set(keys)
    for problem in problems where problem.feature.map(selected.contains) ?? true {
      let flag = problem.feature.map { "\($0): " } ?? ""
      console.warn("\(flag)\(problem.fact)")
    }
  }
}
