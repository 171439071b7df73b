import Foundation
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests that the table of stored files lists every file that the program writes.
struct StoredFileTests {
  /// A regular expression for the names of the files of a row.
  private static func matches(_ path: String, _ file: StoredFile) -> Bool {
    let folder =
      switch file.place {
      case .settings: ""
      case .workspace: "[^/]+/"
      case .team: "teams/[^/]+/"
      case .cache: "cache/[^/]+/"
      case .temporary, .chosen, .installation: "-"
      }
    let name = file.name.replacing(".", with: "\\.").replacing("NAME", with: "[^/]+")
      .replacing("…", with: ".+")
    // Drops the error: the table has no characters that are special in expressions.
    let pattern = try? Regex("^" + folder + name + "(/.*)?$")
    return pattern.map { path.contains($0) } ?? false
  }

  @Test func `the table of stored files has each file that commands write`() async throws {
    let folder = try ExampleFolder(team: await LocalEtcd.sharedAddress())
    let team = try folder.words(of: CommandExample(page: "", line: "halyard --team etcd://team"))
    for words in [
      ["list"], ["enable", "New Cart"], ["preset", "save", "dark"], ["refresh"],
      ["list", "--source", "old.json"], ["disable", "New Cart", "--only", "ana"],
      ["enable", "New Cart"] + team, ["run", "--", "true"],
      ["bisect", "--run", "--", "./test.sh"],
    ] {
      let run = try folder.run(words)
      #expect(run.exitCode < 2, "\(words): \(run.errors)")
    }
    _ = try await folder.run(["watch"], until: "New Cart", then: "\u{3}")
    let home = folder.resolved("home")
    let all = FileManager.default.enumerator(atPath: home)
    let paths = (all?.allObjects ?? []).compactMap { $0 as? String }
    var isFolder: ObjCBool = false
    let files = paths.filter { path in
      FileManager.default.fileExists(atPath: home + "/" + path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    #expect(files.count > 10, "\(files)")
    for file in files {
      #expect(StoredFile.all.contains { Self.matches(file, $0) }, "\(file)")
    }
    for name in ["overrides.json", "history.jsonl", "source.jsonl", "configuration.json"] {
      #expect(files.contains { $0.hasSuffix("/" + name) }, "\(name)")
    }
  }
}
