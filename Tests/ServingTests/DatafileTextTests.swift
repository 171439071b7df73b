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

  @Test func `reading members, elements or text of a value of another kind returns none`() throws {
    let json = Self.json
    let flag = try #require(json.value("a2", of: json.root))
    #expect(json.members(of: flag).isEmpty)
    #expect(json.elements(of: flag).isEmpty)
    #expect(json.elements(of: nil).isEmpty)
    #expect(json.string(flag) == nil)
  }

  @Test func `a replacement takes precedence over replacements inside of its range`() {
    let text = JSONText(Array(#"{"a":[1,2],"b":{"c":3}}"#.utf8))
    let members = text.members(of: text.root)
    var edits = JSONEdits()
    edits.append(["4"], to: members[0].value, of: text)
    edits.set("c", to: "5", in: members[1].value, members: text.members(of: members[1].value))
    edits.set("new", to: "6", in: text.root, members: members)
    edits.sort()
    let all = edits.rendered(0..<text.bytes.count, of: text.bytes)
    #expect(String(decoding: all, as: UTF8.self) == #"{"new":6,"a":[1,2,4],"b":{"c":5}}"#)
    let part = edits.rendered(members[1].value, of: text.bytes)
    #expect(String(decoding: part, as: UTF8.self) == #"{"c":5}"#)
    edits.replace(members[1].value, with: "7")
    edits.sort()
    let outer = edits.rendered(0..<text.bytes.count, of: text.bytes)
    #expect(String(decoding: outer, as: UTF8.self) == #"{"new":6,"a":[1,2,4],"b":7}"#)
  }

  @Test func `deep nesting is scanned without recursion`() {
    let depth = 1_000_000
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let text = JSONText(Array(#"{"a":\#(deep)}"#.utf8))
    #expect(text.value("a", of: text.root)?.count == 2 * depth)
  }
}
