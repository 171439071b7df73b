import CoreTestSupport
import Files
import Locking
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// Tests the history after a program was killed between the two writes of a commit (the history, then the
/// overrides file), and after edits of the overrides file by hand.
struct HistoryRecoveryTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    workspace = folder.workspace()
  }

  private func enable(_ name: OverrideKey, in workspace: Workspace? = nil) throws {
    try (workspace ?? self.workspace).updateOverrides { $0[name] = Override(enabled: true) }
  }

  private var operations: [OverrideOperation] { get throws { try workspace.history().operations } }

  /// Enables a feature, and restores the files as they were between the two writes of the commit.
  private func killBeforeOverridesChange(enabling name: OverrideKey) throws {
    let history = Locked<[UInt8]>([])
    let before = try FileSystem.read(workspace.overridesPath)
    var observed = workspace
    // The observer is called immediately after a file was written.
    observed.writes.report = { path, _ in
      guard path.hasSuffix("history.jsonl") else { return }
      // The comparison below fails if the history cannot be read.
      history.withLock { $0 = (try? FileSystem.read(path)) ?? [] }
    }
    try enable(name, in: observed)
    let size = try FileSystem.read(workspace.historyPath).count
    try #require(history.withLock { $0.count } == size)
    try FileSystem.replace(workspace.historyPath, with: history.withLock { $0 })
    try FileSystem.replace(workspace.overridesPath, with: before)
  }

  @Test
  func `a commit is removed from the history if its program was killed before writing overrides`()
    throws
  {
    try enable("A")
    try killBeforeOverridesChange(enabling: "B")
    #expect(try operations.count == 1)
    try enable("C")
    #expect(try operations.flatMap(\.changes).map(\.feature) == ["A", "C"])
  }

  @Test func `restoring former overrides by hand is recorded as an edit, and removes no operation`()
    throws
  {
    try enable("A")
    let former = try FileSystem.read(workspace.overridesPath)
    try enable("B")
    try FileSystem.replace(workspace.overridesPath, with: former)
    #expect(try operations.count == 2)
    try enable("C")
    #expect(try operations.map(\.kind) == [.change, .change, .edit, .change])
    #expect(try operations.flatMap(\.changes).map(\.feature) == ["A", "B", "B", "C"])
    let signature = OverrideOperation.Signature(date: Date())
    for names in [["A"], ["A", "B"], ["A"], []] as [[OverrideKey]] {
      let stored = try workspace.overrideStorage.revertNow(.undo, signature).stored
      #expect(Set(stored.overrides.keys) == Set(names))
    }
  }

  @Test func `deleting the overrides file after the first operation is recorded as an edit`() throws
  {
    try enable("A")
    try FileSystem.remove(workspace.overridesPath)
    try enable("B")
    #expect(try operations.map(\.kind) == [.change, .edit, .change])
  }

  @Test
  func `restoring an overrides file removes no operation recorded by an earlier program version`()
    throws
  {
    try enable("A")
    let former = try FileSystem.read(workspace.overridesPath)
    try enable("B")
    try FileSystem.replace(workspace.overridesPath, with: former)
    // Earlier versions of the program do not mark a commit as applied.
    let text = String(decoding: try FileSystem.read(workspace.historyPath), as: UTF8.self)
    let unmarked = text.replacing(",\"applied\":1", with: "")
    try #require(unmarked != text)
    try FileSystem.replace(workspace.historyPath, with: Array(unmarked.utf8))
    #expect(try operations.count == 2)
  }

  @Test func `the rotation of a history drops the lines of a commit that was not applied`() throws {
    try enable("A")
    try killBeforeOverridesChange(enabling: "B")
    let history = HistoryFile(workspace.historyPath, rotationSize: 1)
    let file = WorkspaceFile(workspace.overridesPath)
    let storage = FileOverrideStorage(file, source: nil, history: history)
    let signature = OverrideOperation.Signature(date: Date())
    let operation = OverrideOperation(["C": Override(enabled: true)], signature)
    _ = try storage.commitNow([operation], at: signature.date)
    #expect(try FileSystem.read(history.rotatedPath).isEmpty == false)
    #expect(try operations.flatMap(\.changes).map(\.feature) == ["A", "C"])
  }
}
