import Files
import Foundation
import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

@testable import FeatureFlags
@testable import halyard

/// Tests sources, overrides and settings that are symbolic links.
struct LinkTests {
  /// Creates a link, or changes its target atomically.
  private static func link(_ name: String, to target: String, in folder: TemporaryFolder) {
    #expect(symlink(target, folder.path(of: ".link")) == 0)
    #expect(rename(folder.path(of: ".link"), folder.path(of: name)) == 0)
  }

  private static func document(_ name: String) -> String { "[{ \"name\": \"\(name)\" }]" }

  @Test(arguments: ["watch 'Round*' none", "serve --listen 0 --json"])
  func `a source in a mounted Kubernetes ConfigMap is loaded again after each swap of the link`(
    command: String
  ) async throws {
    let tester = try Tester()
    let folder = tester.folder
    try folder.write(Self.document("First"), to: "map/..v0/flags.json")
    Self.link("map/..data", to: "..v0", in: folder)
    Self.link("map/flags.json", to: "..data/flags.json", in: folder)
    let session = try await TerminalSession(
      size: Size(columns: 160, rows: 40),
      environment: tester.environment
    )
    let words = command.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? words[1] : ""
    let program = ProgramRun.path(of: "halyard")
    try session.enter("cd \(folder.path); \(program) \(words[0]) -s map/flags.json \(rest)")
    try await session.wait { $0.contains("\"listening\"") || $0.contains("no feature is named") }
    for round in 1...3 {
      try folder.write(Self.document("Round \(round)"), to: "map/..v\(round)/flags.json")
      Self.link("map/..data", to: "..v\(round)", in: folder)
      try FileManager.default.removeItem(atPath: folder.path(of: "map/..v\(round - 1)"))
      try await session.wait(for: "Round \(round)")
    }
    // The source keeps its workspace although the target of the link has changed.
    let run = try tester.halyard("enable", "Round 3", "-s", "map/flags.json")
    #expect(run.exitCode == 0, "\(run.errors)")
    try await session.wait { $0.contains("override") }
    let after = try FileSystem.names(in: folder.path(of: "home")).filter { $0.hasPrefix("flags-") }
    #expect(after.count == 1, "\(after)")
    try session.press("C-c")
  }

  @Test(arguments: [true, false])
  func `an overrides file that is a symbolic link stays a link, and changes replace its target`(
    hasTarget: Bool
  ) throws {
    let tester = try Tester()
    let target = tester.folder.path(of: "shared/overrides.json")
    try FileSystem.makeFolder(tester.folder.path(of: "shared"))
    if hasTarget {
      try tester.folder.write("{ \"version\": 1, \"overrides\": {} }", to: "shared/overrides.json")
    }
    try FileSystem.makeFolder(tester.folder.path(of: "home/w"))
    let path = tester.folder.path(of: "home/w/overrides.json")
    #expect(symlink("../../shared/overrides.json", path) == 0)
    for word in ["enable", "disable", "reset"] {
      let run = try tester.halyard(word, "New Cart", "-s", tester.file, "--workspace", "w")
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(FileSystem.isLink(path))
      let text = try tester.folder.read("shared/overrides.json")
      #expect(text.contains("New Cart") == (word != "reset"), "\(word): \(text)")
    }
    #expect(try FileSystem.names(in: FileSystem.parent(of: target)) == ["overrides.json"])
  }

  @Test func `saving settings through a symbolic link without a target creates the target`() throws
  {
    let tester = try Tester()
    try FileSystem.makeFolder(tester.folder.path(of: "home"))
    try FileSystem.makeFolder(tester.folder.path(of: "dotfiles"))
    let file = SettingsFile(Environment.current(tester.environment))
    #expect(symlink(tester.folder.path(of: "dotfiles/halyard.json"), file.path) == 0)
    try file.save(theme: "moss")
    #expect(FileSystem.isLink(file.path))
    #expect(try tester.folder.read("dotfiles/halyard.json").contains("moss"))
  }

  @Test(arguments: [
    ("Features.json", "Too many levels"), ("missing.json", "there is no such file"),
  ])
  func `a configuration file that is a broken link is an error, and not the built-in example`(
    target: String,
    message: String
  ) throws {
    let tester = try Tester()
    unlink(tester.file)
    #expect(symlink(target, tester.file) == 0)
    let run = try tester.halyard("list")
    #expect(run.exitCode == ExitCode.unreadableConfiguration && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
