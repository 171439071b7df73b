import FlagSystem
import TestSupport
import Testing

@testable import halyard

/// Tests that a flag system is named in its own targets and in the table of systems only.
struct SystemNameTests {
  @Test func `no other file names a flag system`() throws {
    let systems = SourceCode.folders.filter { $0.value.hasPrefix("Sources/Systems/") }.keys
    var naming = try SourceCode.files(containing: Self.vendors)
    naming.formUnion(try SourceCode.files(containing: Self.others.wordBoundaryKind(.simple)))
    naming = naming.filter { file in !systems.contains { file.hasPrefix($0 + "/") } }
    #expect(naming == ["halyard/Setup/FlagSystems.swift"])
  }

  // The names of systems as words, or as parts of the names of types.
  private static let vendors = /(?i:growthbook|launchdarkly|unleash|optimizely)/
  private static let others = /Remote ?Config[^u]|\bAscend(?!ing)|\bflagd\b|\bFlagd[A-Z]/
}
