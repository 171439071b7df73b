import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the tour of the built-in example.
struct TourTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var environment: [String: String] {
    ["HALYARD_HOME": folder.path(of: "home"), "USER": "ana", "LC_ALL": "C.UTF-8"]
  }

  /// The line above the footer after key presses on the built-in example.
  private func line(
    after keys: [String],
    size: String = "80x24",
    _ options: String...
  ) throws -> String {
    let run = try ProgramRun(
      ["snapshot", "--size", size, "--keys", keys.joined(separator: " "), "--output", "-"]
        + options,
      environment: environment,
      folder: folder.path
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    return String(lines.dropLast(2).last ?? "").trimmed
  }

  /// The keys to press in each step of the tour, and the line after the step.
  private static let steps = [
    ("W", "1/8 Green is on, dimmed is off, white a variation. Type /new, then enter."),
    ("/ n e w enter", "2/8 space switches the cart off, for you alone: the source is not changed."),
    ("space", "3/8 ◆ marks your override. z undoes the last change, also after a restart."),
    // A key that does nothing else removes the notice about the change.
    ("z g", "4/8 A flag of a service has rules: type /free, then enter."),
    (
      "/ f r e e enter",
      "5/8 The details (enter) say why. u, ↑ and enter evaluate for Ben, a member."
    ),
    ("u up enter g", "6/8 A rule gives Ben free delivery. 5 lists mistakes of the source."),
    ("5", "7/8 A typo, with its line; the feature works. 4 lists the connected apps."),
    ("4", "8/8 Clients of halyard --serve are here. ? lists all keys. esc ends this."),
    ("esc", "• halyard FILE opens the features of your app."),
  ]

  @Test func `each step of the tour names the keys to press, and these lead to the next step`()
    throws
  {
    var keys: [String] = []
    for (pressed, text) in Self.steps {
      keys.append(pressed)
      #expect(try line(after: keys) == text)
    }
  }

  @Test func `the first Escape ends the tour at any step, and does not clear a search`() throws {
    var keys: [String] = []
    for (pressed, _) in Self.steps.dropLast() {
      keys.append(pressed)
      let line = try line(after: keys + ["esc", "g"])
      #expect(!line.contains("/8"), "\(keys): \(line)")
    }
    let run = try ProgramRun(
      ["snapshot", "--keys", "W / n e w enter esc", "--output", "-"],
      environment: environment,
      folder: folder.path
    )
    #expect(run.output.contains("Features 1 of 15"))
  }

  @Test func `a step of the tour stays visible while the user types or chooses in a dialog`() throws
  {
    #expect(try line(after: ["W / n e w"]).hasPrefix("1/8"))
    #expect(try line(after: ["W / n e w enter space z / f r e e enter u"]).hasPrefix("5/8"))
  }

  @Test func `the tour names the keys of the user's keymap`() throws {
    try folder.write(#"{ "keymap": { "act": "Q" } }"#, to: "home/config.json")
    #expect(try line(after: ["W / n e w enter"]).hasPrefix("2/8 Q switches the cart off"))
  }

  @Test func `there is no tour in read-only mode, or for a source other than the built-in example`()
    throws
  {
    let text = "The tour shows the built-in example: halyard tour opens it."
    #expect(try line(after: ["W"], size: "80x24", "--read-only").contains(text))
    try folder.write(Tester.configuration, to: "Features.json")
    #expect(try line(after: ["W"]).contains(text))
  }

  @Test func `the tour never changes the overrides of a team`() async throws {
    let program = ProgramRun.path(of: "halyard")
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: environment.merging(["HALYARD_TEAM": "etcd://127.0.0.1:1/shop"]) { $1 }
    )
    try session.enter("cd \(folder.path) && \(program)")
    try await session.wait { $0.contains("free_delivery") && $0.contains("quit") }
    try session.type("W")
    try await session.wait(for: "The tour shows the built-in example: halyard tour opens it.")
    try session.type("q")
    try await session.waitForPrompt()
    try session.enter("clear; \(program) tour")
    try await session.wait { $0.contains("1/8 Green is on") && !$0.contains("shop") }
  }

  @Test func `the first start offers the tour, and the next one does not`() async throws {
    let program = ProgramRun.path(of: "halyard")
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: environment
    )
    try session.enter("cd \(folder.path) && \(program)")
    try await session.wait(for: "• New here? W starts a tour of 8 steps.")
    try session.type("W")
    try await session.wait(for: "1/8 Green is on")
    try session.type("q")
    try await session.wait { !$0.contains("1/8") }
    try session.enter("clear; \(program)")
    try await session.wait { $0.contains("1/15") && !$0.contains("New here?") }
  }

  @Test func `the command tour opens the built-in example even if the working folder has a source`()
    async throws
  {
    try folder.write(Tester.configuration, to: "Features.json")
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: environment
    )
    try session.enter("cd \(folder.path) && \(ProgramRun.path(of: "halyard")) tour")
    try await session.wait { $0.contains("1/8 Green is on") && $0.contains("free_delivery") }
  }

  @Test func `the command halyard tour ends with a usage error without a terminal`() throws {
    let run = try ProgramRun(["tour"], environment: environment, folder: folder.path)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("halyard: error: the tour needs a terminal"))
  }

  @Test func `plain mode prints each step of the tour`() throws {
    let run = try ProgramRun(
      ["--plain"],
      environment: environment,
      folder: folder.path,
      input: "W\nfind new\nspace\nquit\n"
    )
    #expect(run.output.contains("1/8 Green is on"))
    #expect(run.output.contains("2/8 space switches the cart off"))
    #expect(run.output.contains("3/8 ◆ marks your override."))
  }
}

/// Tests the built-in example.
struct ExampleTests {
  private func run(_ arguments: String...) throws -> ProgramRun {
    let folder = try TemporaryFolder()
    return try ProgramRun(
      arguments,
      environment: ["HALYARD_HOME": folder.path, "LC_ALL": "C.UTF-8"],
      folder: folder.path
    )
  }

  @Test func `the built-in example has features of all types in five sections`() throws {
    let list = try run("list", "--tsv").output
    let rows = list.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    let types = ["ab", "deprecated", "feature-ab", "flag", "mvt", "unlock"]
    #expect(Set(rows.map { String($0[2]) }) == Set(types))
    #expect(Set(rows.map { $0[3] }).count == 5)
  }

  @Test func `check reports one warning and no error in the built-in example`() throws {
    let check = try run("check")
    #expect(check.exitCode == 0)
    #expect(check.errors.contains("0 errors, 1 warning"))
    #expect(
      check.output.contains(#"Recently viewed: has "descripton", did you mean "description"?"#)
    )
  }

  @Test(arguments: [(#"{"plan": "free"}"#, "no variation"), (#"{"plan": "gold"}"#, "free")])
  func `in the built-in example, free delivery depends on the plan of the user`(
    attributes: String,
    state: String
  ) throws {
    let run = try run("list", "--user", "ana", "--attributes", attributes, "--tsv")
    let line = run.output.split(separator: "\n").first { $0.hasPrefix("free_delivery") }
    #expect(line?.contains("\t\(state)\t") == true, "\(line ?? "")")
  }

  @Test func `the personas of the built-in example are offered unless the settings have personas`()
    throws
  {
    let folder = try TemporaryFolder()
    func screen() throws -> String {
      try ProgramRun(
        ["snapshot", "--keys", "u", "--output", "-"],
        environment: ["HALYARD_HOME": folder.path, "LC_ALL": "C.UTF-8"],
        folder: folder.path
      ).output
    }
    #expect(try screen().contains("Ben, member of the club"))
    try folder.write(#"{ "personas": [{ "name": "Zoe" }] }"#, to: "config.json")
    #expect(try !screen().contains("Ben, member"))
    #expect(try screen().contains("Zoe"))
  }
}
