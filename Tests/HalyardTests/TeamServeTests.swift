import FeatureFlags
import Frame
import Networking
import ScreenTestSupport
import Team
import TestSupport
import Testing

@testable import halyard

/// Measures the time from a change by one person to the response of a server and the screen of another
/// person.
@Suite(.tags(.timed), .serialized, .timeLimit(.minutes(3)))
struct TeamServeTests {
  /// A person who overrides a feature, and the environment for the programs of another person.
  private struct Team {
    let store: FlagStore
    let follower: OverridesFollower?
    let tester: Tester
    let environment: [String: String]

    init() async throws {
      let address = try await LocalEtcd.sharedAddress()
      store = FlagStore(storage: EtcdOverrideStorage(EtcdClient(try TeamAddress(address))))
      try store.load(Configuration(features: [Feature(name: "New Cart")]))
      follower = store.followWorkspace()
      tester = try Tester()
      environment = tester.environment.merging(["HALYARD_TEAM": address]) { $1 }
    }

    /// Overrides the feature several times, and measures the time until each change has an effect.
    func delays(
      _ count: Int,
      until hasEffect: (_ isOn: Bool) async throws -> Bool
    ) async throws -> [Duration] {
      var delays: [Duration] = []
      for number in 0..<count {
        let isOn = number.isMultiple(of: 2)
        let start = ContinuousClock.now
        try store.apply(.set([.enabled(isOn)], for: ["New Cart"]))
        while try await !hasEffect(isOn) { await Task.yield() }
        delays.append(ContinuousClock.now - start)
      }
      return delays.sorted()
    }
  }

  @Test func `an override by one person is in the response of a colleague's server within 100 ms`()
    async throws
  {
    let team = try await Team()
    let session = try await TerminalSession(
      size: Size(columns: 400, rows: 30),
      environment: team.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) serve --json --listen 0 \(team.tester.file)")
    let screen = try await session.wait { $0.contains("\"event\":\"listening\"") }
    let url = try #require(screen.text(after: "\"url\":\"", until: "\""))
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    let client = HTTPClient(configuration: configuration)
    var request = HTTPRequest(url: "\(url)/ofrep/v1/evaluate/flags/New%20Cart", method: "POST")
    request.body = Array(#"{"context":{"targetingKey":"ana"}}"#.utf8)
    let delays = try await team.delays(Effort.isFull ? 500 : 50) { isOn in
      let response = try await client.send(request)
      return String(decoding: response.body, as: UTF8.self).contains("\"value\":\(isOn)")
    }
    #expect(delays[delays.count / 2] <= .milliseconds(100), "\(delays)")
    #expect(try #require(delays.last) <= .milliseconds(500), "\(delays)")
  }

  @Test func `an override by one person is on the screen of a colleague within 100 ms`()
    async throws
  {
    let team = try await Team()
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: team.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) \(team.tester.file)")
    try await session.wait(for: "New Cart")
    let delays = try await team.delays(Effort.isFull ? 500 : 50) { isOn in
      let rows = try session.screen().split(separator: "\n").filter { $0.contains(" New Cart ") }
      return rows.contains { $0.contains(isOn ? "Enabled " : "Disabled ") }
    }
    #expect(delays[delays.count / 2] <= .milliseconds(100), "\(delays)")
    #expect(try #require(delays.last) <= .milliseconds(500), "\(delays)")
  }
}
