import Documents
import FlagSystem
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the facts about the build that `version` prints.
struct VersionTests {
  private static let build = BuildFacts(
    commit: "94812a0e126ca1f6bbb816718eb4e1cb3f8e1720-dirty",
    swiftVersion: "6.3.1",
    isStatic: true
  )

  @Test func `version prints the version, the commit, the build and the libraries`() {
    let lines = VersionCommand.text(version: "1.2.3", Self.build).split(separator: "\n")
    #expect(lines.first == "halyard 1.2.3")
    #expect(lines[1] == "commit: 94812a0e126ca1f6bbb816718eb4e1cb3f8e1720, with changes")
    let optimisation = BuildFacts.isOptimised ? "optimised" : "debug"
    #expect(lines[2] == "build: \(optimisation), static, Swift 6.3.1, \(BuildFacts.architecture)")
    #expect(lines[3].hasPrefix("libraries on first use: libcurl.so.4, "))
    #expect(lines.count == 4)
  }

  @Test func `for a build without a commit, version prints unknown, and null in JSON`() throws {
    let build = BuildFacts(commit: nil, swiftVersion: nil, isStatic: false)
    #expect(VersionCommand.text(version: "1", build).contains("\ncommit: unknown\nbuild: "))
    let json = VersionCommand.json(version: "1", build).text()
    #expect(json.hasPrefix(#"{"version":"1","commit":null,"modified":null,"features":{"#))
    #expect(json.contains(#""static":false,"swift":null,"#))
  }

  @Test func `version --json prints the commit without a suffix, and a member for local changes`() {
    let json = VersionCommand.json(version: "1", Self.build).text()
    #expect(json.contains(#""commit":"94812a0e126ca1f6bbb816718eb4e1cb3f8e1720","modified":true"#))
    let unchanged = BuildFacts(commit: "94812a0e", swiftVersion: nil, isStatic: true)
    #expect(unchanged.commit == "94812a0e" && unchanged.isModified == false)
  }

  @Test func `version --json prints the version of Swift, and that the runtime is not static`()
    throws
  {
    let run = try Tester().halyard("version", "--json")
    #expect(run.exitCode == 0)
    #expect(run.output.contains(#""version": "\#(Main.version)""#), "\(run.output)")
    #expect(run.output.contains(#""static": false"#), "\(run.output)")
    #expect(run.output.firstMatch(of: /"swift": "6\.[0-9.]+"/) != nil, "\(run.output)")
    #expect(run.output.firstMatch(of: /"commit": (null|"[0-9a-f]{40}")/) != nil, "\(run.output)")
    let text = try Tester().halyard("version")
    #expect(text.output.hasPrefix(VersionCommand.line(version: Main.version)))
  }

  @Test func `the libraries that version lists are those that the C targets load`() throws {
    var loaded: Set<String> = []
    for (target, path) in SourceCode.folders
    where path.hasPrefix("Sources/C/") && target != "CBuild" {
      let folder = SourceCode.location(target)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".c") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        loaded.formUnion(text.matches(of: /"(lib[^"]+\.so\.[0-9.]+)"/).map { String($0.1) })
      }
    }
    // The older version of libcrypto is tried if the one of OpenSSL 3 is missing.
    #expect(loaded.subtracting(["libcrypto.so.1.1"]) == Set(LibraryUse.all.map(\.file)))
  }
}
