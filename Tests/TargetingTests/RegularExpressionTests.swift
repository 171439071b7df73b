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
  func `regular expression constructs that RE2 does not support are rejected`(pattern: String) {
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
      ("a$", "a\n", false), ("a$", "ba", true), ("$", "", true), ("a$", "a\nb", false),
      ("a$*b", "ab", true),
      ("(?m)a$", "a\nb", true), ("(?m)^b$", "a\nb\nc", true), ("(?m)^$", "a\n\nb", true),
      ("(?m)^$", "a\n", true), ("(?m:^b$)", "a\nb\nc", true), ("(?m:a)$", "a\nb", false),
      ("((?m)a)$", "a\nb", false), ("((?m)a$)", "a\nb", true), ("(?mi)^B$", "a\nb\n", true),
      ("(?m)(?-m)a$", "a\nb", false), ("(?m-s)^a.b$", "a\nb", false),
      ("(?ms)^a.b$", "a\nb\n", true),
      (#"(?m)a\z"#, "a\nb", false), (#"(?m)\Ab"#, "a\nb", false), ("[$]", "$", true),
      (#"\$"#, "$", true), (#"\Q$\E"#, "$", true), ("(?i)a$", "A", true), ("(?i:a)b", "Ab", true),
      ("(?i:a)b", "AB", false), ("a(?i)b", "aB", true), ("(?U)a+", "aa", true),
    ]
  )
  func `an RE2 expression matches anywhere in a text`(
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

  @Test(
    arguments: [
      ("(?x)a b # comment", "ab", true), ("(?x) a\n+ $", "aa", true), ("(?x)[a b]", " ", false),
      (#"(?x)a\ b"#, "a b", true), ("(?x:a b) c", "ab c", true), ("(?x)(?-x)a b", "a b", true),
      ("(?xm)^ b $", "a\nb\n", true), ("(?u)é", "é", true), ("(?ui)É", "é", true),
      ("(?x)[#]", "#", true),
    ]
  )
  func `group flags of Rust's regex library are accepted only if they are enabled`(
    pattern: String,
    text: String,
    isFound: Bool
  ) throws {
    let expression = try RegularExpression(pattern, isOfRust: true)
    #expect(expression.search(text) == .found(isFound))
    #expect(throws: RegularExpression.Defect.unsupported("flag of a group")) {
      try RegularExpression(pattern)
    }
  }

  @Test
  func `an upper case letter matches the lower case one if letter case is ignored`() throws {
    guard case .found(true) = try RegularExpression("É", ignoresCase: true).search("é") else {
      Issue.record("not found")
      return
    }
  }

  @Test(arguments: ["a|b)(c", "(a", "a)", "[a", #"a\"#, "(?i", "*a"])
  func `an expression with invalid syntax is rejected`(pattern: String) {
    #expect(throws: RegularExpression.Defect.self) { try RegularExpression(pattern) }
  }

  @Test(
    arguments: [
      ("(a|a)*$", 40, "b", RegularExpression.Result.found(true)),
      ("(a+)+$", 100, "", .found(true)), ("^(a+)+$", 100, "b", .found(false)),
      ("a{1,1000}b", 10_000, "c", .tooComplex), ("a*[bc]", 500_000, "", .found(false)),
      ("a", 500_001, "", .tooComplex),
    ]
  )
  func `a search that needs too many states, or of a too large text, has no result`(
    pattern: String,
    count: Int,
    end: String,
    expected: RegularExpression.Result
  ) throws {
    let text = String(repeating: "a", count: count) + end
    #expect(try RegularExpression(pattern).search(text) == expected)
  }
}
