import Dashboard
import Documents
import FeatureFlags

extension DecideCommand {
  /// Evaluates flags of a document whose flags have values.
  ///
  /// - Throws: `usage` for a document of another format, and for an option that needs a datafile.
  func decideFeatures(
    of configuration: Configuration,
    _ context: CommandContext
  ) async throws(Failure) {
    let features = configuration.features.filter(\.definition.declaresResult)
    guard !features.isEmpty else {
      let article = context.setup.origin == .bundled ? "the " : ""
      throw .usage(
        "'decide' needs a datafile; \(article)\(context.setup.source.name) is not one, "
          + "nor another document whose flags have values",
        command: Self.row.name
      )
    }
    let isPlain = options.subtracting([Self.reasons]).isEmpty
    guard isPlain, context.setup.sink == nil else {
      let option = isPlain ? Option.events : .option
      throw .usage("\(option.flag) needs a datafile", command: Self.row.name)
    }
    let known = features.map(\.name.rawValue)
    let keys = try keys(among: known, of: configuration)
    let console = context.console
    let problems = configuration.problems.filter { $0.severity != .note }
    warn(of: problems, about: keys ?? known, console)
    for key in self.forced.map(\.flag) where !known.contains(key) {
      console.warn("\(Option.force.flag) \(key): the document has no such flag")
    }
    await warnOfOverrides(of: keys ?? known, in: context.setup.store, console, "document")
    let forced = features.map { forcing($0, by: configuration.evaluator, console) }
    let byKey = Dictionary(zip(known, forced)) { first, _ in first }
    let selected = keys?.compactMap { byKey[$0] } ?? forced
    let user = context.setup.store.context
    let evaluator = configuration.evaluator.forcing(forced.filter(\.isOverridden))
    let allocator = evaluator.allocator(for: user, count: features.count)
    let outputs = selected.map { feature in
      var feature = feature
      feature.allocate(by: allocator)
      return output(of: feature, by: evaluator, for: user, columns: console.columns ?? 80)
    }
    show(outputs, console)
  }

  /// Returns a flag with the override that `--force` makes; warns of a variation or a rule that the flag does
  /// not have.
  private func forcing(
    _ feature: Feature,
    by evaluator: any FlagEvaluator,
    _ console: Console
  ) -> Feature {
    var forcedFeature = feature.overridden(by: nil)
    guard !forced.isEmpty else { return forcedFeature }
    let rules = Set(evaluator.rules(of: feature).map(\.key))
    for forced in forced where forced.flag == feature.name.rawValue {
      do throws(OverrideError) {
        var change = OverrideChoice.rule(forced.rule ?? "", forced.variation)
        if forced.rule == nil {
          change = try feature.choice(setting: forced.variation.rawValue)
        }
        forcedFeature = forcedFeature.overridden(by: try forcedFeature.override(after: change))
        guard let rule = forced.rule, !rules.contains(rule) else { continue }
        console.warn("\(Option.force.flag) \(feature.name): has no rule \"\(rule)\"")
      } catch {
        console.warn("\(Option.force.flag) \(feature.name): \(error)")
      }
    }
    return forcedFeature
  }

  private func output(
    of feature: Feature,
    by evaluator: any FlagEvaluator,
    for user: EvaluationContext,
    columns: Int
  ) -> Output {
    let evaluation = feature.evaluation(in: .development)
    let explanation = { evaluator.explanation(of: feature, in: user) ?? Explanation() }
    let rule = evaluation.rule.map { evaluator.title(ofRule: $0, of: feature) } ?? ""
    let reason = feature.lacksUser ? "no user" : evaluation.reason.rawValue
    let row = [feature.name.text, feature.stateText, reason, rule]
    return Output(row: row) {
      .object(
        feature.decisionMembers + (hasTrace ? explanation().members : [])
      )
    } lines: {
      feature.explanationLines(explanation(), for: user, columns: max(columns, 40) - 2)
    }
  }
}
