import Testing

@testable import Targeting

struct ReferenceGraphTests {
  @Test(
    arguments: [
      ([:], []), (["a": []], []), (["a": ["a"]], ["a"]), (["a": ["b"], "b": ["a"]], ["a", "b"]),
      (["a": ["b", "b"], "b": ["c"], "c": []], []), (["a": ["missing"]], []),
      (["a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []], ["a", "b", "c"]),
    ] as [([String: [String]], Set<String>)]
  )
  func `entries in a cycle, and entries that refer to a cycle, are endless`(
    references: [String: [String]],
    expected: Set<String>
  ) {
    #expect(ReferenceGraph(references).endless == expected)
  }
}
