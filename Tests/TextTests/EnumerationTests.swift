import Testing
import Text

@Suite struct EnumerationTests {
  @Test(arguments: [
    ([], ""),
    (["a"], "a"),
    (["a", "b"], "a or b"),
    (["a", "b", "c"], "a, b or c"),
  ])
  func `an enumeration has the conjunction before its last element`(
    elements: [String],
    expected: String
  ) {
    #expect(elements.enumeration(with: "or") == expected)
  }
}
