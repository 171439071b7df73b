import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the dashboard in terminals of all kinds.
@Suite(.timeLimit(.minutes(3))) struct TerminalTypeTests {
  /// What the program shows: the dashboard in Unicode or in ASCII, or the list of features.
  enum Screen: String, Sendable {
    case unicode
    case ascii
    case list
  }

  static let types = [
    "xterm-256color", "xterm-direct", "tmux-256color", "screen", "linux", "vt100", "xterm-kitty",
    "xterm-ghostty", "foot", "alacritty", "dumb", "", "nonsense",
  ]

  /// What the program must show in a terminal of the given type and locale.
  private static func screen(term: String, locale: String) -> Screen {
    switch term {
    case "dumb": .list
    case "linux": .ascii
    default: locale == "C" ? .ascii : .unicode
    }
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  @Test(arguments: types, ["C.UTF-8", "C"])
  func `the dashboard, or in a dumb terminal the list, is shown for each type and locale`(
    term: String,
    locale: String
  ) async throws {
    let tester = try Tester()
    let session = try await TerminalSession(environment: tester.environment)
    let program = ProgramRun.path(of: "halyard")
    let command = "TERM='\(term)' LC_ALL=\(locale) \(program); echo status=$?"
    try session.enter("cd \(tester.folder.path); clear; \(command)")
    let kind = Self.screen(term: term, locale: locale)
    // A notice about the fallback terminal type may hide a part of the screen for some seconds, if the
    // terminal database has no entry for the type.
    let screen = try await session.wait {
      kind == .list
        ? $0.contains("status=0")
        : $0.contains("space change") && !$0.contains("so xterm-256color is used")
    }
    switch kind {
    case .unicode: expectScreen(String(screen.dropLast()), Self.unicodeScreen)
    case .ascii: expectScreen(String(screen.dropLast()), Self.asciiScreen)
    case .list:
      let lines = screen.split(separator: "\n").drop { !$0.hasPrefix("CTA") }
        .prefix { !$0.hasPrefix("status=") }
      return expectScreen(lines.joined(separator: "\n"), Self.listScreen)
    }
    if kind == .ascii { #expect(Self.isASCII(screen)) }
    if ["nonsense", ""].contains(term) {
      // Looks for the notice in the activity log, because it has disappeared from the screen by now.
      try session.type("3")
      try await session.wait(for: "so xterm-256color is used")
      try session.type("1")
    }
    try session.type("jjj ")
    try await session.wait(for: "Unlocked")
    try session.press("Up")
    try session.type("q")
    try await session.wait(for: "status=0")
  }

  /// The escape sequences that each type must not receive, because its terminals print them or
  /// ignore only a part of them.
  private static let foreign: [(term: String, sequences: [String])] = [
    (
      "linux",
      ["\u{1B}]", "\u{1B}[?2026", "\u{1B}[?2004", "\u{1B}[?1006", "\u{1B}[38;", "\u{1B}[22;0t"]
    ),
    (
      "vt100",
      ["\u{1B}]", "\u{1B}[?2026", "\u{1B}[?1006", "\u{1B}[38;", "\u{1B}[48;", "\u{1B}[22;0t"]
    ),
    ("screen", ["\u{1B}[38;2", "\u{1B}[38;5", "\u{1B}[48;"]),
    ("xterm-256color", ["\u{1B}[38;2", "\u{1B}[48;2"]),
    ("dumb", ["\u{1B}"]),
  ]

  @Test(arguments: foreign)
  func `a terminal receives no escape sequence that its type does not support`(
    term: String,
    sequences: [String]
  ) async throws {
    let tester = try Tester()
    let output = try await onThread {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), tester.file],
        environment: tester.environment.merging(["TERM": term]) { $1 },
        size: Size(columns: 80, rows: 24)
      )
      var output: [UInt8] = []
      while !String(decoding: output, as: UTF8.self).contains("Gold theme"),
        let bytes = terminal.read(patience: 10_000)
      {
        output += bytes
      }
      terminal.type("jjq")
      return output + (try #require(terminal.waitForEnd()).output)
    }
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains("Gold theme"))
    for sequence in sequences {
      let isAbsent = !text.contains(sequence)
      #expect(isAbsent, "\(sequence.debugDescription)")
    }
  }

  @Test(arguments: ["TERM=dumb halyard", "halyard | cat", "halyard > out; cat out"])
  func `the program lists the features in a dumb terminal, a pipe or a file`(command: String)
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(environment: tester.environment)
    let program = "\(ProgramRun.path(of: "halyard")) '\(tester.file)'"
    try session.enter(command.replacing("halyard", with: program) + "; echo status=$?")
    let screen = try await session.wait(for: "status=0")
    let row = try #require(screen.split(separator: "\n").first { $0.hasPrefix("CTA colour") })
    #expect(row.contains("Group B"))
  }

  @Test func `a snapshot with --ascii has ASCII characters only`() throws {
    let tester = try Tester()
    for keys in ["", "?", "space", "2", "i"] {
      let run = try tester.halyard("snapshot", "--ascii", "--keys", keys, "--output", "-")
      #expect(run.exitCode == 0)
      #expect(Self.isASCII(run.output), "\(run.output)")
    }
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "", "", true), ("", "C.utf8", "", true), ("", "", "en_US.UTF-8", true),
    ("C", "de_DE.UTF-8", "de_DE.UTF-8", false), ("", "", "", false), ("", "", "de_DE", false),
  ])
  func `LC_ALL, LC_CTYPE and LANG determine whether the screen uses UTF-8`(
    all: String,
    type: String,
    language: String,
    isUTF8: Bool
  ) {
    let environment = Environment.current(["LC_ALL": all, "LC_CTYPE": type, "LANG": language])
    #expect(environment.isUTF8 == isUTF8)
    #expect(environment.isASCIITerminal == !isUTF8)
  }

  private static let unicodeScreen = """
     Halyard   Features.json   file
    ╭ Features 4 ──────────────────────────────────────────────────────────────────╮
    │ Browse                                                                       │
    │▌ ◐ Layout                                         MVT Test      Red          │
    │                                                                              │
    │ Checkout                                                                     │
    │  ◐ CTA colour                                     A/B Test      Group B      │
    │    The button                                                                │
    │  ⚐ New Cart                                       Feature Flag  Disabled     │
    │                                                                              │
    │ No section                                                                   │
    │  ▣ Gold theme                                     Unlock Flag   Locked       │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    ╰───────────────────────────────────────────────────────────────────────── 1/4 ╯
     space change  ← → cycle  enter details  / search  f filter  ? help  q quit
    """

  private static let asciiScreen = """
     Halyard   Features.json   file
    + Features 4 ------------------------------------------------------------------+
    | Browse                                                                       |
    |] T Layout                                         MVT Test      Red          |
    |                                                                              |
    | Checkout                                                                     |
    |  T CTA colour                                     A/B Test      Group B      |
    |    The button                                                                |
    |  f New Cart                                       Feature Flag  Disabled     |
    |                                                                              |
    | No section                                                                   |
    |  L Gold theme                                     Unlock Flag   Locked       |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    |                                                                              |
    +------------------------------------------------------------------------- 1/4 +
     space change  left right cycle  enter details  / search  v pick  ? help  q quit
    """

  private static let listScreen = """
    CTA colour  Group B   A/B Test      Checkout
    New Cart    Disabled  Feature Flag  Checkout
    Gold theme  Locked    Unlock Flag   No section
    """
}
