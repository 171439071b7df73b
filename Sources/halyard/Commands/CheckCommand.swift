import Dashboard
import Documents
import FeatureFlags
import Frame

/// Lists every problem of a configuration or of the settings; fails if one of them is an error.
struct CheckCommand: Command {
  static let row = CommandRow(
    name: "check",
    summary: "List every problem of a configuration, or of the settings.",
    options: [.json, .config],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let isJSON: Bool
  /// Whether the command checks the settings (`--config`) instead of a configuration.
  private let isAboutSettings: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    isJSON = arguments.has(.json)
    isAboutSettings = arguments.has(.config)
    if isAboutSettings, let source = arguments.operands.first {
      throw arguments.usage(
        "found --config and the source \"\(source)\", expected only one of them"
      )
    }
  }

  func run(_ program: Program) async throws(Failure) {
    if isAboutSettings { return try SettingsCheck(program).run(isJSON: isJSON) }
    let context = try CommandContext(source, program)
    let source = context.setup.source
    let configuration: Configuration
    do throws(Failure) {
      let loaded = try await context.setup.load()
      // Fails if the source was not loaded: the cached or the fallback configuration is not the one
      // that the user wants to check.
      if !loaded.isCurrent, case .source(let error)? = loaded.failures.first {
        throw Failure.source(error)
      }
      for failure in loaded.failures { context.console.warn("\(failure)") }
      configuration = loaded.configuration
    } catch {
      guard isJSON, case .source(.invalid(_, let reason, _)) = error
      else { throw error }
      let problem = json("\(reason)", .error, line: reason.line, in: source.name)
      context.console.write(JSONValue.list([problem]).text() + "\n")
      throw error
    }
    if isJSON {
      context.console.write(json: .list(list(of: configuration, in: source.name)))
    } else {
      show(configuration, of: source.name, context.console)
    }
    if configuration.problemTally.errorCount > 0 { throw .negative }
  }

  /// The problems as JSON objects; the last object counts the problems that are not listed, if any.
  private func list(of configuration: Configuration, in file: String) -> [JSONValue] {
    let list = configuration.problems.map { problem in
      json(
        "\(problem.fact)",
        problem.severity,
        line: problem.line,
        feature: problem.feature,
        in: file
      )
    }
    let remark = omissionRemark(configuration.problemTally.omittedCount)
    return list + (remark.map { [json($0, .warning, in: file)] } ?? [])
  }

  private func show(_ configuration: Configuration, of file: String, _ console: Console) {
    let problems = configuration.problems.filter { $0.fact != .developmentEnabled }
    let notes = [developmentNote(on: configuration, in: file)].compactMap(\.self)
    let lines = problems.map { line(of: $0, in: file) } + notes
    console.write(lines.map { $0 + "\n" }.joined())
    let omitted = configuration.problemTally.omittedMistakeCount
    if let remark = omissionRemark(omitted) { console.remark(remark) }
    console.remark(summary(of: configuration, in: file))
  }

  /// The remark with the number of unlisted problems; `nil` if all problems are listed.
  private func omissionRemark(_ omitted: Int) -> String? {
    guard omitted > 0 else { return nil }
    return "\(Number.count(omitted, "more problem")) \(omitted == 1 ? "is" : "are") not listed"
  }

  /// The note about enabled development features, which release builds disable; `nil` if there are
  /// no such features.
  ///
  /// All of them share one note: a configuration can have thousands of development features, and they
  /// are not mistakes.
  private func developmentNote(
    on configuration: Configuration,
    in file: String
  ) -> String? {
    let names = configuration.problems.lazy.filter { $0.fact == .developmentEnabled }
      .compactMap(\.feature)
    let total = configuration.problemTally.developmentNoteCount
    guard total > 0 else { return nil }
    let shown = names.prefix(3).map { DisplayText($0, limit: 40).truncated(to: 40).text }
    let rest = total > shown.count ? ", …" : ""
    let (verb, object) = total == 1 ? ("is", "it") : ("are", "them")
    return
      "\(DisplayText(file).text): note: \(Number.count(total, "feature")) \(verb) under development "
      + "and enabled; release builds disable \(object): \(shown.joined(separator: ", "))\(rest)"
  }

  private func line(of problem: Problem, in file: String) -> String {
    let location = problem.line.map { "\(file):\($0)" } ?? file
    let feature = problem.feature.map { "\($0): " } ?? ""
    let text = "\(location): \(problem.severity.rawValue): \(feature)\(problem.fact)"
    return DisplayText(text).text
  }

  private func json(
    _ message: String,
    _ severity: Problem.Severity,
    line: Int? = nil,
    feature: String? = nil,
    in file: String
  ) -> JSONValue {
    .object([
      ("file", .string(file)),
      ("line", .optionalNumber(line.map(Double.init))),
      ("severity", .string(severity.rawValue)),
      ("feature", .text(feature)),
      ("message", .string(message)),
    ])
  }

  private func summary(of configuration: Configuration, in file: String) -> String {
    let problems = configuration.problemTally
    return "\(file): \(Number.count(configuration.features.count, "feature")), "
      + "\(Number.count(problems.errorCount, "error")), \(Number.count(problems.warningCount, "warning"))"
  }
}
