import FeatureFlags
import Files
import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests two dashboards of a team, each of which changes the overrides of one user only.
@Suite(.timeLimit(.minutes(10)))
struct TwoTesterTests {
  /// A tester with a dashboard, and the overrides that the team should have because of its key presses.
  private final class Dashboard {
    let user: String
    private let tester: Tester
    private let session: TerminalSession
    private(set) var overrides: [OverrideKey: Bool] = [:]
    /// The last change, if the next undo reverts it.
    private var last: (key: OverrideKey, old: Bool?)?

    init(of user: String, in team: String) async throws {
      self.user = user
      tester = try Tester(configuration: TwoTesterTests.document)
      session = try await TerminalSession(
        size: Size(columns: 120, rows: 24),
        environment: tester.environment.merging(["HALYARD_TEAM": team, "USER": user]) { $1 }
      )
      try await start()
    }

    /// Starts the program, and lets it change the overrides of the user only.
    private func start() async throws {
      let command = "\(ProgramRun.path(of: "halyard")) \(tester.file) --user \(user)"
      // The shell writes its process id to a file, and then becomes the program by `exec`.
      try session.enter("sh -c 'echo $$ > pid; exec \(command)'")
      try await session.wait(for: "flag10")
      try session.type("F")
      try await session.wait(for: "only \(user)")
    }

    func flip(_ number: Int) throws {
      let key = OverrideKey(Feature.Name(rawValue: "flag\(number)"), for: .key(user))
      last = (key, overrides[key])
      // A second change resets the override.
      overrides[key] = overrides[key] == nil ? !number.isMultiple(of: 2) : nil
      // Control-U clears the former search.
      try session.type("/\u{15}flag\(number)\r ")
    }

    /// Undoes the last change, unless it is undone already.
    ///
    /// - Returns: Whether there was a change to undo.
    func undo() throws -> Bool {
      guard let (key, old) = last else { return false }
      last = nil
      overrides[key] = old
      try session.type("z")
      return true
    }

    /// Kills the program, and starts it again.
    func restart() async throws {
      let number = String(decoding: try FileSystem.read(session.folder + "/pid"), as: UTF8.self)
      let process = try #require(Int32(number.filter(\.isNumber)))
      #expect(kill(process, SIGKILL) == 0)
      try await session.wait(for: "ready>")
      // The terminal is still in the mode of the killed program, which does not translate Enter.
      try session.type("stty sane; clear\n")
      try await session.waitForPrompt()
      try await start()
    }

    func quit() throws { try session.press("q") }
  }

  /// The numbers of the features, which have two digits so that a search finds one feature.
  private static let numbers = 10..<60

  private static let document: String = {
    let features = numbers.map { number in
      #"{ "name": "flag\#(number)", "enabled": \#(number.isMultiple(of: 2)) }"#
    }
    return #"{ "features": [\#(features.joined(separator: ", "))] }"#
  }()

  @Test func `two testers change and undo the overrides of their own user only`() async throws {
    let address = try await LocalEtcd.sharedAddress()
    let observer = try TeamObserver(address)
    let dashboards = [
      try await Dashboard(of: "ana", in: address), try await Dashboard(of: "ben", in: address),
    ]
    var random = SeededGenerator(seed: 50)
    for step in 1...(Effort.isFull ? 200 : 10) {
      for dashboard in dashboards {
        let undoes = Int.random(in: 0..<4, using: &random) == 0
        if try !undoes || !dashboard.undo() {
          try dashboard.flip(Int.random(in: Self.numbers, using: &random))
        }
      }
      let expected = dashboards.reduce(into: [:]) { $0.merge($1.overrides) { $1 } }
      await observer.wait { $0.mapValues(\.enabled) == expected.mapValues { Bool?($0) } }
      if step.isMultiple(of: 5) { try await dashboards[step / 5 % 2].restart() }
    }
    for dashboard in dashboards { try dashboard.quit() }
  }
}
