import FeatureFlags
import Files
import Networking
import Terminal

/// Why the program does not do what it was asked to; the words for people are made here.
enum Failure: Error, Equatable {
  /// The arguments are wrong; with the name of the command whose help explains them.
  case usage(String, command: String?)
  /// The configuration cannot be read.
  case source(SourceError)
  /// A feature is not there, or not of the wanted kind; or the workspace failed.
  case store(FlagStoreError)
  /// A name on the command line selects nothing, or several things.
  case lookUp(String)
  /// A theme is not there or not to be understood.
  case theme(String)
  /// A file cannot be written.
  case output(path: String, reason: String)
  /// The screen cannot be opened.
  case terminal(TerminalError)
  /// A command that the user named cannot be run.
  case command(String, SystemError)
  /// Impressions were not sent.
  case impressions(String)
  /// Something was looked for and is not so; it has been said.
  case negative

  /// The words for people; `nil` where everything has been said.
  var message: String? {
    switch self {
    case .usage(let text, _): text
    case .source(let error): "\(error)"
    case .store(let error): "\(error)"
    case .lookUp(let text), .theme(let text), .impressions(let text): text
    case .output(let path, let reason): "\(path): cannot be written: \(reason)"
    case .terminal(let error): error.words
    case .command(let name, let error): "\(name): cannot be run: \(error.reason)"
    case .negative: nil
    }
  }

  var exitCode: Int32 {
    switch self {
    case .source(.unusable(_, .unavailable)): ExitCode.unavailable
    case .usage, .theme, .terminal, .source(.unsupported), .source(.unusable): ExitCode.usage
    case .source(.unreachable), .source(.status), .source(.refused), .source(.pending),
      .impressions:
      ExitCode.unavailable
    case .source: ExitCode.unreadableConfiguration
    case .store(.notSaved(let error)), .store(.notRead(let error)): error.exitCode
    case .store, .lookUp, .negative: ExitCode.failure
    case .output: ExitCode.unwritableFile
    case .command(_, let error): error.isMissing ? ExitCode.noCommand : ExitCode.unusableCommand
    }
  }
}

extension TerminalError {
  fileprivate var words: String {
    switch self {
    case .notATerminal:
      "found no terminal, which the dashboard wants; 'halyard list' and 'halyard snapshot' need none"
    case .unknownTerminal(""): "TERM is not set, wanted the name of a terminal"
    case .unknownTerminal(let term): "TERM is \"\(term)\", which is not described on this machine"
    case .cannotPlaceCursor(let term): "TERM is \"\(term)\", a terminal without a screen to draw on"
    case .alreadyOpen: "the terminal is in use by this program already"
    case .system(let code): "the terminal cannot be used: \(SystemError(number: code).reason)"
    }
  }
}

extension WorkspaceError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .unwritable, .locked: ExitCode.unwritableFile
    case .unreadable, .unusable, .malformed: ExitCode.unreadableFile
    }
  }
}
