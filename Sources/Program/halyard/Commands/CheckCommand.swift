import Dashboard
import Documents
import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// Lists every problem of a configuration or of the settings; fails if one of them is an error.
struct CheckCommand: Command {
  static let row = CommandRow(
    name: "check",
    summary: "List every problem of a configuration, of its use in code, or of the settings.",
    options: [.json, .code, .config],
    optionHelp: [
      .code: """
      A folder or a file with source code: lists features that no code uses, unknown names and deprecated \
      features that are used, too; may be repeated.
      """,
      .format: """
      github prints annotations for a workflow of GitHub; a name of the formats of sources selects the format \
      of the source.
      """,
    ],
    outputFormats: [annotations],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  /// The value of `--format` for annotations.
  private static let annotations = "github"

  private let source: SourceOptions
  private let isJSON: Bool
  /// Whether the output consists of GitHub workflow commands.
  private let isForWorkflow: Bool
  /// The folders of `--code`; empty without the option.
  private let folders: [String]
  /// Whether the command checks the settings (`--config`) instead of a configuration.
  private let isAboutSettings: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    isJSON = arguments.has(.json)
    isForWorkflow = arguments.values(.format).contains(Self.annotations)
    folders = try arguments.codeFolders()
    isAboutSettings = arguments.has(.config)
    if isAboutSettings, let source = arguments.operands.first {
      throw arguments.usage(
        "found --config and the source \"\(source)\", expected only one of them"
      )
    }
    if isAboutSettings, !folders.isEmpty || isForWorkflow {
      throw arguments.usage("--config checks the settings, without --code and --format")
    }
    if isJSON, isForWorkflow {
      throw arguments.usage("found --json and --format github, expected only one of them")
    }
  }

  func run(_ program: Program) async throws(Failure) {
    if isAboutSettings { return try SettingsCheck(program).run(isJSON: isJSON) }
    let context = try CommandContext(source, program)
    let source = context.setup.source
    let configuration = try await configuration(context)
    let code = try codeCheck(of: configuration, program, source)
    code?.warn(context.console)
    let overrides = await overrideFindings(in: configuration, context)
    let findings = overrides + (code?.findings ?? [])
    if isJSON {
      let list = list(of: configuration, in: source.name) + findings
      context.console.write(json: .list(list.map(\.json)))
    } else {
      show(configuration, of: source, findings, context.console)
      context.console.remark(summary(of: configuration, findings, in: source.name))
      if let remark = undecidedRemark(on: configuration, context) { context.console.remark(remark) }
      if let code { context.console.remark(code.summary) }
    }
    let hasError = findings.contains { $0.severity == .error }
    if configuration.problemTally.errorCount > 0 || hasError { throw .negative }
  }

  /// Searches the code; `nil` without `--code`.
  private func codeCheck(
    of configuration: Configuration,
    _ program: Program,
    _ source: any Source
  ) throws(Failure) -> CodeCheck? {
    if folders.isEmpty { return nil }
    let patterns = program.codeSettings().codePatterns
    return try CodeCheck(configuration, of: source, in: folders, patterns: patterns)
  }

  /// Loads the source, and writes the reason if it cannot be parsed.
  private func configuration(_ context: CommandContext) async throws(Failure) -> Configuration {
    do throws(Failure) {
      let loaded = try await context.setup.load()
      // Fails if the source was not loaded: the cached or the fallback configuration is not the one
      // that the user wants to check.
      if !loaded.isCurrent, case .source(let error)? = loaded.failures.first {
        throw Failure.source(error)
      }
      for failure in loaded.failures { context.console.warn("\(failure)") }
      return loaded.configuration
    } catch {
      guard case .source(.invalid(_, let reason, _)) = error else { throw error }
      let source = context.setup.source
      let finding = CheckFinding(
        file: source.name,
        line: reason.line,
        severity: .error,
        feature: nil,
        message: "\(reason)"
      )
      if isJSON { context.console.write(JSONValue.list([finding.json]).text() + "\n") }
      if isForWorkflow { write([finding], of: source, context.console) }
      throw error
    }
  }

  /// The overrides of the workspace of which apps may not get the results; warns if they cannot be read.
  private func overrideFindings(
    in configuration: Configuration,
    _ context: CommandContext
  ) async -> [CheckFinding] {
    // A store of its own: to check a source does not draw and save assignments.
    let store = FlagStore(context: context.setup.store.context)
    do {
      let overrides = try await context.setup.store.storedOverrides()
      let now = Date()
      store.applyUntilExit(overrides.filter { !$0.value.isExpired(at: now) })
      try store.load(configuration)
    } catch {
      context.console.warn("\(error)")
    }
    return store.overrideCaveats().map { feature, caveat in
      CheckFinding(
        file: context.setup.source.name,
        line: nil,
        severity: .warning,
        feature: feature.rawValue,
        message: "the override: \(caveat)"
      )
    }
  }

  /// The problems as findings; if some problems are not listed, the last finding has their number.
  private func list(of configuration: Configuration, in file: String) -> [CheckFinding] {
    let list = configuration.problems.map { finding(about: $0, in: file) }
    let remark = omissionRemark(configuration.problemTally.omittedCount)
    return list
      + [remark].compactMap(\.self).map {
        CheckFinding(file: file, line: nil, severity: .warning, feature: nil, message: $0)
      }
  }

  private func finding(about problem: Problem, in file: String) -> CheckFinding {
    CheckFinding(
      file: file,
      line: problem.line,
      severity: problem.severity,
      feature: problem.feature,
      message: "\(problem.fact)"
    )
  }

  private func show(
    _ configuration: Configuration,
    of source: any Source,
    _ findings: [CheckFinding],
    _ console: Console
  ) {
    let problems = configuration.problems.filter { $0.fact != .developmentEnabled }
      .map { finding(about: $0, in: source.name) }
    let note = developmentNote(on: configuration, in: source.name)
    write(problems + [note].compactMap(\.self) + findings, of: source, console)
    let omitted = configuration.problemTally.omittedMistakeCount
    if let remark = omissionRemark(omitted) { console.remark(remark) }
  }

  /// Writes findings as lines, or as GitHub workflow commands.
  private func write(_ findings: [CheckFinding], of source: any Source, _ console: Console) {
    let isFile = source is FileSource
    let lines = findings.map { finding in
      guard isForWorkflow else { return finding.text }
      return finding.annotation(isFile: isFile || finding.file != source.name)
    }
    console.write(lines.map { $0 + "\n" }.joined())
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
  ) -> CheckFinding? {
    let names = configuration.problems.lazy.filter { $0.fact == .developmentEnabled }
      .compactMap(\.feature)
    let total = configuration.problemTally.developmentNoteCount
    guard total > 0 else { return nil }
    let shown = names.prefix(3).map { DisplayText($0, limit: 40).truncated(to: 40).text }
    let rest = total > shown.count ? ", …" : ""
    let (verb, object) = total == 1 ? ("is", "it") : ("are", "them")
    let text =
      "\(Number.count(total, "feature")) \(verb) under development and enabled; release builds "
      + "disable \(object): \(shown.joined(separator: ", "))\(rest)"
    return CheckFinding(file: file, line: nil, severity: .note, feature: nil, message: text)
  }

  /// The share of features that only the flag service can evaluate for the user; `nil` for none.
  private func undecidedRemark(on configuration: Configuration, _ context: CommandContext)
    -> String?
  {
    let user = context.setup.store.context
    let allocator = configuration.evaluator.allocator(
      for: user,
      count: configuration.features.count
    )
    let count = configuration.features.count { feature in
      var feature = feature
      feature.allocate(by: allocator)
      return feature.undecidedReason != nil
    }
    guard count > 0 else { return nil }
    return "\(Number.count(count, "feature")) of \(configuration.features.count) "
      + "\(count == 1 ? "is" : "are") undecided for \(user.targetingKey ?? "a user without a key")"
  }

  private func summary(
    of configuration: Configuration,
    _ findings: [CheckFinding],
    in file: String
  ) -> String {
    let problems = configuration.problemTally
    let errors = problems.errorCount + findings.count { $0.severity == .error }
    let warnings = problems.warningCount + findings.count { $0.severity == .warning }
    return "\(file): \(Number.count(configuration.features.count, "feature")), "
      + "\(Number.count(errors, "error")), \(Number.count(warnings, "warning"))"
  }
}
