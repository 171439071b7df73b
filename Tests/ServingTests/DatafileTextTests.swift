import Documents
import Testing

@testable import Serving

/// Tests the location and the replacement of values in the text of a document.
struct DatafileTextTests {
  private static let json = JSONText(
    Array(#" {"a" : [1, "x,]\"", {"b":null}, [] ,-1e5],"\u0063":{ },"a2":true , "c":"d"} "#.utf8)
  )

  @Test func `members and elements of a document have the byte ranges of their values`() throws {
    let json = Self.json
    let members = json.members(of: json.root)
    #expect(members.map(\.key) == ["a", "c", "a2", "c"])
    #expect(members.dropFirst().map { json.text($0.value) } == ["{ }", "true", #""d""#])
    let elements = json.elements(of: try #require(members.first).value).map(json.text)
    #expect(elements == ["1", #""x,]\"""#, #"{"b":null}"#, "[]", "-1e5"])
    #expect(json.value("c", of: json.root).flatMap(json.string) == "d")
  }

  @Test func `a value of a different kind has no members, no elements and no text`() throws {
    let json = Self.json
    let flag = try #require(json.value("a2", of: json.root))
    #expect(json.members(of: flag).isEmpty)
    #expect(json.elements(of: flag).isEmpty)
    #expect(json.elements(of: nil).isEmpty)
    #expect(json.string(flag) == nil)
  }

  @Test func `an edit leaves the other text unchanged, and can replace a value that has edits`() {
    let source = #" {"a" : [1, 2 ],"b": {"c":3, "d":1.50 , "e":null} ,"b\u0032":-0.0e0 }"# + "\n"
    var tree = JSONTree(Array(source.utf8))
    tree.parse()
    tree["a"]?.parse()
    tree["b"]?.update { _, _ in }
    #expect(tree.text == source)
    tree["a"]?[.index(0)] = nil
    tree.append(4, to: "a")
    tree["b"]?["c"] = "x"
    tree["b"]?["e"] = nil
    let copy = tree["b"]
    tree["new"] = ["6": [true]]
    #expect(
      tree.text
        == #" {"new":{"6":[true]},"a" : [ 2,4 ],"b": {"c":"x", "d":1.50 } ,"b\u0032":-0.0e0 }"#
        + "\n"
    )
    #expect(copy?.text == #"{"c":"x", "d":1.50 }"#)
    tree["b"] = 7
    #expect(tree["b2"]?.text == "-0.0e0")
    #expect(tree.text.contains(#""b": 7 ,"b\u0032""#))
  }

  @Test func `an element is inserted before an existing element, and a path finds a nested value`()
  {
    var tree = JSONTree(Array(#"{"a":[{"b":1}, {"b":2}]}"#.utf8))
    let first = tree[["a", .index(0)]]
    tree["a"]?.insert(first ?? .null, at: 1)
    tree.update(at: ["a", .index(1), "b"]) { $0 = 3 }
    tree.update(at: ["a", .index(7), "b"]) { $0 = 4 }
    #expect(tree.text == #"{"a":[{"b":1}, {"b":3},{"b":2}]}"#)
    #expect(tree["a"]?.members.isEmpty == true)
    #expect(tree["a"]?["b"] == nil)
    #expect(tree.elements.isEmpty)
  }

  @Test func `deep nesting is scanned without recursion`() {
    let depth = 1_000_000
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let text = JSONText(Array(#"{"a":\#(deep)}"#.utf8))
    #expect(text.value("a", of: text.root)?.count == 2 * depth)
  }
}
