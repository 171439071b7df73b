import Dashboard
import FeatureFlags

/// Reports everything that is wrong with a configuration.
enum CheckCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let source = context.setup.source
    let configuration: Configuration
    do throws(Failure) {
      let loaded = try await context.setup.load()
      // What is checked is what the source has now, and nothing that stands in for it.
      if !loaded.isCurrent, case .source(let error)? = loaded.failures.first {
        throw Failure.source(error)
      }
      for failure in loaded.failures { context.console.warn("\(failure)") }
      configuration = loaded.configuration
    } catch {
      guard arguments.has(.json), case .source(.invalid(_, let reason, _)) = error
      else { throw error }
      context.console.write(JSONValue.list([json(of: reason, in: source.name)]).text() + "\n")
      throw error
    }
    let problems = configuration.problems
    if arguments.has(.json) {
      let list = JSONValue.list(problems.map { json(of: $0, in: source.name) })
      context.console.write(list.text(isPretty: true) + "\n")
    } else {
      context.console.write(problems.map { line(of: $0, in: source.name) + "\n" }.joined())
      context.console.remark(summary(of: configuration, in: source.name))
    }
    if problems.contains(where: { $0.severity == .error }) { throw .negative }
  }

  private static func line(of problem: Problem, in file: String) -> String {
    let place = problem.line.map { "\(file):\($0)" } ?? file
    let feature = problem.feature.map { "\($0): " } ?? ""
    let words = "\(place): \(problem.severity.rawValue): \(feature)\(problem.fact)"
    return DisplayText(words).text
  }

  private static func json(of problem: Problem, in file: String) -> JSONValue {
    .object([
      ("file", .string(file)),
      ("line", .optionalNumber(problem.line.map(Double.init))),
      ("severity", .string(problem.severity.rawValue)),
      ("feature", .text(problem.feature)),
      ("message", .string("\(problem.fact)")),
    ])
  }

  private static func json(of error: ConfigurationError, in file: String) -> JSONValue {
    .object([
      ("file", .string(file)),
      ("line", .optionalNumber(error.line.map(Double.init))),
      ("severity", .string(Problem.Severity.error.rawValue)),
      ("feature", .null),
      ("message", .string("\(error)")),
    ])
  }

  private static func summary(of configuration: Configuration, in file: String) -> String {
    let errors = configuration.problems.count { $0.severity == .error }
    let warnings = configuration.problems.count - errors
    return "\(file): \(count(configuration.features.count, "feature")), "
      + "\(count(errors, "error")), \(count(warnings, "warning"))"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
