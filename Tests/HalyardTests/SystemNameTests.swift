import FlagSystem
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests that a flag system is named in its own targets and in the table of systems only.
struct SystemNameTests {
  @Test func `no other file names a flag system`() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    var naming: Set<String> = []
    for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Systems/") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      if Self.namesSystem(text) { naming.insert(file) }
    }
    #expect(naming == ["halyard/Setup/FlagSystems.swift"])
  }

  /// The names of systems as words, or as parts of the names of types.
  private static func namesSystem(_ text: String) -> Bool {
    let vendors = /(?i:growthbook|launchdarkly|unleash|optimizely)/
    let others = /Remote ?Config[^u]|\bAscend(?!ing)|\bflagd\b|\bFlagd[A-Z]/
    return text.contains(vendors) || text.contains(others.wordBoundaryKind(.simple))
  }
}
