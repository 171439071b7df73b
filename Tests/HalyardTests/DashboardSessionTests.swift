import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the dashboard in a real terminal, controlled by keys.
struct DashboardSessionTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  private func open(_ size: Size, home: String? = nil) async throws -> TerminalSession {
    var environment = tester.environment
    if let home { environment["HALYARD_HOME"] = home }
    let session = try await TerminalSession(size: size, environment: environment)
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait(for: "New Cart")
    return session
  }

  private static let sizes = [Size(columns: 120, rows: 32), Size(columns: 80, rows: 24)]

  @Test(arguments: sizes)
  func `an override that is set by keys is saved, and shown by the next dashboard`(
    size: Size
  ) async throws {
    let session = try await open(size)
    try session.type("/new")
    try session.press("Enter", "Space")
    try await session.wait { $0.row("New Cart").contains("Enabled") && $0.row("New Cart").isMarked }
    try session.type("/cta")
    try session.press("Enter", "Right")
    try await session.wait { $0.row("CTA colour").contains("Group A") }
    try session.press("Left")
    try await session.wait { $0.row("CTA colour").contains("Group B") }
    try session.type("/layout")
    try session.press("Enter", "Space")
    try await session.wait(for: "Pick for Layout")
    try session.press("Down", "Down", "Enter")
    try await session.wait { $0.row("Layout").contains("Blue") }
    try session.type("/gold")
    try session.press("Enter", "Space")
    try await session.wait { $0.row("Gold theme").contains("Unlocked") }
    try session.type("/cta")
    try session.press("Enter")
    try session.type("o")
    try await session.wait { !$0.row("CTA colour").isMarked }
    try session.type("q")
    try await session.wait(for: "3 overrides are active in the workspace")

    try session.enter(ProgramRun.path(of: "halyard"))
    let screen = try await session.wait { $0.row("Layout").contains("Blue") && $0.contains("quit") }
    #expect(screen.row("New Cart").isMarked && screen.row("New Cart").contains("Enabled"))
    #expect(screen.row("Gold theme").isMarked && screen.row("Gold theme").contains("Unlocked"))
    #expect(screen.row("Layout").isMarked)
    #expect(!screen.row("CTA colour").isMarked)
  }

  @Test
  func `an open dashboard shows changes by commands, and commands show those of the dashboard`()
    async throws
  {
    let session = try await open(Size(columns: 120, rows: 32))
    _ = try tester.halyard("enable", "New Cart")
    try session.type("r")
    try await session.wait { $0.row("New Cart").isMarked }
    try session.type("/layout")
    try session.press("Enter", "Right")
    try await session.wait { $0.row("Layout").contains("Green") }
    let deadline = ContinuousClock.now + .seconds(10)
    var output = ""
    while !output.contains("Green"), .now < deadline {
      output = try tester.halyard("show", "Layout").output
    }
    #expect(output.contains("Green"))
  }

  @Test func `an unwritable workspace is reported, and the dashboard stays open`() async throws {
    let blocked = try tester.folder.write("", to: "blocked")
    let session = try await open(Size(columns: 120, rows: 32), home: blocked + "/home")
    try session.type("/new")
    try session.press("Enter", "Space")
    try await session.wait(for: "not saved")
    try await session.wait { $0.row("New Cart").contains("Enabled") }
  }

  @Test func `the dashboard reports a malformed source file, and continues to show its features`()
    async throws
  {
    let session = try await open(Size(columns: 120, rows: 32))
    try tester.folder.write("[{\"name\": }]", to: "Features.json")
    try session.type("r")
    let screen = try await session.wait(for: "Features.json:1")
    #expect(screen.contains("New Cart"))
  }

  @Test func `quitting the dashboard restores the screen of the shell`() async throws {
    let session = try await open(Size(columns: 80, rows: 24))
    try session.type("q")
    #expect(!(try await session.waitForPrompt().contains("New Cart")))
    #expect(try session.state("#{alternate_on} #{cursor_flag}") == "0 1")
  }

  @Test func `in a window that is too small a message is shown until the window is enlarged`()
    async throws
  {
    let session = try await open(Size(columns: 80, rows: 24))
    try session.resize(to: Size(columns: 30, rows: 6))
    try await session.wait { !$0.contains("New Cart") }
    try session.resize(to: Size(columns: 100, rows: 30))
    try await session.wait(for: "New Cart")
  }
}

extension String {
  /// The line of the list with the given feature; empty if there is none.
  fileprivate func row(_ name: String) -> Substring {
    // Cuts off the details pane of a wide screen, which also contains the name.
    split(separator: "\n").lazy.map { $0[..<($0.firstRange(of: "││")?.lowerBound ?? $0.endIndex)] }
      .first { $0.contains(" \(name) ") && !$0.hasPrefix("╭") } ?? ""
  }
}

extension Substring {
  /// Whether the line has the symbol of an overridden feature.
  fileprivate var isMarked: Bool { contains("◆") }
}
