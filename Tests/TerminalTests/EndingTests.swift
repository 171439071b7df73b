import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests that each end of the process restores a real terminal.
@Suite(.timeLimit(.minutes(2))) struct EndingTests {
  /// All signals that can be handled and whose default action ends the process, and three real-time
  /// signals: the first, a middle one and the last.
  static let signals = [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXCPU,
    SIGPWR, SIGSTKFLT, SIGPIPE, SIGXFSZ, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS,
    34, 50, 64,
  ]

  @Test(arguments: signals)
  func `a signal from another process restores the terminal and ends the program by that signal`(
    signal: Int32
  ) async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    kill(try session.probeProcess(), signal)
    try await session.expectRestored(status: 128 + signal)
  }

  @Test(arguments: [("X", 3), ("q", 0)])
  func `an exit restores the terminal and preserves the exit status`(key: String, status: Int32)
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type(key)
    try await session.expectRestored(status: status)
  }

  static let faults: [(key: String, signal: Int32)] = [
    ("A", SIGABRT), ("S", SIGSEGV), ("E", SIGILL), ("B", SIGBUS), ("F", SIGFPE), ("O", SIGSEGV),
  ]

  @Test(arguments: ["1", "2"], faults)
  func
    `a crash in the main or a worker thread restores the terminal, then the signal ends the process`(
      thread: String,
      fault: (key: String, signal: Int32)
    ) async throws
  {
    try await expectRestored(after: thread + fault.key, signal: fault.signal)
  }

  @Test(arguments: faults.dropLast())
  func `a crash in a cooperative thread restores the terminal, then the signal ends the process`(
    fault: (key: String, signal: Int32)
  ) async throws {
    try await expectRestored(after: "3" + fault.key, signal: fault.signal)
  }

  @Test(arguments: faults)
  func `simultaneous crashes of eight threads restore the terminal once`(
    fault: (key: String, signal: Int32)
  ) async throws {
    try await expectRestored(after: "8" + fault.key, signal: fault.signal)
  }

  @Test(arguments: ["1", "2", "3", "8"])
  func `a fault while frames are drawn leaves no frame on the restored screen`(
    thread: String
  ) async throws {
    try await expectRestored(after: "L" + thread + "S", signal: SIGSEGV)
  }

  private func expectRestored(after keys: String, signal: Int32) async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type(keys)
    try await session.expectRestored(status: 128 + signal)
  }

  @Test func `a failed write to a pipe or beyond the file size limit does not end the program`()
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type("P")
    try await session.wait(for: "EPIPE character")
    try session.type("Z")
    try await session.wait(for: "EFBIG character")
    try session.type("q")
    try await session.expectRestored(status: 0)
  }

  @Test(arguments: [("H", SIGTERM), ("H", SIGINT), ("V", SIGHUP), ("V", SIGQUIT)])
  func `one signal restores the terminal and ends a program whose event loop hangs`(
    key: String,
    signal: Int32
  ) async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type(key)
    if key == "V" { try await session.wait(for: #"character("V")"#) }
    let process = ProcessState(identifier: try session.probeProcess())
    #expect(try await onThread { process.becomesAsleep() })
    kill(process.identifier, signal)
    try await session.expectRestored(status: 128 + signal)
  }

  @Test
  func `a second, different signal ends a hanging program with the status of the first signal`()
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type("H")
    let process = ProcessState(identifier: try session.probeProcess())
    #expect(try await onThread { process.becomesAsleep() })
    kill(process.identifier, SIGINT)
    kill(process.identifier, SIGTERM)
    try await session.expectRestored(status: 128 + SIGINT)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV])
  func `a signal restores the terminal and ends the program even if the terminal reads no output`(
    signal: Int32
  ) async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    let process = ProcessState(identifier: try session.probeProcess())
    try session.type("L")
    try await session.wait(for: #"character("L")"#)
    session.setStuck(true)
    #expect(
      try await onThread { process.becomesAsleep() },
      "the program does not wait for its terminal"
    )
    kill(process.identifier, signal)
    #expect(try await onThread { process.ends() })
    session.setStuck(false)
    try await session.expectRestored(status: 128 + signal)
  }
}
