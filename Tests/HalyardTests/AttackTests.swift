import FeatureFlags
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@testable import halyard

/// Tests `halyard serve` while many clients misuse it, with the script `Tools/serve-attack`.
///
/// The tests measure time, so that they run one after another.
@Suite(.tags(.timed))
struct AttackTests {
  @Test func `hostile clients neither slow down a normal client nor exhaust the memory`() throws {
    let program = ProgramRun.path(of: "halyard")
    // Uses fewer requests in a debug build, which evaluates a flag ten times slower.
    let arguments = Effort.isFull ? "1500 2000 8" : "60 600 2 together"
    let folder = try TemporaryFolder()
    let output = folder.path(of: "output")
    let script = SourceCode.location("Tools/serve-attack").path
    let status = Shell.run("'\(script)' '\(program)' \(arguments) > '\(output)' 2>&1")
    let text = String(decoding: try FileSystem.read(output), as: UTF8.self)
    #expect(status == 0, "\(text)")
    #expect(text.contains("requests of a normal client, 0 failed"))
  }

  @Test(arguments: [17, 19, 21, 24, 32])
  func `serve exits with an error if the limit of file descriptors is too low`(count: Int) throws {
    let tester = try Tester()
    let program = ProgramRun.path(of: "halyard")
    let output = tester.folder.path(of: "output")
    let home = tester.folder.path(of: "home")
    let status = Shell.run(
      // Redirects the output first: the shell needs free descriptors for that.
      "exec > '\(output)' 2>&1; ulimit -n \(count); export HALYARD_HOME='\(home)'; "
        + "exec timeout 20 '\(program)' serve '\(tester.file)' --listen 0"
    )
    #expect(status >> 8 == ExitCode.unavailable)
    let text = String(decoding: try FileSystem.read(output), as: UTF8.self)
    #expect(text.contains("free file descriptors, expected at least"))
  }

  @Test func `serve answers a new client although idle connections use all file descriptors`()
    async throws
  {
    let tester = try Tester()
    let program = ProgramRun.path(of: "halyard")
    let home = tester.folder.path(of: "home")
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = try #require(
      Shell.start(
        "ulimit -n 64; HALYARD_HOME='\(home)' exec '\(program)' serve '\(tester.file)' --listen 0",
        output: ends[1]
      )
    )
    close(ends[1])
    defer {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
      close(ends[0])
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
    let port = try #require(
      String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap { UInt16($0) }
    )
    let idle = try (0..<200).map { _ in try RawConnection(port: port) }
    let start = ContinuousClock.now
    let connection = try RawConnection(port: port)
    connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(connection.receive().hasPrefix("HTTP/1.1 200"))
    #expect(start.duration(to: .now) < .seconds(5))
    withExtendedLifetime(idle) {}
  }
}
