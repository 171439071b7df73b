import Testing

@testable import Targeting

struct RegularExpressionTests {
  @Test(
    arguments: [
      "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", #"(a)\1"#, #"\k<name>"#, "(?>a)", "a++", "a*+", "a?+",
      "a{2}+",
      "(?P=name)", "(?R)", "(?1)", "(?|a|b)", "(?(1)a)", "(*ACCEPT)", "(?#c)", "(?x)a", #"a\K"#,
    ]
  )
  func `constructs that RE2 does not have are rejected`(pattern: String) {
    #expect(throws: RegularExpression.Defect.self) { try RegularExpression(pattern) }
  }

  @Test(
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
  func `expressions of RE2 are found anywhere in a text`(
    pattern: String,
    text: String,
    isFound: Bool
  ) throws {
    guard case .found(let found) = try RegularExpression(pattern).search(text) else {
      Issue.record("too complex")
      return
    }
    #expect(found == isFound)
  }

  @Test
  func `upper and lower case letters match if case is ignored`() throws {
    guard case .found(true) = try RegularExpression("É", ignoresCase: true).search("é") else {
      Issue.record("not found")
      return
    }
  }

  @Test
  func `a search that needs too many steps ends without a result`() throws {
    let text = String(repeating: "a", count: 40) + "b"
    guard case .tooComplex = try RegularExpression("(a|a)*$").search(text) else {
      Issue.record("found a result")
      return
    }
  }
}
