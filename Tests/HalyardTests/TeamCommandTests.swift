import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Workbench

@testable import halyard

/// Tests programs that share the overrides of a team in etcd.
@Suite(.timeLimit(.minutes(2)))
struct TeamCommandTests {
  /// Two people on two simulated machines, who share one namespace.
  private struct Team {
    let ana: Tester
    let ben: Tester
    let address: String

    init() async throws {
      address = try await LocalEtcd.sharedAddress()
      ana = try Tester()
      ben = try Tester()
    }

    func environment(_ tester: Tester, user: String) -> [String: String] {
      tester.environment.merging(["HALYARD_TEAM": address, "USER": user]) { $1 }
    }

    func ana(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        arguments,
        environment: environment(ana, user: "ana"),
        folder: ana.folder.path
      )
    }

    func ben(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        arguments,
        environment: environment(ben, user: "ben"),
        folder: ben.folder.path
      )
    }
  }

  @Test func `an override by one person is listed with its author for a colleague`() async throws {
    let team = try await Team()
    #expect(try team.ana("enable", "New Cart").output == "New Cart: Enabled, overridden\n")
    #expect(try team.ben("list", "--overridden").output.hasPrefix("New Cart  Enabled"))
    #expect(try team.ben("history").output.contains("ana@"))
    #expect(try team.ben("reset", "New Cart").exitCode == 0)
    #expect(try team.ana("list", "--overridden").output.isEmpty)
  }

  @Test func `undo reverts the last operation of the same person, not that of a colleague`()
    async throws
  {
    let team = try await Team()
    _ = try team.ana("enable", "New Cart")
    _ = try team.ben("set", "Layout", "Blue")
    #expect(try team.ana("undo").output == "New Cart: Disabled\n")
    let undone = try team.ana("undo")
    #expect(undone.errors == "halyard: error: nothing to undo\n")
    #expect(try team.ana("list", "--overridden").output.hasPrefix("Layout  Blue"))
    #expect(try team.ana("redo").output == "New Cart: Enabled, overridden\n")
  }

  @Test func `undo fails with both changes if a colleague has changed the feature in the meantime`()
    async throws
  {
    let team = try await Team()
    _ = try team.ana("enable", "New Cart")
    _ = try team.ben("disable", "New Cart")
    let undone = try team.ana("undo")
    #expect(undone.errors.hasPrefix("halyard: error: New Cart was changed by ben@"))
    #expect(
      undone.errors.hasSuffix("to Disabled, so your reset is not saved; --force overwrites it\n")
    )
    #expect(undone.exitCode == ExitCode.failure)
    #expect(try team.ben("list", "--overridden").output.hasPrefix("New Cart  Disabled"))
    #expect(try team.ana("undo", "--force").exitCode == 0)
    #expect(try team.ben("list", "--overridden").output.isEmpty)
  }

  @Test func `an override of a team expires at the same time for a colleague`() async throws {
    let team = try await Team()
    #expect(try team.ana("enable", "New Cart", "--for", "2h").exitCode == 0)
    let runs = [
      try team.ana("show", "New Cart", "--json"), try team.ben("show", "New Cart", "--json"),
    ]
    let ends = try runs.map { run in
      try #require(run.output.firstMatch(of: /"until": "([^"]+)"/)).output.1
    }
    #expect(ends[0] == ends[1])
  }

  @Test func `a command cannot set a session override in a team, only a dashboard can`()
    async throws
  {
    let team = try await Team()
    let run = try team.ana("enable", "New Cart", "--session")
    #expect(run.errors.contains("set the override in the dashboard"))
    #expect(run.exitCode == ExitCode.unavailable)
    #expect(try team.ben("list", "--overridden").output.isEmpty)
  }

  @Test func `a command that overrides 200 features is shared and undone as one operation`()
    async throws
  {
    let team = try await Team()
    let features = (0..<200).map { #"{ "name": "F\#($0)" }"# }
    for tester in [team.ana, team.ben] {
      try tester.folder.write("[\(features.joined(separator: ","))]", to: "Features.json")
    }
    #expect(try team.ana("enable", "F*").exitCode == 0)
    #expect(try team.ben("list", "--overridden", "--json").output.contains("\"F199\""))
    #expect(try team.ana("undo").exitCode == 0)
    #expect(try team.ben("list", "--overridden").output.isEmpty)
  }

  @Test func `a colleague cannot change a locked feature without --force`() async throws {
    let team = try await Team()
    let lock = try team.ana("team", "lock", "New Cart", "--for", "5m", "--reason", "release")
    #expect(lock.output.hasPrefix("New Cart: locked by ana@"))
    #expect(lock.output.hasSuffix(" (release)\n"))
    let change = try team.ben("enable", "New Cart")
    #expect(change.output == "New Cart: Disabled\n")
    #expect(change.errors.contains("error: New Cart is locked by ana@"), "\(change.errors)")
    #expect(
      change.errors.hasSuffix("so your change to Enabled is not saved; --force overwrites it\n")
    )
    #expect(change.exitCode == ExitCode.failure)
    #expect(try team.ben("team", "lock", "New Cart").exitCode == ExitCode.failure)
    #expect(
      try team.ben("team", "unlock", "New Cart").errors.contains("--force overwrites the lock")
    )
    #expect(try team.ana("enable", "New Cart").exitCode == 0)
    #expect(try team.ben("disable", "New Cart", "--force").exitCode == 0)
    #expect(try team.ana("team", "unlock", "New Cart").output == "New Cart: not locked\n")
    #expect(try team.ben("enable", "New Cart").exitCode == 0)
  }

  @Test func `preset apply --force overwrites the lock of a colleague`() async throws {
    let team = try await Team()
    #expect(try team.ben("enable", "New Cart").exitCode == 0)
    #expect(try team.ben("preset", "save", "cart").output == "Preset cart: saved, 1 override\n")
    #expect(try team.ben("reset", "New Cart").exitCode == 0)
    #expect(try team.ana("team", "lock", "New Cart").exitCode == 0)
    let refused = try team.ben("preset", "apply", "cart")
    #expect(refused.errors.contains("error: New Cart is locked by ana@"), "\(refused.errors)")
    #expect(refused.errors.hasSuffix("--force overwrites it\n"))
    #expect(refused.exitCode == ExitCode.failure)
    #expect(try team.ben("list", "--overridden").output.isEmpty)
    let forced = try team.ben("preset", "apply", "cart", "--force")
    #expect(forced.output == "New Cart: Disabled → Enabled\n1 changed\n")
    #expect(forced.exitCode == 0, "\(forced.errors)")
    #expect(try team.ana("list", "--overridden").output.hasPrefix("New Cart  Enabled"))
  }

  @Test(arguments: [["save", "cart"], ["show", "cart"], ["delete", "cart"], ["list"]])
  func `preset accepts --force only with its subcommand apply`(operands: [String]) throws {
    let run = try Tester().halyard(["preset"] + operands + ["--force"])
    #expect(run.errors.contains("--force works only with 'preset apply'"), "\(run.errors)")
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `team status prints the state of the team, and team members its members`() async throws
  {
    let team = try await Team()
    _ = try team.ana("enable", "New Cart")
    _ = try team.ana("team", "lock", "Layout")
    let status = try team.ben("team", "status")
    #expect(status.output.contains("Team        \(team.address)\nConnection  online, "))
    #expect(status.output.contains("Permission  reading and writing\nOverrides   1\nMembers     0"))
    #expect(status.output.contains("Locks       Layout: locked by ana@"))
    #expect(try team.ben("team", "status", "--json").output.contains("\"overrides\": 1"))
    #expect(try team.ben("team", "members", "--json").output == "[]\n")
    let none = try team.ana.halyard("team", "status")
    #expect(none.errors.contains("'team' needs a team"))
  }

  @Test func `a colleague sees the note of an override, in its JSON and in the history`()
    async throws
  {
    let team = try await Team()
    _ = try team.ana("enable", "New Cart", "--note", "QA-123")
    let shown = try team.ben("show", "New Cart", "--json")
    #expect(shown.output.contains(#""note": "QA-123""#), "\(shown.output)")
    #expect(try team.ben("history").output.contains("source → Enabled (QA-123)"))
    #expect(try team.ben("reset", "--by", "ana").output == "New Cart: Disabled\n")
  }

  @Test func `team migrate copies the overrides of a workspace into the namespace, and back`()
    async throws
  {
    let team = try await Team()
    _ = try team.ana("enable", "New Cart", "--team", "none")
    _ = try team.ana("set", "Layout", "Blue", "--team", "none")
    _ = try team.ben("set", "Layout", "Green")
    let copy = try team.ana("team", "migrate")
    #expect(copy.output.hasPrefix("1 override copied to the team's namespace test-"))
    #expect(copy.errors.contains("Layout is not copied: found Blue, but the team's namespace"))
    #expect(copy.exitCode == ExitCode.failure)
    #expect(try team.ben("list", "--overridden").output.contains("New Cart"))
    let back = try team.ben("team", "migrate", "--back")
    #expect(back.output.hasPrefix("2 overrides copied to the workspace "))
    #expect(try team.ben("list", "--overridden", "--team", "none").output.contains("Green"))
    #expect(try team.ana("team", "migrate", "--force").exitCode == 0)
    #expect(try team.ben("show", "Layout").output.contains("Blue"))
  }

  @Test
  func `without etcd a command queues its change if this machine has a copy of the overrides`()
    async throws
  {
    let etcd = try LocalEtcd()
    try await etcd.waitUntilReady()
    let tester = try Tester()
    let environment = tester.environment.merging(["HALYARD_TEAM": etcd.newAddress()]) { $1 }
    func halyard(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(arguments, environment: environment, folder: tester.folder.path)
    }
    _ = try halyard("set", "Layout", "Blue")
    etcd.members[0].kill()
    let change = try halyard("enable", "New Cart")
    #expect(change.output == "New Cart: Enabled, overridden\n")
    #expect(change.errors.contains("the overrides are read from the copy on this machine"))
    #expect(
      change.errors.contains("warning: 1 feature has a change that the team does not have yet")
    )
    #expect(change.exitCode == 0)
    // A queued session override would wait for the end of its shell, and block later changes.
    let session = try halyard("enable", "Gold theme", "--session")
    #expect(session.errors.contains("limit its lifetime with --for"), "\(session.errors)")
    #expect(try halyard("list", "--overridden").output.contains("New Cart"))
    let status = try halyard("team", "status").output
    #expect(status.contains("Pending     1 feature\nLocks       unknown\nIgnored     unknown\n"))
    #expect(try halyard("team", "status", "--json").output.contains("\"locks\": null"))
    try etcd.members[0].start()
    try await etcd.waitUntilReady()
    let next = try halyard("disable", "New Cart")
    #expect(next.errors.isEmpty, "\(next.errors)")
    #expect(try halyard("history").output.split(separator: "\n").count >= 3)
  }

  @Test(arguments: [
    (["list", "--team", "build-1"], "--team: found \"build-1\", expected etcd://HOST:PORT"),
    (["list", "--team", "etcd://u:pw@h/qa"], "--team: found a user name or a password"),
    (["env"], "'env' works only with the overrides of a workspace"),
    (["bisect"], "'bisect' works only with the overrides of a workspace"),
  ])
  func `an invalid team address, or a command that does not support a team, is a usage error`(
    words: [String],
    message: String
  )
    async throws
  {
    let team = try await Team()
    let run = try ProgramRun(
      words,
      environment: team.environment(team.ana, user: "ana"),
      folder: team.ana.folder.path
    )
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("pw"))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `without etcd and without a local copy, list prints a warning and a change fails`()
    throws
  {
    let tester = try Tester()
    // Port 1 of the loopback interface has no server.
    let address = "etcd://127.0.0.1:1/qa"
    let list = try tester.halyard("list", "--team", address)
    #expect(list.output.contains("New Cart"))
    #expect(list.errors.contains("warning: \(address): no response"))
    let change = try tester.halyard("enable", "New Cart", "--team", address)
    #expect(change.errors.contains("check that etcd runs"))
    #expect(change.exitCode == ExitCode.unavailable)
  }

  @Test
  func `in a team, a session override is shown on other dashboards until its own dashboard ends`()
    async throws
  {
    let team = try await Team()
    let size = Size(columns: 100, rows: 24)
    let (ana, ben) = (
      team.environment(team.ana, user: "ana"), team.environment(team.ben, user: "ben")
    )
    let one = try await TerminalSession(size: size, environment: ana)
    let two = try await TerminalSession(size: size, environment: ben)
    let program = ProgramRun.path(of: "halyard")
    try one.enter("\(program) \(team.ana.file)")
    try two.enter("\(program) \(team.ben.file)")
    try await one.wait(for: "Gold theme")
    try await two.wait(for: "Gold theme")
    try one.type("/New Cart\r ")
    try await two.wait(for: "◆ 1")
    #expect(try team.ben("list", "--overridden").output.hasPrefix("New Cart  Enabled"))
    // The second choice of lifetimes is the session.
    try one.type("L")
    try one.press("Right", "Enter")
    try await two.wait(for: "◈")
    try one.type("q")
    try await two.wait { !$0.contains("◆ 1") }
    #expect(try await !one.waitForPrompt().contains("active in"))
    #expect(try team.ben("list", "--overridden").output.isEmpty)
  }
}
