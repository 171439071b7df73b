import FoundationEssentials
import Testing

@testable import FeatureFlags

/// Tests the search for the act to revert with the examples of its documentation.
struct ReversalSearchTests {
  private static func act(
    _ id: String,
    _ kind: OverrideAct.Kind = .change,
    of features: [Feature.Name] = ["A"]
  ) -> OverrideAct {
    OverrideAct(
      id: id,
      OverrideAct.Signature(date: Date(timeIntervalSince1970: 0)),
      kind,
      features.map { OverrideAct.Change(feature: $0, from: nil, to: Override(enabled: true)) }
    )
  }

  private static let changes = [act("a"), act("b")]
  private static let oneUndo = changes + [act("c", .undo("b"))]
  private static let twoUndos = oneUndo + [act("d", .undo("a"))]
  private static let redone = twoUndos + [act("e", .redo("a"))]

  /// The identifier of the act that is reverted; `nil` for none.
  private static func found(_ direction: History.Direction, in acts: [OverrideAct]) -> String? {
    ReversalSearch.target(of: direction, in: acts.reversed())?.id
  }

  /// A history, and the acts that undo and redo find.
  struct Example: Sendable {
    let acts: [OverrideAct]
    let undo: String?
    let redo: String?
  }

  private static let examples = [
    Example(acts: changes, undo: "b", redo: nil),
    Example(acts: oneUndo, undo: "a", redo: "b"),
    Example(acts: twoUndos, undo: nil, redo: "a"),
    Example(acts: redone, undo: "a", redo: "b"),
  ]

  @Test(arguments: examples)
  func `undo and redo find the act of each example`(_ example: Example) {
    #expect(Self.found(.undo, in: example.acts) == example.undo)
    #expect(Self.found(.redo, in: example.acts) == example.redo)
  }

  @Test func `redo passes an undo that changed nothing, and finds only the changes of an undo`() {
    let acts = [
      Self.act("a"), Self.act("b", of: ["A", "B"]), Self.act("c"),
      Self.act("d", .undo("c"), of: []), Self.act("e", .undo("b"), of: ["B"]),
    ]
    #expect(Self.found(.redo, in: acts) == "b")
    let target = ReversalSearch.target(of: .redo, in: acts.reversed())
    #expect(target?.changes.map(\.feature) == ["B"])
    #expect(Self.found(.redo, in: acts.dropLast()) == nil)
    let again = acts + [Self.act("f", .redo("b"), of: ["B"])]
    #expect(Self.found(.redo, in: again) == nil)
    #expect(
      ReversalSearch.target(of: .undo, in: again.reversed())?.changes.map(\.feature) == ["B"]
    )
  }
}
