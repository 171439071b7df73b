import Dashboard
import FeatureFlags
import FoundationEssentials
import Text
import Workbench

/// Compares two configurations; fails if they differ.
struct DiffCommand: Command {
  static let row = CommandRow(
    name: "diff",
    summary:
      "Compare two configurations, or the last two that were fetched; exit code 1 if they differ.",
    operands: [Operand("A", .optional, .files), Operand("B", .optional, .files)],
    options: [.json],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let names: [String]
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    names = arguments.operands
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let (before, after) = try await sides(program)
    let comparison = ConfigurationComparison(from: before.configuration, to: after.configuration)
    let report = ComparisonReport(comparison, from: before, to: after)
    let console = program.console
    for defect in defects(of: [before, after]) { console.complain(defect) }
    if isJSON {
      console.write(json: report.json)
    } else {
      console.print(report.lines(fitting: console.columns))
      console.remark(report.summary)
    }
    if report.isDifferent { throw .negative }
  }

  /// The maximum number of errors of one side that are printed; `check` prints all.
  private static let errorLimit = 5

  /// The errors of both documents without duplicates.
  ///
  /// They are reported because the configuration of a document with errors can differ from the document.
  private func defects(of documents: [ComparedDocument]) -> [String] {
    var defects: [String] = []
    for document in documents {
      let problems = document.configuration.problems.filter { $0.severity == .error }
      let messages = problems.prefix(Self.errorLimit).map { problem in
        let line = problem.line.map { ":\($0)" } ?? ""
        let feature = problem.feature.map { "\($0): " } ?? ""
        return "\(document.name)\(line): \(feature)\(problem.fact)"
      }
      let rest = document.configuration.problemTally.errorCount - messages.count
      let more = rest > 0 ? ["\(document.name) has \(Number.count(rest, "more error"))"] : []
      defects += (messages + more).filter { !defects.contains($0) }
    }
    return defects
  }

  /// The two configurations to compare: of both operands; of the operand and the current source; or,
  /// without operands, the last two of the cache.
  private func sides(
    _ program: Program
  ) async throws(Failure) -> (before: ComparedDocument, after: ComparedDocument) {
    guard let first = names.first else { return try cachedSides(program) }
    let before = try await document(of: first, program)
    return (before, try await document(of: names.count > 1 ? names[1] : nil, program))
  }

  /// Loads the configuration of the named source without a fallback; `nil` names the current source.
  private func document(
    of name: String?,
    _ program: Program
  ) async throws(Failure) -> ComparedDocument {
    var options = source
    options.name = name ?? source.name
    options.fallback = nil
    let setup = try Setup(options, program, isReadOnly: true)
    let loaded = try await setup.load()
    if let reason = loaded.reason { throw .source(reason) }
    return ComparedDocument(
      name: setup.source.name,
      bytes: loaded.bytes ?? [],
      loaded.configuration,
      user: options.user
    )
  }

  /// The last two different configurations that were fetched from the current source.
  private func cachedSides(
    _ program: Program
  ) throws(Failure) -> (before: ComparedDocument, after: ComparedDocument) {
    let setup = try Setup(source, program, isReadOnly: true)
    let before = try mapError(setup.workspace.previous(), to: Failure.notRead)
    let after = try mapError(setup.workspace.lastGood(for: setup.source), to: Failure.notRead)
    let name = setup.source.name
    guard let after else {
      throw .uncached("\(name) is not in the cache: 'halyard refresh' fetches it")
    }
    guard let before else {
      throw .uncached(
        "\(name) has no previous configuration in the cache: its content has not changed since "
          + "\(after.date.formatted(.iso8601)); 'halyard diff FILE' compares it with a file"
      )
    }
    return (try document(of: before, name), try document(of: after, name))
  }

  private func document(of cached: LastGood, _ name: String) throws(Failure) -> ComparedDocument {
    let name = "\(name) (\(cached.date.formatted(.iso8601)))"
    let configuration = try mapError(FileFormats.parse(cached.bytes, source)) {
      (error: ConfigurationError) in Failure.source(.invalid(name, error))
    }
    return ComparedDocument(name: name, bytes: cached.bytes, configuration, user: source.user)
  }
}
