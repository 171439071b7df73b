import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests that every end of a program restores every mode of the terminal.
@Suite(.timeLimit(.minutes(2))) struct ExitMatrixTests {
  /// The end of a program: by keys, or by a signal, and its exit status.
  enum End: Hashable, Sendable {
    case keys(String, status: Int32)
    case signal(Int32)
  }

  static let ends: [End] =
    [
      .keys("q", status: 0), .keys("\u{3}", status: 128 + SIGINT),
      .keys("\u{1C}", status: 128 + SIGQUIT), .keys("X", status: 3),
      .keys("1E", status: 128 + SIGILL), .keys("2A", status: 128 + SIGABRT),
    ]
    + [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP, SIGBUS, SIGFPE]
    .map(End.signal)

  static let terms = ["xterm-256color", "tmux-256color"]

  @Test(arguments: ends, terms)
  func `each way to exit restores the modes, the title and the colours of the terminal`(
    end: End,
    term: String
  ) async throws {
    try await onThread {
      let terminal = try RecordedTerminal(term: term)
      #expect(terminal.state.hasScreen && !terminal.hasOriginalModes)
      let status: Int32
      switch end {
      case .keys(let keys, let expected):
        terminal.type(keys)
        status = expected
      case .signal(let signal):
        kill(try terminal.probe(), signal)
        status = 128 + signal
      }
      try terminal.wait(for: "status=\(status)")
      #expect(terminal.state == .restored)
      #expect(terminal.hasOriginalModes)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP], terms)
  func `a signal in the middle of a frame restores the colours`(
    signal: Int32,
    term: String
  ) async throws {
    try await onThread {
      let terminal = try RecordedTerminal(term: term)
      let process = ProcessState(identifier: try terminal.probe())
      terminal.type("L")
      // Reads nothing until the probe has ended, so that the probe cannot write the rest of its frame.
      try terminal.wait(for: #"character("L")"#)
      #expect(process.becomesAsleep())
      kill(process.identifier, signal)
      #expect(process.ends())
      try terminal.wait(for: "status=\(128 + signal)")
      #expect(terminal.state == .restored)
    }
  }

  @Test(arguments: [SIGTSTP, nil])
  func `a suspended program restores the terminal, and acquires it again when continued`(
    signal: Int32?
  ) async throws {
    try await onThread {
      let terminal = try RecordedTerminal(term: "xterm-256color")
      let process = try terminal.probe()
      if let signal { kill(process, signal) } else { terminal.type("\u{1A}") }
      try terminal.wait(for: "status=148")
      #expect(terminal.state == .restored)
      #expect(terminal.hasOriginalModes)
      terminal.type("\n")
      kill(process, SIGKILL)
    }
    try await onThread {
      let terminal = try RecordedTerminal(term: "xterm-256color")
      try terminal.continueWhenStopped()
      terminal.type("\u{1A}")
      try terminal.wait(for: "status=148")
      try terminal.wait(for: "probe 80x24")
      try terminal.wait(for: "resumed")
      #expect(terminal.state.hasScreen && !terminal.hasOriginalModes)
      terminal.type("q")
      try terminal.wait(for: "continued=0")
      #expect(terminal.state == .restored)
      #expect(terminal.hasOriginalModes)
    }
  }

  @Test func `the end of the shell restores the terminal, and ends the program`() async throws {
    try await onThread {
      let terminal = try RecordedTerminal(term: "xterm-256color")
      let process = try terminal.probe()
      kill(terminal.shell, SIGKILL)
      #expect(terminal.waitForEnd(of: process))
      #expect(terminal.state == .restored)
    }
  }

  @Test func `closing the terminal ends the program`() async throws {
    try await onThread {
      let terminal = try RecordedTerminal(term: "xterm-256color")
      let process = try terminal.probe()
      terminal.close()
      #expect(terminal.waitForEnd(of: process))
    }
  }

  @Test func `closing the pane of a multiplexer ends the program`() async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    let process = try session.probeProcess()
    try session.closePane()
    try await onThread {
      let deadline = ContinuousClock.now + .seconds(20)
      while kill(process, 0) == 0, ContinuousClock.now < deadline { usleep(10_000) }
      #expect(kill(process, 0) != 0)
    }
  }
}
