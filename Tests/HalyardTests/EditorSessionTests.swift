import FeatureFlags
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the user's editor in the dashboard, with scripts as editors in a real terminal.
struct EditorSessionTests {
  private static let template = """
    { "parameters": {
      "layout": { "defaultValue": { "value": "{\\"columns\\":2}" }, "valueType": "JSON" }
    } }
    """

  /// An editor that shows the text, and replaces it by a line that it reads from the terminal.
  private static let editor = """
    trap 'echo interrupted' INT
    echo "$@" > arguments
    for file; do :; done
    stat -c %a "$file" "$(dirname "$file")" > modes
    cat "$file"
    echo 'editor>'
    read line || read line
    printf '%s\\n' "$line" > "$file"
    """

  private func session(_ tester: Tester) async throws -> TerminalSession {
    try tester.folder.write(Self.template, to: "template.json")
    try tester.folder.write(Self.editor, to: "my editor.sh")
    try tester.folder.write("", to: "tmp/.keep")
    try tester.folder.write("{ editor: \"sh 'my editor.sh' --wait\" }", to: "home/config.json")
    let variables = ["TMPDIR": tester.folder.path(of: "tmp"), "EDITOR": "false"]
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 24),
      environment: tester.environment.merging(variables) { $1 }
    )
    try session.enter(
      "clear; cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard")) template.json"
    )
    try await session.wait { $0.contains("layout") && $0.contains("quit") }
    return session
  }

  @Test func `the key E edits a JSON value in the editor of the settings, and restores the screen`()
    async throws
  {
    let tester = try Tester()
    let session = try await session(tester)
    try session.type("E")
    // The editor has the terminal: the dashboard is not shown, and Ctrl-C does not end it.
    let shown = try await session.wait(for: "editor>")
    #expect(shown.contains("{ \"columns\": 2 }") && !shown.contains("quit"))
    try session.press("C-c")
    try await session.wait(for: "interrupted")
    try session.enter("{ \"columns\": ? }")
    try await session.wait { $0.contains("line 1, column 14: found") && $0.contains("layout") }
    try session.type("E")
    try await session.wait { $0.contains("{ \"columns\": ? }") && $0.contains("editor>") }
    try session.enter("{ \"columns\": 3 }")
    try await session.wait { $0.contains("\"value\" is changed.") && $0.contains("layout") }
    try session.type("q")
    try await session.waitForPrompt()
    #expect(try tester.folder.read("arguments").hasPrefix("--wait \(tester.folder.path)/tmp/"))
    #expect(try tester.folder.read("modes") == "600\n700\n")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: tester.folder.path(of: "tmp")
    )
    #expect(left == [".keep"])
    let shownValue = try tester.halyard("show", "layout", "-s", "template.json", "--json")
    #expect(shownValue.output.contains("\"columns\": 3"), "\(shownValue.output)")
  }

  @Test func `Ctrl-Z in the editor stops the dashboard too, and fg resumes both`() async throws {
    let tester = try Tester()
    let session = try await session(tester)
    try session.type("E")
    try await session.wait(for: "editor>")
    try session.press("C-z")
    try await session.waitForPrompt()
    try session.enter("fg")
    try session.enter("{ \"columns\": 4 }")
    try await session.wait { $0.contains("\"value\" is changed.") && $0.contains("layout") }
    try session.type("q")
    try await session.waitForPrompt()
  }

  @Test func `an editor that does not exist is reported with its name`() async throws {
    let tester = try Tester()
    let session = try await session(tester)
    try session.type("q")
    try await session.wait { !$0.contains("layout  ") }
    try tester.folder.write("{ editor: 'no-such-editor -w' }", to: "home/config.json")
    try session.enter("clear; \(ProgramRun.path(of: "halyard")) template.json")
    try await session.wait { $0.contains("layout") && $0.contains("quit") }
    try session.type("E")
    try await session.wait {
      $0.contains("no-such-editor: cannot be run") && $0.contains("layout")
    }
    try session.type("q")
  }

  @Test func `in the problems pane, the key E opens the file at the line of the problem`()
    async throws
  {
    let tester = try Tester(configuration: "[\n { \"name\": \"A\" },\n { \"name\": \"A\" } ]")
    try tester.folder.write("echo \"$@\" > arguments\n", to: "edit.sh")
    let variables = ["VISUAL": "sh edit.sh", "EDITOR": "false"]
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 24),
      environment: tester.environment.merging(variables) { $1 }
    )
    try session.enter(
      "clear; cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard")) --read-only"
    )
    try await session.wait { $0.contains("✗ 1 problem") }
    try session.type("5E")
    try await session.wait { _ in
      // The file does not exist until the editor runs.
      (try? tester.folder.read("arguments")) == "+3 Features.json\n"
    }
    try await session.wait(for: "is listed twice")
    try session.type("q")
  }
}

/// Tests the choice of the editor.
struct EditorChoiceTests {
  @Test(
    arguments: [
      (nil, [:], ["vi"]), (nil, ["EDITOR": "nano -w"], ["nano", "-w"]),
      (nil, ["EDITOR": "nano", "VISUAL": "'my vi'"], ["my vi"]),
      (nil, ["EDITOR": "nano", "VISUAL": "'vi"], ["nano"]),
      (["code", "--wait"], ["VISUAL": "vi"], ["code", "--wait"]),
    ] as [([String]?, [String: String], [String])]
  )
  func `the editor comes from the settings, or else from VISUAL, EDITOR or vi`(
    setting: [String]?,
    variables: [String: String],
    words: [String]
  ) {
    var settings = Settings()
    settings.editor = setting
    #expect(Environment.current(variables).editor(settings) == words)
  }
}
