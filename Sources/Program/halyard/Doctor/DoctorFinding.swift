import Documents
import FeatureFlags

/// The result of a check of `doctor`: a text for the user, and a remedy unless all is well.
enum DoctorFinding: Hashable, Sendable {
  case ok(String)
  /// The program works, but not fully.
  case warning(String, remedy: String)
  /// A part of the program does not work; the exit code is that of a command which needs this part.
  case failure(String, remedy: String, exitCode: Int32)

  /// The kind of the finding, in the page and in JSON.
  enum Level: String, CaseIterable, Sendable {
    case ok, warning, failure
  }

  var level: Level {
    switch self {
    case .ok: .ok
    case .warning: .warning
    case .failure: .failure
    }
  }

  var text: String {
    switch self {
    case .ok(let text), .warning(let text, _), .failure(let text, _, _): text
    }
  }

  /// The command or setting that solves the problem; `nil` for `ok`.
  var remedy: String? {
    switch self {
    case .ok: nil
    case .warning(_, let remedy), .failure(_, let remedy, _): remedy
    }
  }

  /// The exit code of a failure; `nil` for any other finding.
  var exitCode: Int32? {
    switch self {
    case .ok, .warning: nil
    case .failure(_, _, let exitCode): exitCode
    }
  }

  /// Creates a failure from the error of a command.
  static func failure(_ failure: Failure, remedy: String) -> DoctorFinding {
    .failure(failure.message ?? "failed", remedy: remedy, exitCode: failure.exitCode)
  }

  /// Creates a failure from the error of a file or of a storage, with its own remedy.
  static func failure(_ error: WorkspaceError) -> DoctorFinding {
    .failure("\(error)", remedy: error.remedy, exitCode: Failure.notRead(error).exitCode)
  }

  /// Returns the finding as a JSON object, with the name of its check.
  func json(of check: String) -> JSONValue {
    .object([
      ("check", .string(check)), ("result", .string(level.rawValue)), ("message", .string(text)),
      ("remedy", .text(remedy)),
    ])
  }
}
