import Documents
import FeatureFlags
import Text

/// Lists every problem of the settings file; fails if one of them is an error.
struct SettingsCheck {
  private let console: Console
  private let path: String
  private let settings: Settings
  private let hasFile: Bool

  /// Reads and checks the settings file.
  ///
  /// - Throws: `store` for a file that cannot be read.
  init(_ program: Program) throws(Failure) {
    console = program.console
    path = program.settingsFile.path
    (settings, hasFile) = try mapError(program.checkedSettings(), to: Failure.notRead)
  }

  /// Prints the problems, and the valid settings if there is no problem.
  ///
  /// - Throws: `negative` if one of the problems is an error.
  func run(isJSON: Bool) throws(Failure) {
    if isJSON {
      console.write(json: JSONValue.list(settings.problems.map(json)))
    } else {
      console.write(settings.problems.map(line).joined())
      if settings.problems.isEmpty { writeSettings() }
      console.remark(summary)
    }
    if settings.problems.contains(where: { $0.severity == .error }) { throw .negative }
  }

  private func line(of problem: SettingsProblem) -> String {
    let location = problem.line.map { "\(path):\($0)" } ?? path
    return DisplayText("\(location): \(problem.severity.rawValue): \(problem.text)").text + "\n"
  }

  private func json(of problem: SettingsProblem) -> JSONValue {
    .object([
      ("file", .string(path)),
      ("line", .optionalNumber(problem.line.map(Double.init))),
      ("severity", .string(problem.severity.rawValue)),
      ("setting", .text(problem.setting)),
      ("message", .string(problem.text)),
    ])
  }

  /// Prints each setting with its line in the file, or its default.
  private func writeSettings() {
    let rows = Setting.all.map { setting in
      let defaultText = setting.defaultText.filter { $0 != "`" }
      return [setting.name, settings.lines[setting].map { "line \($0)" } ?? defaultText]
    }
    console.write(Table(rows: rows).text)
  }

  private var summary: String {
    guard hasFile else { return "\(path): there is no settings file; the defaults apply" }
    let errors = settings.problems.count { $0.severity == .error }
    let warnings = settings.problems.count - errors
    return "\(path): \(Number.count(settings.lines.count, "valid setting")), "
      + "\(Number.count(errors, "error")), \(Number.count(warnings, "warning"))"
  }
}
