import Dashboard
import FeatureFlags
import Files
import HTTPServer
import Networking
import Terminal
import Usages
import Workbench

/// The failure of a command, which determines the message and the exit code.
enum Failure: Error, Equatable {
  /// The arguments are invalid; `command` names the command whose help explains them.
  case usage(String, command: String?)
  /// The configuration cannot be loaded.
  case source(SourceError)
  /// A feature does not exist or has the wrong type, or the workspace cannot be read or written.
  case store(FlagStoreError)
  /// A configuration is not in the cache; the value is the message.
  case uncached(String)
  /// An operand matches no name, or several names.
  case lookUp(String)
  /// A preset does not exist, is malformed, or cannot be read or written.
  case preset(PresetError)
  /// A theme does not exist or cannot be parsed; the value is the message.
  case theme(String)
  /// An output file cannot be written.
  case output(path: String, reason: String)
  /// The dashboard cannot open the terminal.
  case terminal(TerminalError)
  /// The program of `run` cannot be executed.
  case command(String, SystemError)
  /// The impressions of `decide` were not sent; the value is the message.
  case impressions(String)
  /// The server cannot start.
  case server(HTTPServerError)
  /// A folder with source code cannot be searched.
  case code(UsageSearch.Failure)
  /// The command has already printed a negative result, such as problems or differences that it found.
  case negative
  /// The command has already printed the failures of the set-up; the exit code is that of the first one.
  case diagnosed(exitCode: Int32)

  /// The workspace cannot be read.
  static func notRead(_ error: WorkspaceError) -> Failure { .store(.notRead(error)) }

  /// The workspace cannot be written.
  static func notSaved(_ error: WorkspaceError) -> Failure { .store(.notSaved(error)) }

  /// The error message; `nil` if the command has already printed the result.
  var message: String? {
    switch self {
    case .usage(let text, _): text
    case .source(let error): "\(error)"
    case .store(let error): "\(error)"
    case .preset(.exists(let name)):
      "\(PresetError.exists(name)); add --replace to replace it"
    case .preset(let error): "\(error)"
    case .lookUp(let text), .theme(let text), .impressions(let text), .uncached(let text): text
    case .output(let path, let reason):
      "\(URLRedaction.redacted(path: path)): cannot be written: \(reason)"
    case .terminal(let error): error.message
    case .command(let name, let error):
      "\(URLRedaction.redacted(path: name)): cannot be run: \(error.reason)"
    case .server(.notBound(let address, let failure)):
      "\(HTTPServerError.notBound(address, failure)); "
        + "choose another port, as in --serve=127.0.0.1:8017 or serve --listen 127.0.0.1:8017"
    case .server(let error): "\(error)"
    case .code(let failure): "\(failure.folder): cannot be searched: \(failure.error.reason)"
    case .negative, .diagnosed: nil
    }
  }

  /// Returns the commands that help after the error message; `nil` for a failure without such a command.
  ///
  /// A person who opens the dashboard gets the commands that explain the source; a script does not.
  func hint(isDashboard: Bool) -> String? {
    switch self {
    case .usage(_, let command): "See 'halyard \(command.map { "help \($0)" } ?? "help")'."
    case .source:
      isDashboard ? "See 'halyard doctor', 'halyard check' and 'halyard help sources'." : nil
    case .store, .uncached, .lookUp, .preset, .theme, .output, .terminal, .command, .impressions,
      .server, .code, .negative, .diagnosed:
      nil
    }
  }

  var exitCode: Int32 {
    switch self {
    case .source(.unusable(_, .unavailable)): ExitCode.unavailable
    case .usage, .theme, .terminal, .source(.unsupported), .source(.unusable): ExitCode.usage
    case .source(.unreachable), .source(.status), .source(.denied), .source(.refused),
      .source(.pending), .impressions, .uncached:
      ExitCode.unavailable
    case .source: ExitCode.unreadableConfiguration
    case .store(.notSaved(let error)), .store(.notRead(let error)): error.exitCode
    case .store, .lookUp, .negative: ExitCode.failure
    case .preset(let error): error.exitCode
    case .diagnosed(let exitCode): exitCode
    case .output: ExitCode.unwritableFile
    case .code: ExitCode.unreadableFile
    case .server(.badAddress), .server(.badCertificate): ExitCode.usage
    case .server: ExitCode.unavailable
    case .command(_, let error): error.isMissing ? ExitCode.noCommand : ExitCode.unusableCommand
    }
  }
}

extension TerminalError {
  fileprivate var message: String {
    switch self {
    case .notATerminal:
      "the dashboard needs a terminal, and there is none; 'halyard list' and 'halyard snapshot' work without"
    case .cannotPlaceCursor(let term):
      "TERM is \"\(term)\", a terminal that the dashboard cannot draw on; use 'halyard list'"
    case .alreadyOpen: "this program has opened the terminal already"
    case .system(let code): "the terminal cannot be used: \(SystemError(number: code).reason)"
    }
  }
}

extension PresetError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .badName: ExitCode.usage
    case .unknown, .exists: ExitCode.failure
    case .malformed: ExitCode.unreadableConfiguration
    case .workspace(let error): error.exitCode
    }
  }
}

extension WorkspaceError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .unwritable, .locked: ExitCode.unwritableFile
    case .unreadable, .unusable, .malformed, .damagedQueue: ExitCode.unreadableFile
    case .unfetched, .storage: ExitCode.unavailable
    }
  }
}

/// The exit codes of the program; most are those of `sysexits.h`.
enum ExitCode {
  static let success: Int32 = 0
  /// A check found errors, or a look-up found nothing.
  static let failure: Int32 = 1
  static let usage: Int32 = 64
  static let unreadableConfiguration: Int32 = 65
  /// The source cannot be reached and is not cached, or the event server rejected the events.
  static let unavailable: Int32 = 69
  static let unwritableFile: Int32 = 73
  static let unreadableFile: Int32 = 74
  /// The program of `run` exists but cannot be executed; the same code as in shells.
  static let unusableCommand: Int32 = 126
  /// The program of `run` does not exist; the same code as in shells.
  static let noCommand: Int32 = 127
}

extension FeatureType {
  /// Parses a feature type: its token in configurations, or a name that `list` or the screen shows,
  /// in any letter case.
  ///
  /// - Returns: `nil` for an unknown type.
  init?(named text: String) {
    let folded = text.lowercased()
    let type =
      FeatureType(token: text) ?? FeatureType(token: folded)
      ?? (FeatureType.all + [.deprecated]).first { type in
        [type.description, type.shortName].contains { $0.lowercased() == folded }
      }
    guard let type else { return nil }
    self = type
  }
}
