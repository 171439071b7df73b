import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the settings that change while the dashboard is open, and the personas that it saves.
struct SettingsReloadTests {
  private static let personas = """
    {
      // mine
      "personas": [
        // the usual one
        { name: 'Ana', key: 'u-1', attributes: { plan: 'gold' }, since: 2024 }, // keep
        { name: "Guest", segments: [] }
      ],
      "future": 1
    }

    """

  private func saved(_ persona: Persona) throws -> String {
    let tester = try Tester()
    try tester.folder.write(Self.personas, to: "home/config.json")
    try SettingsFile(Environment.current(tester.environment)).save(persona)
    return try tester.folder.read("home/config.json")
  }

  @Test func `a new persona is added at the end, and the rest of the file stays`() throws {
    let user = EvaluationContext(targetingKey: "u-2", attributes: ["age": 42], segments: ["beta"])
    let text = try saved(Persona(name: "Ben", user: user))
    let settings = try Settings(json: text)
    #expect(settings.personas.map(\.name) == ["Ana", "Guest", "Ben"])
    #expect(settings.personas.last?.user == user)
    let end = "segments: [] }"
    let parts = Self.personas.split(separator: end).map(String.init)
    #expect(text.hasPrefix(parts[0] + end + ",\n    {"), "\(text)")
    #expect(text.hasSuffix(parts[1]), "\(text)")
  }

  @Test func `a changed persona keeps its unknown members and the comments beside it`() throws {
    let text = try saved(Persona(name: "Ana", user: EvaluationContext(targetingKey: "u-9")))
    #expect(
      text
        == Self.personas.replacing(
          "{ name: 'Ana', key: 'u-1', attributes: { plan: 'gold' }, since: 2024 }",
          with: "{ name: 'Ana', key: \"u-9\", since: 2024 }"
        )
    )
  }

  @Test func `an unchanged persona does not change the file`() throws {
    #expect(try saved(Persona(name: "Guest", user: EvaluationContext())) == Self.personas)
  }

  @Test func `saving a persona fails if the setting "personas" is not a list`() throws {
    let tester = try Tester()
    try tester.folder.write("{ personas: 5 }", to: "home/config.json")
    let file = SettingsFile(Environment.current(tester.environment))
    let error = #expect(throws: WorkspaceError.self) {
      try file.save(Persona(name: "A", user: EvaluationContext()))
    }
    #expect(error.map { "\($0)".contains("found 5, expected a list of personas") } == true)
    #expect(try tester.folder.read("home/config.json") == "{ personas: 5 }")
  }

  @Test func `changed settings apply to the open dashboard, and a mistake is reported`()
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait { $0.contains("New Cart") && $0.contains("q quit") }
    let before = try session.screen(withColours: true)
    try tester.folder.write("{ theme: 'moss', keymap: { quit: 'f9' } }", to: "home/config.json")
    try await session.wait(for: "✓ The settings were loaded again: theme, keymap.")
    try await session.wait(for: "F9 quit")
    #expect(try session.screen(withColours: true) != before)
    try tester.folder.write("{ theme:\n ? }", to: "home/config.json")
    try await session.wait {
      $0.contains("✗ The old settings apply:") && $0.contains(":2: column 2")
    }
    try tester.folder.write("{ theme: 'moss', poll: '5s' }", to: "home/config.json")
    try await session.wait { screen in
      screen.contains("The settings were loaded again: keymap.")
        && screen.contains("These settings apply at the next start: poll.")
    }
    try session.type("q")
    try await session.waitForPrompt()
  }

  @Test func `a persona that is saved in the user dialog can be selected at once`() async throws {
    let tester = try Tester()
    try tester.folder.write(Self.personas, to: "home/config.json")
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait { $0.contains("New Cart") && $0.contains("q quit") }
    try session.type("u")
    try await session.wait(for: "Save as")
    try session.type("u-77")
    try session.press("Tab")
    try session.type("Tester")
    try session.press("Enter")
    try await session.wait(for: "user Tester")
    try session.type("u")
    let screen = try await session.wait(for: "Personas")
    #expect(screen.contains("Tester"))
    #expect(try tester.folder.read("home/config.json").contains("// the usual one"))
    try session.press("Escape")
    try await session.wait { !$0.contains("Personas") }
    try session.type("q")
    try await session.waitForPrompt()
  }
}
