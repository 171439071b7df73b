import Dashboard
import Frame
import Glibc
import Terminal

/// The terminal in which the program runs, and what its type can do.
struct TerminalFacts: Sendable {
  /// The type, from `TERM`; empty if it is not set.
  let term: String
  /// The size of the terminal; `nil` without a terminal.
  let size: Size?
  /// Whether standard output is the terminal.
  let isOutput: Bool
  let description: TerminalDescription
  /// Why the user has disabled colours, such as `NO_COLOR is set`; empty if they are enabled.
  let monochromeReason: String

  /// Examines the terminal of the process; not thread-safe, like `TerminalDescription`.
  init(_ program: Program) {
    let environment = program.environment
    term = environment["TERM"] ?? ""
    isOutput = environment.isOutputTerminal
    description = TerminalDescription(TerminalOptions(program), output: STDOUT_FILENO)
    let hasVariable = environment["NO_COLOR"] != nil
    monochromeReason =
      program.isMonochrome
      ? hasVariable ? "NO_COLOR is set" : "\(Option.noColour.flag) is given" : ""
    let standard = [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO].first { isatty($0) == 1 }
    if let standard {
      size = Size(ofTerminal: standard) ?? Size(columns: 80, rows: 24)
    } else {
      let own = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
      size = own < 0 ? nil : Size(ofTerminal: own) ?? Size(columns: 80, rows: 24)
      if own >= 0 { close(own) }
    }
  }

  /// Whether the dashboard opens: on a terminal that can move its cursor, and is large enough.
  var finding: DoctorFinding {
    guard let size else {
      return .warning(
        "no terminal, so the features are listed instead of the dashboard",
        remedy: "start halyard in a terminal; list, set, serve and most other commands need none"
      )
    }
    let sizeText = "\(size.columns)x\(size.rows)"
    let remedy = "export TERM=xterm-256color if the terminal is like xterm, or use halyard --plain"
    if term == "dumb" {
      return .warning(
        "TERM is dumb, so the features are listed instead of the dashboard",
        remedy: remedy
      )
    }
    guard description.canPlaceCursor else {
      let error = TerminalError.cannotPlaceCursor(term)
      return .failure(.terminal(error), remedy: remedy)
    }
    if let fallback = description.fallback {
      return .warning(
        (term.isEmpty ? "TERM is not set" : "\(term) has no entry in terminfo")
          + ", so the terminal is used like \(fallback)",
        remedy: term.isEmpty
          ? "export TERM=\(fallback)"
          : "sudo apt install ncurses-term, which has more entries, or export TERM=\(fallback)"
      )
    }
    let least = DashboardState.minimumSize
    if size.columns < least.columns || size.rows < least.rows {
      return .warning(
        "\(term), \(sizeText), smaller than the dashboard needs",
        remedy: "enlarge the window to \(least.columns)x\(least.rows) or more"
      )
    }
    let note = isOutput ? "" : "; this output goes elsewhere"
    return .ok("\(term), \(sizeText), known to terminfo\(note)")
  }

  /// How many colours frames have, and why.
  var colourFinding: DoctorFinding {
    let colours =
      switch description.colours {
      case .monochrome: "none"
      case .eight: "8"
      case .sixteen: "16"
      case .indexed: "256"
      case .direct: "24-bit"
      }
    switch description.colourReason {
    case .options: return .ok("none, because \(monochromeReason)")
    case .variable: return .ok("\(colours), because COLORTERM claims them")
    case .type: return .ok("\(colours), which terminals of the type \(term) have")
    case .unknownType:
      return .ok("\(colours), because the type of the terminal is not in terminfo")
    case .database where description.colours == .monochrome:
      return .warning(
        "none, because terminfo describes none for \(term)",
        remedy: "if the terminal has colours, set TERM to its type, such as xterm-256color"
      )
    case .database: return .ok("\(colours), as terminfo describes \(term)")
    }
  }
}

extension Environment {
  /// Whether the locale lets the dashboard draw with all characters.
  var localeFinding: DoctorFinding {
    let ending = "so the dashboard draws in ASCII"
    guard let (variable, value) = locale else {
      return .warning(
        "LC_ALL, LC_CTYPE and LANG are not set, \(ending)",
        remedy: "export LANG=C.UTF-8"
      )
    }
    guard isUTF8 else {
      return .warning(
        "\(variable) is \(value), which is not UTF-8, \(ending)",
        remedy: "export \(variable)=C.UTF-8"
      )
    }
    guard !isLinuxConsole else {
      return .ok("\(value), but the Linux console has few characters, \(ending)")
    }
    return .ok("\(value), from \(variable)")
  }
}
