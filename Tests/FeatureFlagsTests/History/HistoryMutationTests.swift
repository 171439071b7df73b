import CoreTestSupport
import Files
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// Tests randomly mutated histories of a workspace.
@Suite(.timeLimit(.minutes(5)))
struct HistoryMutationTests {
  private let folder: TemporaryFolder
  private let signature = OverrideOperation.Signature(date: Date(timeIntervalSince1970: 2_000))

  private static let tokens = [
    "null", "true", "1e999", "-1", "\"\"", "[]", "{}", "\"\\ud800\"", "\"undo\"", "\"delete\"",
    "\"1970-01-01T00:00:00Z\"", "{\"from\":null,\"to\":null}",
  ]

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test
  func `a mutated history is parsed or rejected, and a new operation keeps the older operations`()
    async throws
  {
    try await onThread {
      let (history, overrides) = try writeFiles()
      var random = SeededGenerator(seed: 15)
      var (accepted, rejected, changed) = (0, 0, 0)
      for number in 0..<(Effort.isFull ? 20_000 : 2_000) {
        let bytes = mutated(history, tokens: Self.tokens, using: &random)
        try FileSystem.replace(folder.workspace().historyPath, with: bytes)
        var operations: [OverrideOperation] = []
        do throws(WorkspaceError) {
          operations = try folder.workspace().history().operations
          accepted += 1
        } catch {
          #expect(error.description.contains("history.jsonl:"), "\(error)")
          rejected += 1
        }
        guard number.isMultiple(of: 10) else { continue }
        if try change(isUndo: number.isMultiple(of: 20), bytes, operations) { changed += 1 }
        try FileSystem.replace(folder.workspace().overridesPath, with: overrides)
      }
      let counts = "\(accepted) accepted, \(rejected) rejected, \(changed) changed"
      #expect(accepted > 200 && rejected > 200 && changed > 50, "\(counts)")
    }
  }

  /// Makes a few changes, an undo and a redo, and returns the bytes of the history and of the overrides file.
  private func writeFiles() throws -> (history: [UInt8], overrides: [UInt8]) {
    let workspace = folder.workspace()
    let store = FlagStore(workspace: workspace, author: "ana@build-7", program: "one")
    try store.load(Configuration(features: [Feature(name: "A"), Feature(name: "B")]))
    try store.override(.enabled(true), for: ["A", "B"])
    try store.override(.enabled(false), for: ["A"])
    try store.revertAndWait(.undo)
    try store.revertAndWait(.redo)
    try store.override(.enabled(false), for: ["B"])
    return (
      try FileSystem.read(workspace.historyPath), try FileSystem.read(workspace.overridesPath)
    )
  }

  /// Undoes or commits with the mutated history, which then begins with the same operations as before.
  ///
  /// - Returns: Whether the history has changed; a failed change leaves its bytes as they were.
  private func change(isUndo: Bool, _ bytes: [UInt8], _ operations: [OverrideOperation]) throws
    -> Bool
  {
    let workspace = folder.workspace()
    do {
      if isUndo {
        _ = try workspace.overrideStorage.revertNow(.undo, signature)
      } else {
        let operation = OverrideOperation(["C": Override(enabled: true)], signature)
        _ = try workspace.overrideStorage.commitNow([operation], at: signature.date)
      }
    } catch {
      #expect(try FileSystem.read(workspace.historyPath) == bytes, "\(error)")
      return false
    }
    guard try FileSystem.read(workspace.historyPath) != bytes else { return false }
    if !operations.isEmpty { #expect(try workspace.history().operations.starts(with: operations)) }
    return true
  }
}
