import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the completions in real shells: types the beginning of a command and Tab in a terminal.
struct CompletionShellTests {
  private static let name = #"Sale: 50 % [beta] "Grün" 'x' $y"#
  private static let configuration = """
    [{ "name": "Sale: 50 % [beta] \\"Grün\\" 'x' $y" }, { "name": "New Cart" },
     { "name": "Layout", "section": "Größe: L", "test-variations": ["Red", "Blue: dark", "Gray"] }]
    """

  private static let bashCompletion = "/usr/share/bash-completion/bash_completion"

  @Test(.enabled(if: Shell.has("bash"), "bash is not installed"))
  func `bash completes commands, options and names with every kind of quotes`() async throws {
    try await check(
      "exec bash --norc --noprofile",
      ["PS1='$ '", "source <(halyard completions bash)"]
    )
  }

  @Test(
    .enabled(if: access(bashCompletion, R_OK) == 0, "bash-completion is not installed")
  )
  func `bash completes names also if the package bash-completion is loaded`() async throws {
    try await check(
      "exec bash --norc --noprofile",
      ["PS1='$ '", ". \(Self.bashCompletion)", "source <(halyard completions bash)"]
    )
  }

  @Test(.enabled(if: Shell.has("zsh"), "zsh is not installed"))
  func `zsh completes commands, options and names with every kind of quotes`() async throws {
    try await check(
      "exec zsh -f",
      [
        "PS1='$ '", "autoload -Uz compinit && compinit -u -d $HOME/dump",
        "source <(halyard completions zsh)",
      ]
    )
  }

  @Test(.enabled(if: Shell.has("fish"), "fish is not installed"))
  func `fish completes commands, options and names with every kind of quotes`() async throws {
    try await check(
      "exec fish --no-config",
      ["function fish_prompt; echo '$ '; end", "halyard completions fish | source"]
    )
  }

  @Test(
    .enabled(if: Shell.has("fish"), "fish is not installed"),
    arguments: [
      ("halyard check Feat", "Features.json\n"),
      ("halyard report --output=Feat", "--output=Features.json\n"), ("halyard version Feat", ""),
    ]
  )
  func `fish completes files for operands and values of options`(
    line: String,
    completions: String
  ) throws {
    let tester = try Tester()
    try tester.folder.write("", to: "bin/.keep")
    let program = ProgramRun.path(of: "halyard")
    let folder = tester.folder.path
    let command = """
      cd '\(folder)' && ln -s '\(program)' bin/halyard && export HALYARD_HOME='\(folder)/home' \
      HOME='\(folder)' PATH="\(folder)/bin:$PATH" && fish --no-config -c \
      "halyard completions fish | source; complete -C '\(line)'" > out
      """
    #expect(Shell.run(command) == 0)
    #expect(try tester.folder.read("out") == completions)
  }

  /// Starts a shell, loads the completions, and completes and runs commands.
  private func check(_ shell: String, _ setup: [String]) async throws {
    let tester = try Tester(configuration: Self.configuration)
    try tester.folder.write("", to: "bin/.keep")
    let program = ProgramRun.path(of: "halyard")
    #expect(Shell.run("ln -s '\(program)' '\(tester.folder.path(of: "bin/halyard"))'") == 0)
    let variables = [
      "HALYARD_SOURCE": tester.file,
      "PATH": tester.folder.path(of: "bin") + ":/usr/local/bin:/usr/bin:/bin",
    ]
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 30),
      environment: tester.environment.merging(variables) { $1 }
    )
    try session.enter(shell)
    for command in setup { try session.enter(command) }
    var isOn = false
    for word in ["Sal", "'Sal", "\"Sal", "Sale:", "'Sale: 5", "sale\\:\\ 50"] {
      isOn.toggle()
      try await complete(isOn ? "halyard enable \(word)" : "halyard disable \(word)", in: session) {
        $0.contains("Grün")
      }
      try await session.wait(for: "\(Self.name): \(isOn ? "Enabled" : "Disabled"), overridden")
    }
    try await complete("halyard set lay", in: session, runs: false) { $0.contains("Layout") }
    try await complete("Bl", in: session, clears: false) { $0.contains("dark") }
    try await session.wait(for: "Layout: Blue: dark, overridden")
    try await complete("halyard list --sect", in: session, runs: false) {
      $0.contains("--section")
    }
    try await complete("Gr", in: session, clears: false) { $0.contains("L") }
    try await session.wait { $0.contains("Layout  Blue: dark") || $0.contains("NAME ") }
    try await complete("halyard vers", in: session) { $0.contains("version") }
    try await session.wait(for: "halyard \(Main.version)")
  }

  /// Types text and Tab, waits until the command line has the completion, and presses Enter.
  private func complete(
    _ text: String,
    in session: TerminalSession,
    clears: Bool = true,
    runs: Bool = true,
    until isComplete: @escaping @Sendable (String) -> Bool
  ) async throws {
    if clears {
      try session.enter("clear")
      try await session.wait { screen in
        screen.split(separator: "\n").allSatisfy {
          $0.hasPrefix("$") || $0.allSatisfy(\.isWhitespace)
        }
      }
    }
    try session.type(text)
    try session.press("Tab")
    try await session.wait(until: isComplete)
    if runs { try session.press("Enter") }
  }
}
