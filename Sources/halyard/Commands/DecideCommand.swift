import Dashboard
import Documents
import FeatureFlags
import Frame
import Locking
import Optimizely

/// Decides about flags of a datafile for a user, as the service's own libraries do.
///
/// What a tester overrides is left aside; `--force` forces instead.
enum DecideCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let loaded = try await context.setup.load()
    for failure in loaded.failures { context.console.warn("\(failure)") }
    guard let service = loaded.configuration.service as? DatafileService else {
      throw .usage(
        "'decide' wants a datafile, and \(context.setup.source.name) is none",
        command: .decide
      )
    }
    let evaluator = service.evaluator
    let user = try forced(service.user, arguments)
    var options = try options(arguments)
    if arguments.has(.trace) { options.insert(.includeTrace) }
    let keys =
      arguments.has(.all)
      ? evaluator.keys : try Self.keys(selectedBy: arguments.operands, among: evaluator.keys)
    warn(about: keys, for: user, service, loaded.configuration.problems, context)
    let decisions = evaluator.decide(eachOf: keys, for: user, options: options)
    let shown = options.contains(.enabledFlagsOnly) ? decisions.filter(\.isEnabled) : decisions
    let isExplained = arguments.has(.trace) || options.contains(.includeReasons)
    show(shown, arguments, isExplained: isExplained, context.console) {
      let remark = service.remark(onOrderOf: $0, for: user, options: options)
      return (remark.map { [$0] } ?? []) + [service.consequence(of: $0)]
    }
    try await send(decisions, of: user, in: evaluator.datafile, context)
  }

  private static func keys(
    selectedBy words: [String],
    among known: [String]
  ) throws(Failure) -> [String] {
    var keys: [String] = []
    for word in words {
      switch NameMatch(of: word, among: known) {
      case .found(let key): keys.append(key)
      case .ambiguous(let names): throw .ambiguous(word, names)
      case .none:
        let nearest = Spelling.nearest(to: word, among: known)
        throw .store(.unknownFeature(FeatureName(rawValue: word), nearest: nearest))
      }
    }
    return keys
  }

  /// Sends what an app would send, if there is a place for it.
  private static func send(
    _ decisions: [FlagDecision],
    of user: UserContext,
    in datafile: Datafile,
    _ context: CommandContext
  ) async throws(Failure) {
    guard let option = context.setup.sink else { return }
    let console = context.console
    let problems = Locked<[String]>([])
    let sink = option.sink(in: context.setup.workspace) { problem in
      problems.withLock { $0.append("\(problem)") }
    }
    do throws(OptimizelyError) {
      try sink.send(decisions, of: user, in: datafile)
    } catch {
      throw .impressions("\(error)")
    }
    let waiting = await sink.finish(within: option.timeout)
    var said = problems.withLock(\.self)
    if waiting > 0 { said.append(option.waitingWords(waiting, in: sink.folder)) }
    for problem in said.dropLast() { console.warn(problem) }
    if let last = said.last { throw .impressions(last) }
  }

  private static func show(
    _ decisions: [FlagDecision],
    _ arguments: Arguments,
    isExplained: Bool,
    _ console: Console,
    notes: (FlagDecision) -> [String]
  ) {
    guard !arguments.has(.json) else {
      let list = decisions.map(\.json)
      let isOne = !arguments.has(.all) && list.count == 1
      let json = isOne ? list[0] : JSONValue.list(list)
      return console.write(json.text(isPretty: true) + "\n")
    }
    guard isExplained else {
      return console.write(Table(rows: decisions.map(\.row)).text)
    }
    for decision in decisions {
      console.write(Table(rows: [decision.row]).text)
      let lines = decision.reasons + (decision.trace?.lines ?? []) + notes(decision)
      console.write(lines.map { $0.line + "\n" }.joined())
    }
  }

  /// The user with what is forced upon the flags.
  private static func forced(
    _ user: UserContext,
    _ arguments: Arguments
  ) throws(Failure) -> UserContext {
    var user = user
    for text in arguments.values(.force) {
      guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
        throw .usage("--force \"\(text)\" wants FLAG[:RULE]=VARIATION", command: .decide)
      }
      let place = text[..<equals].split(
        separator: ":",
        maxSplits: 1,
        omittingEmptySubsequences: false
      ).map(String.init)
      guard !place.contains("") else {
        throw .usage("--force \"\(text)\" wants FLAG[:RULE]=VARIATION", command: .decide)
      }
      let subject = UserContext.ForcedDecision(
        flag: place.first ?? "",
        rule: place.count > 1 ? place[1] : nil
      )
      user.forcedDecisions[subject] = String(text[text.index(after: equals)...])
    }
    return user
  }

  private static func options(_ arguments: Arguments) throws(Failure) -> DecideOptions {
    var options: DecideOptions = []
    for name in arguments.values(.option) {
      guard let option = DecideOptions(name: name) else {
        let names = DecideOptions.names.map(\.name).joined(separator: ", ")
        throw .usage("--option \"\(name)\" wants one of \(names)", command: .decide)
      }
      options.insert(option)
    }
    return options
  }
}

extension String {
  /// The text as an indented line, safe to print, without spaces at its end.
  fileprivate var line: String {
    var text = DisplayText("  \(self)").text
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension FlagDecision {
  /// The decision as a row of a table.
  fileprivate var row: [String] {
    [
      flag, isEnabled ? "on" : "off", variation ?? "no variation", source?.rawValue ?? "",
      rule.map { "rule \($0)" } ?? "",
    ]
  }
}
