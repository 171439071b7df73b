import FeatureFlags
import Text

/// The settings file with its mistakes, or the reason why it cannot be read.
struct SettingsFacts: Sendable {
  let path: String
  let result: Result<(settings: Settings, hasFile: Bool), WorkspaceError>

  /// Reads the settings file.
  init(_ program: Program) {
    path = program.settingsFile.path
    result = Result { () throws(WorkspaceError) in try program.checkedSettings() }
  }

  /// The largest number of mistakes in the page; `halyard check --config` lists all.
  private static let limit = 5
  /// The remedy of a file with more mistakes.
  private static let list = "halyard check --config lists all of them"

  var findings: [DoctorFinding] {
    let settings: Settings
    switch result {
    case .failure(let error): return [.failure(error)]
    case .success((_, false)):
      return [.ok("\(path): there is no settings file; the defaults apply")]
    case .success((let found, true)): settings = found
    }
    guard !settings.problems.isEmpty else {
      return [.ok("\(path): \(Number.count(settings.lines.count, "valid setting"))")]
    }
    let hidden = settings.problems.dropFirst(Self.limit)
    let text = "\(path): \(Number.count(hidden.count, "more mistake"))"
    let more: DoctorFinding =
      hidden.contains { $0.severity == .error }
      ? .failure(text, remedy: Self.list, exitCode: ExitCode.failure)
      : .warning(text, remedy: Self.list)
    return settings.problems.prefix(Self.limit).map(finding) + (hidden.isEmpty ? [] : [more])
  }

  private func finding(of problem: SettingsProblem) -> DoctorFinding {
    let text = problem.description(in: path)
    let location = problem.line.map { "line \($0)" } ?? "the file"
    let key = problem.setting.map { " (\"\($0)\")" } ?? ""
    switch problem.severity {
    case .error:
      return .failure(
        text,
        remedy: "correct or delete \(location)\(key); the default applies until then",
        exitCode: ExitCode.failure
      )
    case .warning, .note:
      return .warning(text, remedy: "correct or delete \(location)\(key)")
    }
  }
}
