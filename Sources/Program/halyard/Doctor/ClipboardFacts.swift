import Glibc
import Terminal

/// Whether the keys that copy a text can reach the clipboard of the user's terminal, and how.
struct ClipboardFacts: Sendable {
  let term: String
  let description: TerminalDescription
  /// The tmux options that determine whether copied text reaches the clipboard; `nil` outside of tmux,
  /// or if tmux reports no options.
  let tmux: TmuxOptions?

  /// The options `set-clipboard` and `allow-passthrough` of tmux.
  struct TmuxOptions: Hashable, Sendable {
    let clipboard: String
    /// Empty before tmux 3.3, which always lets sequences pass; 0 or 1 in tmux 3.3.
    let passthrough: String

    /// Whether a text of a program reaches the terminal, or a buffer of tmux.
    var forwardsClipboard: Bool { clipboard == "on" || !["off", "0"].contains(passthrough) }
  }

  /// Reads the options of tmux, if the program runs in tmux.
  init(_ subject: DoctorSubject) {
    (term, description) = (subject.terminal.term, subject.terminal.description)
    tmux = description.multiplexer == .tmux ? Self.readTmuxOptions() : nil
  }

  private static func readTmuxOptions() -> TmuxOptions? {
    let command = "tmux display-message -p '#{set-clipboard} #{allow-passthrough}' 2>/dev/null"
    guard let output = popen(command, "re") else { return nil }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let words = text.split { $0.isWhitespace }.map(String.init)
    return words.first.map {
      TmuxOptions(clipboard: $0, passthrough: words.dropFirst().first ?? "")
    }
  }

  var finding: DoctorFinding {
    guard description.acceptsClipboard, term != "dumb" else {
      return .warning(
        "\(term) does not accept text for the clipboard (OSC 52)",
        remedy: "write files instead: halyard report, or w in the dashboard"
      )
    }
    switch description.multiplexer {
    case .none: return .ok("OSC 52, which the terminal has to support")
    case .screen: return .ok("OSC 52 through screen, which the terminal has to support")
    case .tmux:
      guard let tmux else { return .ok("OSC 52 through tmux, if its set-clipboard is on") }
      guard tmux.forwardsClipboard else {
        return .warning(
          "tmux drops it: set-clipboard is \(tmux.clipboard), allow-passthrough is off",
          remedy: "tmux set -g set-clipboard on, and the same line without tmux in ~/.tmux.conf"
        )
      }
      return .ok("OSC 52 through tmux (set-clipboard \(tmux.clipboard))")
    }
  }
}
