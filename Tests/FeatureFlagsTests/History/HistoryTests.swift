import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// Tests which operation (recorded change) the next undo and the next redo revert.
@Suite(.tags(.concurrent))
struct HistoryTests {
  private static let on = Override(enabled: true)

  private static func operation(_ id: String, _ kind: OverrideOperation.Kind = .change)
    -> OverrideOperation
  {
    OverrideOperation(
      id: id,
      OverrideOperation.Signature(
        date: Date(timeIntervalSince1970: 0),
        author: "ana@build-7",
        program: "halyard enable"
      ),
      kind,
      [OverrideOperation.Change("A", from: nil, to: on)]
    )
  }

  struct Sequence: CustomTestStringConvertible {
    let operations: [(String, OverrideOperation.Kind)]
    let undoable: String?
    let redoable: String?

    var testDescription: String { operations.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
  }

  private static let sequences = [
    Sequence(operations: [], undoable: nil, redoable: nil),
    Sequence(operations: [("1", .change)], undoable: "1", redoable: nil),
    Sequence(operations: [("1", .change), ("2", .undo("1"))], undoable: nil, redoable: "1"),
    Sequence(
      operations: [("1", .change), ("2", .undo("1")), ("3", .redo("1"))],
      undoable: "1",
      redoable: nil
    ),
    Sequence(
      operations: [("1", .change), ("2", .undo("1")), ("3", .change)],
      undoable: "3",
      redoable: nil
    ),
    Sequence(
      operations: [("1", .change), ("2", .delete), ("3", .undo("2")), ("4", .undo("1"))],
      undoable: nil,
      redoable: "1"
    ),
    Sequence(operations: [("1", .change), ("2", .edit)], undoable: "2", redoable: nil),
    Sequence(operations: [("1", .change), ("2", .expiry)], undoable: "1", redoable: nil),
    Sequence(
      operations: [("1", .change), ("2", .undo("1")), ("3", .expiry)],
      undoable: nil,
      redoable: "1"
    ),
    Sequence(operations: [("1", .change), ("2", .bisection)], undoable: "1", redoable: nil),
    // The operation 1 that was undone is in the rotated file, not in this one.
    Sequence(operations: [("2", .undo("1")), ("3", .change)], undoable: "3", redoable: nil),
  ]

  @Test(arguments: sequences)
  func `the sequence of operations determines the next undo and redo`(sequence: Sequence) {
    let history = History(operations: sequence.operations.map { Self.operation($0.0, $0.1) })
    #expect(history.undoable?.id == sequence.undoable)
    #expect(history.redoable?.id == sequence.redoable)
  }

  @Test(arguments: [
    OverrideOperation.Kind.change, .delete, .undo("0a"), .redo("0b"), .bisection, .expiry, .edit,
  ])
  func `a history line is equal after it is written and read back`(kind: OverrideOperation.Kind)
    throws
  {
    var line = HistoryLine(content: .operation(Self.operation("01", kind)))
    #expect(try HistoryLine(line.bytes) == line)
    line.commit = HistoryLine.Commit(before: OverrideRevision("x"), after: OverrideRevision("y"))
    #expect(try HistoryLine(line.bytes) == line)
    line.commit?.isApplied = false
    #expect(try HistoryLine(line.bytes) == line)
  }

  @Test
  func `replacing one byte of a history line marks its commit as applied and changes nothing else`()
    throws
  {
    let revisions = (before: OverrideRevision("x"), after: OverrideRevision("y"))
    var line = HistoryLine(content: .operation(Self.operation("01")))
    line.commit = HistoryLine.Commit(
      before: revisions.before,
      after: revisions.after,
      isApplied: false
    )
    var bytes = line.bytes
    bytes[bytes.count - HistoryLine.appliedDistance] = HistoryLine.appliedMark
    line.commit?.isApplied = true
    #expect(try HistoryLine(bytes) == line)
  }

  @Test func `a history line has the time, author and program, and the overrides before and after`()
  {
    let line = HistoryLine(content: .operation(Self.operation("01", .undo("00"))))
    #expect(
      String(decoding: line.bytes, as: UTF8.self) == """
        {"id":"01","at":"1970-01-01T00:00:00Z","by":"ana@build-7","program":"halyard enable",\
        "kind":"undo","of":"00","changes":{"A":{"from":null,"to":{"enabled":true,"lifetime":"kept"}}}}

        """
    )
  }
}
