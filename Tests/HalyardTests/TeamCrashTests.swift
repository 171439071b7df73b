import FeatureFlags
import Files
import Frame
import Glibc
import ScreenTestSupport
import Team
import TestSupport
import Testing
import Workbench

/// Tests the end of a dashboard that is killed while it shares the overrides of a team.
@Suite(.tags(.timed), .timeLimit(.minutes(2)))
struct TeamCrashTests {
  /// A program that follows the namespace of the dashboard.
  private final class Observer: Sendable {
    private let readings: AsyncStream<StoredOverrides.Reading>
    private let activities: AsyncStream<TeamActivity>
    private let follower: OverridesFollower?

    init(_ address: String) throws {
      let client = EtcdClient(try TeamAddress(address))
      let storage = EtcdOverrideStorage(client, author: "ben@b", program: "test")
      let (readings, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
      let (activities, activityContinuation) = AsyncStream.makeStream(of: TeamActivity.self)
      storage.onActivity { activityContinuation.yield($0) }
      self.readings = readings
      self.activities = activities
      follower = storage.follow { continuation.yield($0) }
    }

    /// Waits until the overrides satisfy a condition.
    func wait(forOverrides isRight: ([OverrideKey: Override]) -> Bool) async {
      for await case .success(let stored) in readings where isRight(stored.overrides) { return }
    }

    /// Waits until the team has the given number of members.
    func wait(forMembers count: Int) async {
      for await activity in activities where activity.members.count == count { return }
    }
  }

  @Test func `the presence and session override of a killed dashboard end within 20 seconds`()
    async throws
  {
    let address = try await LocalEtcd.sharedAddress()
    let observer = try Observer(address)
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
    // The second choice in the menu of lifetimes is the session.
    try session.type("Lj\r")
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
