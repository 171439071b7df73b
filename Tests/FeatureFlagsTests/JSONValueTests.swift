import Documents
import Testing

@testable import FeatureFlags

struct JSONValueTests {
  static let invisible: [(text: String, json: String)] = [
    ("a\u{202E}b", #""a\u202eb""#), ("\u{2066}x\u{2069}", #""\u2066x\u2069""#),
    ("\u{200B}\u{200D}\u{FEFF}\u{2060}", #""\u200b\u200d\ufeff\u2060""#),
    ("\u{2028}\u{2029}\u{85}\u{7F}", #""\u2028\u2029\u0085\u007f""#),
    ("\u{AD}\u{34F}\u{3164}\u{FE0F}", #""\u00ad\u034f\u3164\ufe0f""#),
    ("\u{E0041}", #""\udb40\udc41""#), ("\u{1D173}", #""\ud834\udd73""#),
  ]

  @Test(arguments: invisible)
  func `an invisible character is escaped, and decoded to the same character`(
    text: String,
    json: String
  ) {
    #expect(JSONValue.string(text).text() == json)
    #expect(JSONValue(parsing: json)?.text() == json)
    guard case .string(let read)? = JSONValue(parsing: json) else {
      Issue.record("\(json) is no string")
      return
    }
    #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func `invisible characters in the keys of an object are escaped`() {
    let value = JSONValue.object([("a\u{200B}", .bool(true))])
    #expect(value.text() == #"{"a\u200b":true}"#)
  }

  @Test(arguments: ["é", "e\u{301}", "商品", "🙂", "\u{A0}", "ع", "\u{FFFD}"])
  func `a visible character is not escaped`(text: String) {
    #expect(JSONValue.string(text).text() == "\"\(text)\"")
  }
}
