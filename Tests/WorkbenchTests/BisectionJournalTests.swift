import CoreTestSupport
import Files
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the journal from which the overrides of an interrupted bisection are restored.
struct BisectionJournalTests {
  private static let originals: [OverrideKey: Override] = [
    "New Cart": Override(enabled: true, date: Date(timeIntervalSince1970: 1_795_255_331)),
    "Layout": Override(variation: "Red", variables: ["steps": .integer(2)], author: "ana"),
    "Gold \"theme\"": Override(unlocked: true),
  ]
  private static let journal = BisectionJournal(
    owner: ProcessIdentity(id: 1, start: 2),
    originals: originals,
    verdicts: [.good, .bad, .skip]
  )

  @Test func `a stored journal of a bisection is read back with equal content`() throws {
    let workspace = try TemporaryFolder().workspace()
    #expect(try workspace.bisection() == nil)
    #expect(try workspace.keep(Self.journal) == nil)
    #expect(try workspace.bisection() == Self.journal)
    try workspace.removeBisection()
    #expect(try workspace.bisection() == nil)
  }

  @Test func `restoring a journal sets the original overrides, and changes no other feature`()
    throws
  {
    let folder = try TemporaryFolder()
    let workspace = folder.workspace()
    _ = try workspace.keep(Self.journal)
    try workspace.updateOverrides {
      $0 = ["Other": Override(enabled: false), "Layout": Override()]
    }
    try workspace.restore(Self.journal)
    let expected = Self.originals.merging(["Other": Override(enabled: false)]) { one, _ in one }
    #expect(try workspace.overrides() == expected)
    #expect(try workspace.bisection() == nil)
  }

  @Test func `applying a subset of the bisected overrides resets the rest of them`() {
    let changes = Self.journal.changes(applying: ["Layout", "Unknown"])
    #expect(changes.count == 3)
    #expect(changes["Layout"] == Self.originals["Layout"])
    #expect(changes["New Cart"] == .some(nil))
  }

  @Test func `a journal that another running process owns is not replaced`() throws {
    let workspace = try TemporaryFolder().workspace()
    _ = try workspace.keep(Self.journal)
    let own = BisectionJournal(owner: ProcessIdentity(id: 3, start: 4), originals: [:])
    #expect(try workspace.keep(own) == Self.journal)
    #expect(try workspace.bisection() == Self.journal)
  }

  @Test(arguments: [
    ("", "found nothing"), ("[]", "expected an object"), ("{\"version\": 3}", "expected 1 or 2"),
    ("{\"process\": 1.5}", "\"process\": found 1.5, expected a whole number"),
    ("{\"process\": 99999999999, \"started\": 1}", "expected a process"),
    (
      "{\"process\": 1, \"started\": 1, \"overrides\": {}, \"verdicts\": [\"fine\"]}",
      "found \"fine\", expected \"good\", \"bad\" or \"skip\""
    ),
  ])
  func `a malformed journal is rejected with an error that names the expected value`(
    text: String,
    message: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "state/test/bisect.json")
    let error = #expect(throws: WorkspaceError.self) { try folder.workspace().bisection() }
    #expect("\(try #require(error))".contains(message))
  }

  @Test func `a mutated journal is parsed or rejected, without a crash`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      var bytes = Self.journal.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case _: bytes.removeSubrange(index...)
        }
      }
      // Drops the error: the test only requires that no input causes a crash.
      let journal = try? BisectionJournal(bytes)
      #expect((journal?.originals.count ?? 0) <= 8)
    }
  }

  @Test func `a process identity counts as running only if its start time is that of the process`()
    throws
  {
    let current = try #require(ProcessIdentity.current)
    #expect(current.isRunning)
    #expect(!ProcessIdentity(id: current.id, start: current.start + 1).isRunning)
    #expect(ProcessIdentity(running: -1) == nil)
  }
}
