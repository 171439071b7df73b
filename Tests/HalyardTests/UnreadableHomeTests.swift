import Files
import Glibc
import TestSupport
import Testing

@testable import halyard

/// Tests commands whose home folder or files cannot be read.
struct UnreadableHomeTests {
  @Test func `preset list reports a folder that cannot be read, instead of no presets`() throws {
    let tester = try Tester()
    try tester.folder.write("", to: "home/w/presets")
    let run = try tester.halyard("preset", "list", "-s", tester.file, "--workspace", "w")
    #expect(run.exitCode == ExitCode.unreadableFile)
    #expect(run.errors.contains("home/w/presets: cannot be read: Not a directory"), "\(run.errors)")
    #expect(!run.errors.contains("No preset is saved"))
  }

  @Test(arguments: [
    ["run", "-s", "Features.json", "--workspace", "w", "--", "sh", "-c", "exit 7"],
    ["env", "-s", "Features.json", "--workspace", "w"],
  ])
  func `run and env warn of overrides that an app cannot read`(words: [String]) throws {
    let tester = try Tester()
    for text in ["{", ""] {
      try tester.folder.write(text, to: "home/w/overrides.json")
      let run = try tester.halyard(words)
      #expect(run.exitCode == (words[0] == "run" ? 7 : 0))
      #expect(run.errors.contains("overrides.json"), "\(run.errors)")
      #expect(run.errors.contains("the app starts without overrides"), "\(run.errors)")
    }
    try tester.folder.write("{ \"version\": 1, \"overrides\": {} }", to: "home/w/overrides.json")
    #expect(try tester.halyard(words).errors.isEmpty)
  }
}
