import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests writes that raise SIGXFSZ or SIGPIPE.
struct FailedWriteTests {
  private let tester: Tester
  /// An overrides file of 60 kB, which every change rewrites.
  private let overrides: String

  init() throws {
    tester = try Tester()
    let entries = (0..<800).map { number in
      #"    "A feature of another version \#(number)": { "enabled": true, "lifetime": "kept" }"#
    }
    overrides =
      "{\n  \"version\": 1,\n  \"overrides\": {\n"
      + entries.joined(separator: ",\n") + "\n  }\n}\n"
    try tester.folder.write(overrides, to: "home/w/overrides.json")
  }

  private func open(_ arguments: String) async throws -> TerminalSession {
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 30),
      environment: tester.environment
    )
    // `ulimit -f` expects blocks of 512 bytes: the limit is 32 KiB.
    try session.enter("cd \(tester.folder.path); ulimit -f 64")
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("\(halyard) --workspace w \(arguments); echo \"ended with $?\"")
    return session
  }

  @Test
  func `a command at the file size limit reports the error, and the overrides file is unchanged`()
    async throws
  {
    let session = try await open("enable 'New Cart'")
    try await session.wait { screen in
      screen.contains("cannot be written: File too large")
        && screen.contains("ended with \(ExitCode.unwritableFile)")
    }
    #expect(try tester.folder.read("home/w/overrides.json") == overrides)
  }

  @Test func `the dashboard at the file size limit reports the error and stays open`()
    async throws
  {
    let session = try await open("Features.json")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    try session.type("/new")
    try session.press("Enter", "Space")
    try await session.wait(for: "not saved: ")
    #expect(try tester.folder.read("home/w/overrides.json") == overrides)
    try session.type("q")
    try await session.wait { screen in
      screen.contains("cannot be written: File too large")
        && screen.contains("ended with \(ExitCode.unwritableFile)")
    }
  }

  @Test func `list is ended by SIGPIPE if the reader of its output has exited`() throws {
    var ends: [Int32] = [-1, -1]
    // Uses a socket instead of a pipe: if a process of a concurrent test inherited the read end of the
    // pipe, the write would not fail.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    close(ends[0])
    let home = "HALYARD_HOME=\(tester.folder.path)/home"
    let list = "\(home) exec \(ProgramRun.path(of: "halyard")) list -s \(tester.file)"
    let process = try #require(Shell.start(list, output: ends[1]))
    close(ends[1])
    var status: Int32 = 0
    waitpid(process, &status, 0)
    #expect(status & 0x7F == SIGPIPE)
  }
}
