import Dashboard
import Documents
import FeatureFlags
import FlagSystem
import Locking
import Text

/// Evaluates flags of a datafile, or of a document of another flag system, for a user, as the SDKs do.
///
/// The overrides of the workspace or the team that hold for the user are applied; `--force` has precedence.
struct DecideCommand: Command {
  static let row = CommandRow(
    name: "decide",
    summary: "Evaluate flags of a datafile or another flag system for a user, with the reasons.",
    operands: [Operand("NAME", .any, .features)],
    options: [.all, .force, .isolated, .option, .trace, .events, .json],
    optionHelp: [
      .all: "Evaluate all flags.",
      .force: "Force a variation of a flag or of one of its rules; may be repeated.",
    ],
    optionValues: [.force: "FLAG[:RULE]=VARIATION"],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  let source: SourceOptions
  /// The operands that select flags; `nil` for all flags.
  let words: [String]?
  let forced: [ForcedVariation]
  /// The values of `--option`: names of decide options of the SDKs, such as `includeReasons`.
  let options: Set<String>
  let hasTrace: Bool
  private let isJSON: Bool

  /// A value of `--force`: the variation that a flag, or one of its rules, is forced to.
  struct ForcedVariation {
    let flag: String
    let rule: String?
    let variation: TestVariation
  }

  init(_ arguments: Arguments) throws(Failure) {
    let operands = arguments.operands
    guard arguments.has(.all) == operands.isEmpty else {
      throw arguments.usage("'decide' expects the keys of flags, or --all, and not both")
    }
    words = operands.isEmpty ? nil : operands
    source = try arguments.sourceOptions()
    forced = try Self.forced(arguments)
    options = try Self.options(arguments)
    hasTrace = arguments.has(.trace)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    for failure in loaded.failures { context.console.warn("\(failure)") }
    guard let service = loaded.configuration.anyEvaluator(as: (any DecidingEvaluator).self) else {
      return try decideFeatures(of: loaded.configuration, context)
    }
    let known = service.keys
    let keys = try keys(among: known, of: loaded.configuration)
    warn(about: keys ?? known, by: service, loaded.configuration.problems, context)
    let decisions = service.decide(
      DecisionRequest(
        context: context.setup.store.context,
        keys: keys ?? known,
        forced: context.setup.store.activeOverrides.merging(overrides) { $1 },
        options: options,
        hasTrace: hasTrace
      )
    )
    let outputs = decisions.filter(\.isShown).map { decision in
      Output(row: decision.row, json: { decision.json }, lines: { decision.lines })
    }
    show(outputs, context.console)
    try await send(decisions, context)
  }

  /// Returns the keys that the operands select among those of the evaluated flags; `nil` for all flags.
  ///
  /// - Throws: `usage` for a feature that no flag service evaluates, `store` for an unknown name.
  func keys(
    among known: [String],
    of configuration: Configuration
  ) throws(Failure) -> [String]? {
    guard let words else { return nil }
    var keys: [String] = []
    for word in words {
      switch NameMatch(of: word, among: known) {
      case .found(let key): keys.append(key)
      case .ambiguous(let names): throw .ambiguous(word, names)
      case .none:
        if configuration.features.contains(where: { $0.name.rawValue == word }) {
          throw .usage(
            "'decide' evaluates the flags of a flag service, and \(word) is not one; "
              + "'halyard show' has its state",
            command: Self.row.name
          )
        }
        let nearest = NameSuggestions.suggestions(for: word, among: known)
        throw .store(.unknownFeature(Feature.Name(rawValue: word), nearest: nearest))
      }
    }
    return keys
  }

  /// Sends the impressions that an app would send; does nothing without `--events`.
  private func send(
    _ decisions: [any SystemDecision],
    _ context: CommandContext
  ) async throws(Failure) {
    guard let option = context.setup.sink else { return }
    let console = context.console
    let problems = Locked<[String]>([])
    let client = context.program.makeClient()
    let sink = option.sink(in: context.setup.workspace, client: client) { problem in
      problems.withLock { $0.append(problem) }
    }
    do { try sink.send(decisions) } catch { throw .impressions("\(error)") }
    let waiting = await sink.finish(within: option.timeout)
    var messages = problems.withLock(\.self)
    if waiting > 0 { messages.append(option.waitingMessage(waiting, in: sink.folder)) }
    for problem in messages.dropLast() { console.warn(problem) }
    if let last = messages.last { throw .impressions(last) }
  }

  /// A decision in all forms in which the command prints it.
  struct Output {
    /// The cells of the table.
    let row: [String]
    let json: () -> JSONValue
    /// Returns the lines with the reasons, for `--trace`.
    let lines: () -> [String]
  }

  func show(_ outputs: [Output], _ console: Console) {
    guard !isJSON else {
      let list = outputs.map { $0.json() }
      let json = words != nil && list.count == 1 ? list[0] : JSONValue.list(list)
      return console.write(json: json)
    }
    guard hasTrace || options.contains(Self.reasons) else {
      return console.write(Table(rows: outputs.map(\.row)).text)
    }
    for output in outputs {
      console.write(Table(rows: [output.row]).text)
      console.write(output.lines().map { $0.line + "\n" }.joined())
    }
  }

  /// The decide option of the SDKs that requests the reasons of a decision.
  static let reasons = "includeReasons"

  /// The forced variations, by the key of the flag.
  var overrides: [String: Override] {
    forced.reduce(into: [:]) { overrides, forced in
      if let rule = forced.rule {
        overrides[forced.flag, default: Override()].rules[rule] = forced.variation
      } else {
        overrides[forced.flag, default: Override()].variation = forced.variation
      }
    }
  }

  /// Parses the values of `--force`: a variation for each flag or rule.
  private static func forced(_ arguments: Arguments) throws(Failure) -> [ForcedVariation] {
    var forced: [ForcedVariation] = []
    for text in arguments.values(.force) {
      let equals = text.lastIndex(of: "=") ?? text.startIndex
      let subject = text[..<equals].split(
        separator: ":",
        maxSplits: 1,
        omittingEmptySubsequences: false
      ).map(String.init)
      guard equals > text.startIndex, !subject.contains("") else {
        throw .usage(
          "--force: found \"\(text)\", expected FLAG[:RULE]=VARIATION",
          command: Self.row.name
        )
      }
      let variation = TestVariation(name: String(text[text.index(after: equals)...]))
      let rule = subject.count > 1 ? subject[1] : nil
      forced.append(ForcedVariation(flag: subject[0], rule: rule, variation: variation))
    }
    return forced
  }

  private static func options(_ arguments: Arguments) throws(Failure) -> Set<String> {
    let known = FlagSystems.all.compactMap(\.decisions).flatMap(\.options)
    let options = arguments.values(.option)
    guard let unknown = options.first(where: { !known.contains($0) }) else { return Set(options) }
    throw .usage(
      "--option: found \"\(unknown)\", expected one of \(known.joined(separator: ", "))",
      command: Self.row.name
    )
  }
}

extension FlagStore {
  /// The overrides that hold for the default user, by the name of the feature.
  fileprivate var activeOverrides: [String: Override] {
    let pairs = features.compactMap { feature in
      feature.override.map { (feature.name.rawValue, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension String {
  /// The text as an indented line for a terminal, without trailing spaces.
  fileprivate var line: String {
    var text = DisplayText("  \(self)").text
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension DecideCommand {
  /// Evaluates the flags of a document that is not a datafile.
  ///
  /// - Throws: `usage` for a document whose flags have no values, and for an option that needs a
  ///   datafile.
  private func decideFeatures(
    of configuration: Configuration,
    _ context: CommandContext
  ) throws(Failure) {
    let features = context.setup.store.features.filter(\.definition.declaresResult)
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

  /// Returns a flag with the variations that `--force` sets, instead of its override; warns of a variation or
  /// a rule that the flag does not have.
  private func forcing(
    _ feature: Feature,
    by evaluator: any FlagEvaluator,
    _ console: Console
  ) -> Feature {
    guard forced.contains(where: { $0.flag == feature.name.rawValue }) else { return feature }
    var forcedFeature = feature.configured
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
    let reason = feature.lacksTargetingKey ? "no user" : evaluation.reason.rawValue
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
