import FeatureFlags
import Files
import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the end of a dashboard that is killed while it shares the overrides of a team.
@Suite(.tags(.timed), .timeLimit(.minutes(2)))
struct TeamCrashTests {
  @Test func `the presence and session override of a killed dashboard end within 20 seconds`()
    async throws
  {
    let address = try await LocalEtcd.sharedAddress()
    let observer = try TeamObserver(address)
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 24),
      environment: tester.environment.merging(["HALYARD_TEAM": address]) { $1 }
    )
    let program = ProgramRun.path(of: "halyard")
    // The shell writes its process id to a file, and then becomes the program by `exec`.
    try session.enter("sh -c 'echo $$ > pid; exec \(program) \(tester.file)'")
    try await session.wait(for: "Gold theme")
    try session.type("/New Cart\r ")
    try await session.wait(for: "◆ 1")
    // The second choice of lifetimes is the session.
    try session.type("L")
    try session.press("Right", "Enter")
    await observer.wait { $0["New Cart"]?.lifetime == .session }
    await observer.wait(forMembers: 2)
    let number = String(decoding: try FileSystem.read(session.folder + "/pid"), as: UTF8.self)
    let process = try #require(Int32(number.filter(\.isNumber)))
    let start = ContinuousClock.now
    #expect(kill(process, SIGKILL) == 0)
    await observer.wait { $0.isEmpty }
    await observer.wait(forMembers: 1)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
