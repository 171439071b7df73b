import Foundation
import TestSupport

/// One object of the output of `doctor --json`.
struct DoctorRow: Decodable, Hashable {
  let check: String
  let result: String
  let message: String
  let remedy: String?
}

/// A run of `doctor`: the page of one check, and the exit code.
struct DoctorOutcome {
  /// The lines of the check, without the columns of the result and the name.
  let text: String
  let exitCode: Int32
  let page: String
}

extension Tester {
  /// Runs `doctor --json`, and returns its rows.
  func doctorRows(_ arguments: String...) throws -> [DoctorRow] {
    let run = try halyard(["doctor", "--json"] + arguments)
    return try JSONDecoder().decode([DoctorRow].self, from: Data(run.output.utf8))
  }

  /// Runs `doctor` with additional environment variables, and returns the lines of one check.
  func doctor(
    _ check: String,
    _ arguments: [String] = [],
    _ variables: [String: String] = [:]
  ) throws -> DoctorOutcome {
    let run = try ProgramRun(
      ["doctor"] + arguments,
      environment: environment.merging(variables) { $1 },
      folder: folder.path
    )
    return DoctorOutcome(of: check, page: run.output, exitCode: run.exitCode)
  }

  /// Runs `doctor` in a mount namespace of its own after shell commands, such as a mount.
  func doctor(
    _ check: String,
    _ arguments: String,
    after commands: String
  ) throws -> DoctorOutcome {
    let output = folder.path(of: "page")
    let variables = environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    let script = """
      cd '\(folder.path)' && \(commands) && \
      exec env \(variables) '\(ProgramRun.path(of: "halyard"))' doctor \(arguments)
      """
    let status = Shell.run(
      "unshare -rm sh -c '\(script.replacing("'", with: "'\\''"))' > '\(output)' 2>&1"
    )
    return DoctorOutcome(of: check, page: try folder.read("page"), exitCode: status >> 8)
  }

  /// Whether a process on this machine can mount file systems in a namespace of its own.
  static let canMount: Bool = {
    let canMount = Shell.run("unshare -rm mount -t tmpfs none /mnt") == 0
    if !canMount { print("SKIPPED: tests of doctor that need unshare and mount") }
    return canMount
  }()
}

extension DoctorOutcome {
  /// The text in one line, in which one space separates two words.
  var words: String { text.split { $0.isWhitespace }.joined(separator: " ") }

  init(of check: String, page: String, exitCode: Int32) {
    let lines = page.split(separator: "\n")
    let start = lines.firstIndex { $0.split(separator: " ").dropFirst().first == check[...] }
    // The first line of a check names it; its other lines are indented.
    let rows = start.map { start in
      lines[start...].prefix { line in
        line.hasPrefix(" ") || line.split(separator: " ").dropFirst().first == check[...]
      }
    }
    self.init(text: (rows ?? []).joined(separator: "\n"), exitCode: exitCode, page: page)
  }
}
