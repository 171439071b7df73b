import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that one signal ends the program, even if the program waits for input, output or a server.
@Suite(.tags(.timed), .timeLimit(.minutes(2)))
struct SignalTests {
  /// What the program is doing when it receives the signal.
  enum Work: String, CaseIterable, Sendable {
    /// Plain mode, whose output nothing reads.
    case plain
    /// A server, whose output nothing reads.
    case server
    /// A bisection, whose output nothing reads.
    case bisection
    /// A command that waits for the end of standard input.
    case input
    /// A command that prints to a pipe that nothing reads.
    case output
    /// A command that waits for the response of a server.
    case source
    /// A command that waits for the response of a team.
    case team
    case watch
    case simulation

    /// The arguments of the program; `port` is the port of a server that does not respond.
    func arguments(port: Int) -> [String] {
      switch self {
      case .plain: ["--plain"]
      case .server: ["serve", "--json", "--listen", "0"]
      case .bisection: ["bisect"]
      case .input: ["list", "-s", "-"]
      case .output: ["list"]
      case .source: ["list", "-s", "http://127.0.0.1:\(port)/f.json"]
      case .team: ["list", "--team", "etcd://127.0.0.1:\(port)/space"]
      case .watch: ["watch"]
      case .simulation: ["simulate", "--users", "100000000"]
      }
    }

    /// Whether the program finishes its work after a signal, within the deadline of the signal.
    var hasDeadline: Bool {
      switch self {
      case .plain, .server, .bisection: true
      case .input, .output, .source, .team, .watch, .simulation: false
      }
    }
  }

  static let signals = Effort.isFull ? [SIGTERM, SIGINT, SIGHUP, SIGQUIT] : [SIGTERM]

  @Test(arguments: Work.allCases, signals)
  func `one signal ends the program while it is blocked`(work: Work, signal: Int32) async throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .silent }
    if work == .bisection {
      #expect(try tester.halyard("enable", "New Cart").exitCode == 0)
    }
    let program = try BlockedProgram(work.arguments(port: Int(server.port)), tester)
    try await onThread {
      #expect(program.waits(hasHandler: work.hasDeadline))
      let start = ContinuousClock.now
      kill(program.process.processIdentifier, signal)
      try #require(program.ends())
      // Allows more time unless this is the full run: other tests use the processors at the same time.
      #expect(ContinuousClock.now - start < .seconds(Effort.isFull ? 2 : 8))
      #expect(program.process.terminationReason == .uncaughtSignal)
      #expect(program.process.terminationStatus == signal)
    }
    if work == .bisection {
      let list = try tester.halyard("list", "--overridden")
      #expect(list.output.contains("New Cart"), "the next start restores the overrides")
    }
  }
}

/// A running program whose standard input does not end, and whose standard output is full.
private final class BlockedProgram: @unchecked Sendable {
  let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: [String], _ tester: Tester) throws {
    process.executableURL = URL(fileURLWithPath: ProgramRun.path(of: "halyard"))
    process.arguments = arguments
    process.environment = tester.environment
    process.currentDirectoryURL = URL(fileURLWithPath: tester.folder.path)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let end = output.fileHandleForWriting.fileDescriptor
    let flags = fcntl(end, F_GETFL)
    _ = fcntl(end, F_SETFL, flags | O_NONBLOCK)
    let block = [UInt8](repeating: 0x0A, count: 4_096)
    while write(end, block, block.count) > 0 {}
    // Restores the flags: the program shares this end of the pipe, and its writes must block.
    _ = fcntl(end, F_SETFL, flags)
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits until the program has been asleep in ten consecutive samples, or has used the processor for 0.3 s.
  ///
  /// - Parameter hasHandler: Whether the program must handle SIGTERM by then.
  /// - Returns: `false` after 20 seconds.
  func waits(hasHandler: Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    var samples = 0
    while ContinuousClock.now < deadline {
      let isReady = isSleeping && (!hasHandler || handlesSignal)
      samples = isReady ? samples + 1 : 0
      if samples == 10 || !hasHandler && processorTicks >= 30 { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits until the program has ended; `false` after 20 seconds.
  func ends() -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while process.isRunning, ContinuousClock.now < deadline { usleep(5_000) }
    return !process.isRunning
  }

  private func statistics(_ name: String) -> String {
    let path = "/proc/\(process.processIdentifier)/\(name)"
    // Ignores the error: the file is missing after the end of the process.
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  /// The fields of `stat` after the name: the state is the first one.
  private var fields: [Substring] {
    statistics("stat").split(separator: ")").last?.split(separator: " ") ?? []
  }

  private var isSleeping: Bool { fields.first == "S" }

  /// The used processor time in hundredths of a second.
  private var processorTicks: Int {
    fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  private var handlesSignal: Bool {
    let line = statistics("status").split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let mask = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return mask & (1 << UInt64(SIGTERM - 1)) != 0
  }
}
