import Documents
import Foundation
import Testing

/// Tests that XML property lists are encoded so that this project and Foundation read them.
struct FeaturesDocumentPropertyListTests {
  private func foundation(_ value: JSONValue) throws -> Any {
    let data = Data(value.propertyList().utf8)
    return try PropertyListSerialization.propertyList(from: data, format: nil)
  }

  private func own(_ value: JSONValue) throws -> JSONValue? {
    JSONValue(try PropertyList.read(Array(value.propertyList().utf8)))
  }

  @Test(
    arguments: [
      #"[]"#, #"{}"#, #"[[], {}]"#, #""""#, #""a & b < c > d ]]> 'e' \"f\"""#,
      #""tab\tline\nreturn\rend""#, #"" 👩‍👩‍👧 é ""#, #"[true, false, 0, -1, 9007199254740991]"#,
      #"[0.1, 33.300000000000004, -2.5e-10, 1.5e300]"#, #"{"b": 1, "a": {"z": ["x"]}, "& <": "k"}"#,
    ]
  )
  func `a value is unchanged after it is encoded as a property list and decoded`(json: String)
    throws
  {
    let value = try #require(JSONValue(parsing: json))
    #expect(try own(value) == value)
    let decoded = try foundation(.list([value]))
    let data = try JSONSerialization.data(withJSONObject: decoded, options: [.sortedKeys])
    let read = JSONValue(parsing: String(decoding: data, as: UTF8.self))
    #expect(read?.sorted == JSONValue.list([value]).sorted)
  }

  @Test func `a null member is omitted, and a null element keeps its position in the list`() throws
  {
    let value = try #require(JSONValue(parsing: #"{"a": null, "labels": [null, "x", null]}"#))
    let expected = JSONValue.object([("labels", .list([.null, .string("x"), .null]))])
    #expect(try own(value) == expected)
    let labels = try PropertyListDecoder().decode(
      [String: [String?]].self,
      from: Data(value.propertyList().utf8)
    )
    #expect(labels == ["labels": [nil, "x", nil]])
  }

  @Test func `a number that is not finite is omitted from an object and becomes null in a list`()
    throws
  {
    let value = JSONValue.object([("a", .number(.infinity)), ("b", .list([.number(.nan)]))])
    #expect(try own(value) == .object([("b", .list([.null]))]))
  }

  @Test func `characters that XML cannot represent are replaced`() throws {
    let value = JSONValue.object([("k\u{1}", .string("\u{0}a\u{1F}\u{FFFE}b"))])
    #expect(try own(value) == .object([("k\u{FFFD}", .string("\u{FFFD}a\u{FFFD}\u{FFFD}b"))]))
    #expect(try foundation(value) is [String: Any])
  }
}
