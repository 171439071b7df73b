import Testing

@testable import Targeting

struct RegularExpressionTests {
  @Test(
    "Constructs that RE2 does not have are rejected",
    arguments: [
      "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", #"(a)\1"#, #"\k<name>"#, "(?>a)", "a++", "a*+", "a?+",
      "a{2}+",
      "(?P=name)", "(?R)", "(?1)", "(?|a|b)", "(?(1)a)", "(*ACCEPT)", "(?#c)", "(?x)a", #"a\K"#,
    ]
  )
  func unsupported(pattern: String) {
    #expect(throws: RegularExpression.Defect.self) { try RegularExpression(pattern) }
  }

  @Test(
    "Expressions of RE2 are found anywhere in a text",
    arguments: [
      ("b+", "abbc", true), ("^b", "abc", false), ("(?i)ABC", "xabc", true),
      ("[[:alpha:]]+$", "1a", true),
      (#"[\]+]+"#, "++", true), (#"\bfoo\b"#, "a foo b", true), ("a+?", "aa", true),
      (#"\Qa.b\E"#, "a.b", true),
      ("(?P<n>x)", "x", true), ("(?<n>x)", "x", true), ("x{2,3}", "xx", true),
      ("a{,2}", "a{,2}", true),
      ("(?s:a.b)", "a\nb", true), ("a.b", "a\nb", false), (#"\pL"#, "é", true),
    ]
  )
  func found(pattern: String, text: String, isFound: Bool) throws {
    guard case .found(let found) = try RegularExpression(pattern).search(text) else {
      Issue.record("too complex")
      return
    }
    #expect(found == isFound)
  }

  @Test("Upper and lower case letters match if case is ignored")
  func ignoresCase() throws {
    guard case .found(true) = try RegularExpression("É", ignoresCase: true).search("é") else {
      Issue.record("not found")
      return
    }
  }

  @Test("A search that needs too many steps ends without a result")
  func tooComplex() throws {
    let text = String(repeating: "a", count: 40) + "b"
    guard case .tooComplex = try RegularExpression("(a|a)*$").search(text) else {
      Issue.record("found a result")
      return
    }
  }
}
