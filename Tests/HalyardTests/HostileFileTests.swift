import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests commands with files of an unexpected kind, paths that are not UTF-8, and shared secrets.
struct HostileFileTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  /// Runs a command line of the shell in the folder, with `$halyard` as the program.
  private func shell(_ command: String) throws -> (status: Int32, errors: String) {
    let variables = tester.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    let status = Shell.run(
      "cd '\(tester.folder.path)' && export \(variables) && "
        + "halyard='\(TerminalSession.program("halyard"))' && { \(command); } 2> errors"
    )
    return (status >> 8, try tester.folder.read("errors"))
  }

  @Test(arguments: [
    ("mkdir .lock", "a folder"), ("ln -s /dev/null .lock", "a symbolic link"),
    ("ln -s nowhere .lock", "a symbolic link"), ("mkfifo .lock", "a pipe"),
  ])
  func `a lock file of another kind is an error with its own path`(
    command: String,
    kind: String
  ) throws {
    #expect(try shell("mkdir -p home/w/presets && cd home/w && \(command)").status == 0)
    let run = try tester.halyard("enable", "New Cart", "--workspace", "w")
    #expect(
      run.errors.contains(
        "home/w/.lock: cannot be written: found \(kind), expected a regular file; check its permissions"
      ),
      "\(run.errors)"
    )
    #expect(run.exitCode == ExitCode.unwritableFile)
    #expect(try shell("cd home/w/presets && \(command)").status == 0)
    let preset = try tester.halyard("preset", "save", "p", "--workspace", "w")
    #expect(preset.errors.contains("home/w/presets/.lock: cannot be written: found \(kind)"))
  }
}
