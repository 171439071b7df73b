import Foundation
import TestSupport
import Testing

@testable import halyard

/// Checks the scripts of the project and the completions with the tools of their shells.
struct ShellScriptTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Expects that a command succeeds with a file as its argument, and prints nothing.
  private func expectSilence(_ command: String, _ path: String) throws {
    let status = Shell.run("\(command) '\(path)' > '\(folder.path(of: "output"))' 2>&1")
    let output = try folder.read("output")
    #expect(status == 0 && output.isEmpty, "\(command) \(path): \(output)")
  }

  private func expectSilence(_ command: String, _ shell: CompletionShell) throws {
    try expectSilence(command, folder.write(shell.script, to: "completions"))
  }

  @Test(.enabled(if: Shell.has("shellcheck"), "shellcheck is not installed"))
  func `shellcheck has no remark on the scripts and the completions for bash`() throws {
    let search = "cd '\(Self.checkout)' && grep -lsE '^#!.*sh$' .ci/* Tools/* docs/* docs/*/*"
    // The status is not 0: the files include folders.
    _ = Shell.run("\(search) > '\(folder.path(of: "list"))'")
    let paths = try folder.read("list").split(separator: "\n")
    #expect(paths.contains(".ci/run") && paths.count > 3)
    for path in paths { try expectSilence("shellcheck", "\(Self.checkout)/\(path)") }
    try expectSilence("shellcheck -s bash", .bash)
  }

  @Test(.enabled(if: Shell.has("zsh"), "zsh is not installed"))
  func `zsh reports no problem in the generated completion script`() throws {
    try expectSilence("zsh -n", .zsh)
  }

  @Test(.enabled(if: Shell.has("fish"), "fish is not installed"))
  func `fish reports no problem in the generated completion script`() throws {
    try expectSilence("fish --no-execute", .fish)
  }
}
