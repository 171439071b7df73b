import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Runs the program with a hostile server instead of etcd, and measures its time and memory.
@Suite(.tags(.timed), .serialized, .onlyInFullRun, .timeLimit(.minutes(15)))
struct HostileTeamTests {
  private static let memoryLimit = 128 << 20
  /// The time limit of a command: two etcd operations, and the start of the program.
  private static let commandLimit = Duration.seconds(45)
  private static let commands = [
    ["list"], ["enable", "New Cart"], ["undo"], ["history"], ["team", "lock", "New Cart"],
    ["team", "status"], ["team", "members"], ["team", "migrate"],
  ]

  /// The measurements of the program with a server in one hostile mode.
  private struct Run {
    let etcd: HostileEtcd
    let tester: Tester

    init(_ mode: HostileEtcd.Mode) throws {
      etcd = try HostileEtcd(mode)
      etcd.forgetRequests()
      tester = try Tester()
    }

    var environment: [String: String] {
      tester.environment.merging(["HALYARD_TEAM": etcd.address, "TERM": "xterm-256color"]) { $1 }
    }

    /// Runs each command; returns the longest time and the largest memory.
    func runCommands() throws -> (time: Duration, memory: Int) {
      var (time, memory) = (Duration.zero, 0)
      for command in HostileTeamTests.commands {
        let start = ContinuousClock.now
        let run = try ProgramRun(
          command,
          environment: environment,
          folder: tester.folder.path,
          measuresMemory: true
        )
        time = max(time, ContinuousClock.now - start)
        memory = max(memory, run.peakMemory)
        #expect(run.exitCode < 128, "\(command)")
        let isNamed = run.exitCode == 0 || run.errors.contains(etcd.host) || run.errors.isEmpty
        #expect(isNamed || run.errors.contains("nothing to undo"), "\(command): \(run.errors)")
        #expect(run.errors.utf8.count < 10_000)
      }
      return (time, memory)
    }

    /// Shows the dashboard for some seconds, and presses `q`; returns the time until it ends, and the
    /// largest memory.
    func runDashboard() throws -> (time: Duration, memory: Int) {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), tester.file],
        environment: environment,
        size: Size(columns: 100, rows: 30)
      )
      let end = ContinuousClock.now + .seconds(8)
      while ContinuousClock.now < end { _ = terminal.read(patience: 50) }
      let memory = ProgramRun.peakMemory(of: terminal.process) ?? .max
      let start = ContinuousClock.now
      terminal.type("q")
      let result = terminal.waitForEnd(within: .seconds(10))
      #expect(result?.exitCode == 0)
      return (ContinuousClock.now - start, memory)
    }
  }

  @Test func `with a hostile server, commands and the dashboard keep their time and memory limits`()
    async throws
  {
    // Measures three modes at a time: a program that waits for a response does not need a processor.
    let modes = HostileEtcd.Mode.all
    await withTaskGroup(of: Void.self) { group in
      for (index, mode) in modes.enumerated() {
        if index >= 3 { _ = await group.next() }
        group.addTask {
          do {
            try await onThread { try Self.measure(mode) }
          } catch {
            Issue.record(error, "\(mode)")
          }
        }
      }
    }
  }

  private static func measure(_ mode: HostileEtcd.Mode) throws {
    let run = try Run(mode)
    let commands = try run.runCommands()
    let dashboard = try run.runDashboard()
    print(
      "\(mode): commands \(commands.time), \(commands.memory >> 20) MiB; "
        + "q \(dashboard.time), \(dashboard.memory >> 20) MiB"
    )
    #expect(commands.time <= commandLimit, "\(mode)")
    #expect(max(commands.memory, dashboard.memory) <= memoryLimit, "\(mode)")
    #expect(dashboard.time <= .seconds(1), "\(mode)")
  }
}
