import FlagSystem
import TestSupport
import Testing

@testable import halyard

/// Tests that a flag system is named in its own targets and in the table of systems only.
struct SystemNameTests {
  @Test func `only the targets of flag systems and the table of systems name a flag system`() throws
  {
    let systems = SourceCode.folders.filter { $0.value.hasPrefix("Sources/Systems/") }.keys
    // The names of systems as words, or as parts of the names of types.
    let vendors = /(?i:growthbook|launchdarkly|unleash|optimizely)/
    let others = /Remote ?Config[^u]|\bAscend(?!ing)|\bflagd\b|\bFlagd[A-Z]/
    let naming = try SourceCode.files(containing: vendors)
      .union(SourceCode.files(containing: others.wordBoundaryKind(.simple)))
      .filter { file in !systems.contains { file.hasPrefix($0 + "/") } }
    #expect(naming == ["halyard/Setup/FlagSystems.swift"])
  }
}
