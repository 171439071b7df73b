import TestSupport
import Testing

@testable import halyard

/// Tests `check --config` and the settings in commands.
struct SettingsCheckTests {
  private let tester: Tester
  private let path: String

  init() throws {
    tester = try Tester()
    path = tester.folder.path(of: "home/config.json")
  }

  private func write(_ text: String) throws {
    try tester.folder.write(text, to: "home/config.json")
  }

  @Test func `without a settings file, check --config prints its path and the defaults`() throws {
    let run = try tester.halyard("check", "--config")
    #expect(run.exitCode == 0)
    #expect(run.errors == "\(path): there is no settings file; the defaults apply\n")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == Setting.all.count)
    #expect(lines.first?.hasPrefix("theme") == true)
    #expect(run.output.contains("terminal, or beacon-day on a light background"))
  }

  @Test func `for valid settings, check --config lists the line of each setting`() throws {
    try write("{\n  \"theme\": \"moss\",\n  \"poll\": \"5s\"\n}\n")
    let run = try tester.halyard("check", "--config")
    #expect(run.exitCode == 0)
    #expect(run.errors == "\(path): 2 valid settings, 0 errors, 0 warnings\n")
    #expect(run.output.contains("line 2") && run.output.contains("line 3"))
  }

  @Test func `check --config lists every mistake with its line, and fails on errors`() throws {
    try write("{\n  \"them\": \"moss\",\n  \"theme\": \"mos\",\n  \"poll\": 5\n}\n")
    let run = try tester.halyard("check", "--config")
    #expect(
      run.output == """
        \(path):2: warning: "them" is not a setting; did you mean "theme"?
        \(path):3: error: "theme": no theme is named "mos", did you mean "moss"?; \
        see 'halyard themes'; the default theme is used
        \(path):4: error: "poll": found 5, expected a duration such as "30s" or "2m"

        """
    )
    #expect(run.errors == "\(path): 0 valid settings, 2 errors, 1 warning\n")
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `check --config exits with 0 if the file has warnings but no errors`() throws {
    try write("{ \"them\": 1 }")
    #expect(try tester.halyard("check", "--config").exitCode == 0)
  }

  @Test func `check --config --json prints the mistakes as JSON`() throws {
    try write("{\n  \"poll\": 5\n}\n")
    let run = try tester.halyard("check", "--config", "--json")
    #expect(
      run.output == """
        [
          {
            "file": "\(path)",
            "line": 2,
            "severity": "error",
            "setting": "poll",
            "message": "\\"poll\\": found 5, expected a duration such as \\"30s\\" or \\"2m\\""
          }
        ]

        """
    )
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `a malformed settings file is an error with its position`() throws {
    try write("{ theme:\n ? }")
    let run = try tester.halyard("check", "--config")
    #expect(run.output.hasPrefix("\(path):2: error: column 2: found"))
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `check --config with a source is a usage error`() throws {
    #expect(try tester.halyard("check", "--config", "Features.json").exitCode == ExitCode.usage)
  }

  @Test func `columns and keys of the settings apply to a snapshot`() throws {
    try write("{ columns: [], keymap: { help: 'f9' } }")
    let run = try tester.halyard("snapshot", "--output", "-")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(!run.output.contains("A/B Test  "))
    #expect(run.output.contains("F9 help"))
  }

  @Test func `mistakes in the settings are a warning, and the other settings apply`() throws {
    try write("{ keymap: { help: 'f9' },\n poll: 5, columns: 5 }")
    let run = try tester.halyard("snapshot", "--output", "-")
    #expect(run.output.contains("F9 help"))
    #expect(
      run.errors == """
        halyard: warning: \(path):2: "poll": found 5, expected a duration such as "30s" or "2m" \
        ('halyard check --config' shows 1 more)

        """
    )
  }
}
