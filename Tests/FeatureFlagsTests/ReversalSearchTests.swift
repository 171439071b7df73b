import FoundationEssentials
import Testing

@testable import FeatureFlags

/// Tests the search for the operation to revert with the examples of its documentation.
struct ReversalSearchTests {
  private static func operation(
    _ id: String,
    _ kind: OverrideOperation.Kind = .change,
    of features: [OverrideKey] = ["A"]
  ) -> OverrideOperation {
    OverrideOperation(
      id: id,
      OverrideOperation.Signature(date: Date(timeIntervalSince1970: 0)),
      kind,
      features.map { OverrideOperation.Change($0, from: nil, to: Override(enabled: true)) }
    )
  }

  private static let changes = [operation("a"), operation("b")]
  private static let oneUndo = changes + [operation("c", .undo("b"))]
  private static let twoUndos = oneUndo + [operation("d", .undo("a"))]
  private static let redone = twoUndos + [operation("e", .redo("a"))]

  /// The identifier of the operation that is reverted; `nil` for none.
  private static func found(_ direction: History.Direction, in operations: [OverrideOperation])
    -> String?
  {
    ReversalSearch.target(of: direction, in: operations.reversed())?.id
  }

  /// A history, and the operations that undo and redo find.
  struct Example: Sendable {
    let operations: [OverrideOperation]
    let undo: String?
    let redo: String?
  }

  private static let examples = [
    Example(operations: changes, undo: "b", redo: nil),
    Example(operations: oneUndo, undo: "a", redo: "b"),
    Example(operations: twoUndos, undo: nil, redo: "a"),
    Example(operations: redone, undo: "a", redo: "b"),
  ]

  @Test(arguments: examples)
  func `undo and redo find the expected operation in each example of the documentation`(
    _ example: Example
  ) {
    #expect(Self.found(.undo, in: example.operations) == example.undo)
    #expect(Self.found(.redo, in: example.operations) == example.redo)
  }

  @Test
  func `redo skips an undo that changed nothing, and restores only what the undo has reverted`() {
    let operations = [
      Self.operation("a"), Self.operation("b", of: ["A", "B"]), Self.operation("c"),
      Self.operation("d", .undo("c"), of: []), Self.operation("e", .undo("b"), of: ["B"]),
    ]
    #expect(Self.found(.redo, in: operations) == "b")
    let target = ReversalSearch.target(of: .redo, in: operations.reversed())
    #expect(target?.changes.map(\.feature) == ["B"])
    #expect(Self.found(.redo, in: operations.dropLast()) == nil)
    let again = operations + [Self.operation("f", .redo("b"), of: ["B"])]
    #expect(Self.found(.redo, in: again) == nil)
    #expect(
      ReversalSearch.target(of: .undo, in: again.reversed())?.changes.map(\.feature) == ["B"]
    )
  }
}
