import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the request of the background colour (OSC 11) in a terminal that responds to it.
@Suite(.timeLimit(.minutes(2))) struct BackgroundSessionTests {
  private static let request = "\u{1B}]11;?\u{1B}\\"
  /// The sequence that selects the white background of the light theme.
  private static let white = "48;2;255;255;255"

  /// A program in a pseudo-terminal with the output so far; used on one thread.
  private final class Session {
    let terminal: PseudoTerminal
    private(set) var text = ""

    init(_ arguments: [String], _ environment: [String: String]) throws {
      terminal = try PseudoTerminal(
        arguments,
        environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
          .merging(environment) { $1 },
        size: Size(columns: 80, rows: 24)
      )
    }

    /// Reads until the output contains a text, or for ten seconds.
    func wait(for expected: String) -> Bool {
      while !text.contains(expected), let bytes = terminal.read(patience: 10_000) {
        text += String(decoding: bytes, as: UTF8.self)
      }
      return text.contains(expected)
    }

    /// Quits the program, and reads the rest of the output.
    func quit() throws {
      terminal.type("q")
      let end = try #require(terminal.waitForEnd())
      text += String(decoding: end.output, as: UTF8.self)
      #expect(end.exitCode == 0)
    }
  }

  /// The names of the keys that the dashboard has handled, from its debug log.
  private func keys(_ tester: Tester) throws -> [String] {
    try tester.folder.read("log").split(separator: "\n").compactMap { line in
      line.firstRange(of: " key ").map { String(line[$0.upperBound...]) }
    }
  }

  @Test(arguments: [
    ["\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"], ["\u{1B}]11;rgb:ff/ff/ff\u{7}"],
    ["\u{1B}]11;", "rgb:ffff/ff", "ff/ffff\u{1B}", "\\"],
  ])
  func `if the terminal reports a light background, the theme is light and no key is read`(
    parts: [String]
  ) async throws {
    let tester = try Tester()
    try await onThread {
      let log = tester.folder.path(of: "log")
      let session = try Session(
        [ProgramRun.path(of: "halyard"), tester.file, "--log", log],
        tester.environment
      )
      #expect(session.wait(for: Self.request))
      // The request does not delay the first frame.
      #expect(session.text.contains("Gold theme"))
      #expect(!session.text.contains(Self.white))
      for part in parts {
        session.terminal.type(part)
        // The gap between the parts is longer than the timeout of the Escape key.
        usleep(60_000)
      }
      #expect(session.wait(for: Self.white))
      try session.quit()
    }
    #expect(try keys(tester) == ["q"])
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]11;rgb:ffff/ffff\u{1B}\\",
    "\u{1B}]11;rgb:white\u{7}", "",
  ])
  func `if the terminal reports no valid light background, the theme stays and no key is read`(
    response: String
  ) async throws {
    let tester = try Tester()
    try await onThread {
      let log = tester.folder.path(of: "log")
      let session = try Session(
        [ProgramRun.path(of: "halyard"), tester.file, "--log", log],
        tester.environment
      )
      #expect(session.wait(for: Self.request))
      session.terminal.type(response)
      try session.quit()
      #expect(!session.text.contains(Self.white))
      #expect(session.text.split(separator: Self.request).count == 2)
    }
    #expect(try keys(tester) == ["q"])
  }

  @Test
  func `a background colour that the terminal reports after q is not left for the shell to read`()
    async throws
  {
    let probe = ProgramRun.path(of: "terminal-probe")
    let folder = try TemporaryFolder()
    try await onThread {
      let script = "\(probe); echo status=$?; read -r line; echo \"read <$line>\""
      let session = try Session(
        ["/bin/sh", "-c", script],
        ["PROBE_BACKGROUND": folder.path(of: "end")]
      )
      #expect(session.wait(for: Self.request))
      session.terminal.type("q")
      let deadline = ContinuousClock.now + .seconds(20)
      while access(folder.path(of: "end"), F_OK) != 0, .now < deadline { usleep(2_000) }
      session.terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
      #expect(session.wait(for: "status=0"))
      session.terminal.type("end\n")
      #expect(session.wait(for: "read <end>"))
      #expect(session.terminal.waitForEnd()?.exitCode == 0)
    }
  }

  /// The arguments, variables and settings of a start that does not request the background colour.
  struct Start: Sendable {
    var arguments: [String] = []
    var variables: [String: String] = [:]
    var settings = "{}"
  }

  static let starts = [
    Start(arguments: ["--theme", "terminal"]), Start(arguments: ["--theme", "moss"]),
    Start(settings: #"{ "theme": "terminal" }"#), Start(variables: ["NO_COLOR": "1"]),
    Start(variables: ["TERM": "linux"]), Start(variables: ["TERM": "vt100"]),
    Start(variables: ["TERM": "dumb"]), Start(arguments: ["--plain"]),
  ]

  @Test(arguments: starts)
  func `the background colour is not requested with a chosen theme or a simple terminal`(
    start: Start
  ) async throws {
    let tester = try Tester()
    try tester.folder.write(start.settings, to: "home/config.json")
    try await onThread {
      let session = try Session(
        [ProgramRun.path(of: "halyard"), tester.file] + start.arguments,
        tester.environment.merging(start.variables) { $1 }
      )
      #expect(session.wait(for: start.arguments == ["--plain"] ? "> " : "Gold theme"))
      session.terminal.type(start.arguments == ["--plain"] ? "q\n" : "q")
      let end = try #require(session.terminal.waitForEnd())
      let text = session.text + String(decoding: end.output, as: UTF8.self)
      #expect(!text.contains("\u{1B}]11;"))
    }
  }
}
