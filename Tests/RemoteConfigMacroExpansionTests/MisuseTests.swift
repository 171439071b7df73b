import Testing

/// Tests the diagnostics of macros on unsupported declarations.
struct MisuseTests {
  @Test(arguments: [
    (
      "@StringRemoteValue struct A {}",
      "1:1 error: @StringRemoteValue is for an enum, found a struct"
    ),
    (
      "@StringRemoteValue enum A { case a }",
      "1:25 error: @StringRemoteValue is for an enum of texts, expected 'enum A: String' -> : String"
    ),
    (
      "@StringRemoteValue enum A: CaseIterable { case a }",
      "1:25 error: @StringRemoteValue is for an enum of texts, expected 'enum A: String' -> String, "
    ),
    ("@BoolRemoteValue class A {}", "1:1 error: @BoolRemoteValue is for an enum, found a class"),
    (
      "@BoolRemoteValue enum A: String { case a }",
      "1:1 error: @BoolRemoteValue is for an enum without texts, found a raw type of String"
        + " -> StringRemoteValue"
    ),
    (
      "@BoolRemoteValue enum A { case enabled, unknown }",
      "1:1 error: @BoolRemoteValue is for an enum of 'enabled' and 'disabled', "
        + "found the case 'unknown'"
    ),
    (
      "let on = true; @BoolRemoteValue(enabledByDefault: on) enum A {}",
      "1:51 error: 'enabledByDefault' is 'on', expected true or false"
    ),
    (
      "@BoolRemoteValue(enabledByDefault: true) enum A { static let `default`: Self = .disabled }",
      "1:18 warning: 'enabledByDefault' changes nothing, because a 'default' is declared; "
        + "remove one of them"
    ),
    (
      "@BaselineStringRemoteValue enum A { enum Variant: String { case a } }",
      "1:1 error: @BaselineStringRemoteValue is for a struct, found an enum"
    ),
    (
      "@BaselineStringRemoteValue struct A {}",
      "1:1 error: @BaselineStringRemoteValue is for a struct with variants, "
        + "expected 'enum Variant: String' in it -> BaselineBoolRemoteValue"
    ),
    (
      "@BaselineStringRemoteValue struct A { enum Kind: String { case a } }",
      "1:1 error: @BaselineStringRemoteValue is for a struct with 'enum Variant: String' in it, "
        + "found 'enum Kind'"
    ),
    (
      "@BaselineStringRemoteValue public struct A { enum Variant: String { case a } }",
      "1:1 error: the variants of a value must be as visible as the value, "
        + "expected 'public enum Variant'"
    ),
    (
      "enum Space { @BoolRemoteValue private enum A {} }",
      "1:14 error: no macro can reach a private type inside another, expected 'fileprivate enum A'"
    ),
    (
      "extension Space { private struct A { @StringRemoteValue enum B: String { case b } } }",
      "1:38 error: no macro can reach a private type inside another, expected 'fileprivate struct A'"
    ),
    (
      "@BaselineBoolRemoteValue actor A {}",
      "1:1 error: @BaselineBoolRemoteValue is for a struct, found an actor"
    ),
    (
      "@BaselineBoolRemoteValue struct A { enum Variant: String { case a } }",
      "1:1 error: @BaselineBoolRemoteValue is for an empty struct, found an enum in it"
        + " -> BaselineStringRemoteValue"
    ),
    (
      "@BaselineBoolRemoteValue(enabledByDefault: false) struct A { static let `default` = 1 }",
      "1:26 warning: 'enabledByDefault' changes nothing, because a 'default' is declared; "
        + "remove one of them"
    ),
  ])
  func `a misuse of a macro is reported with its location and fix-it`(
    source: String,
    expected: String
  ) {
    #expect(Expansion(of: source).findings == [expected])
  }

  @Test(arguments: [
    "@BoolRemoteValue enum A: String { case a }", "@BaselineStringRemoteValue struct A {}",
    "@BaselineBoolRemoteValue struct A { enum B {} }", "@StringRemoteValue enum A { case a }",
  ])
  func `a declaration with an error gets no members and conformances`(source: String) {
    let bare = source.split(separator: " ").dropFirst().joined()
    #expect(Expansion(of: source).text.filter { !$0.isWhitespace } == bare)
  }

  @Test(arguments: [
    "@BoolRemoteValue private enum A {}",
    "enum Space { @BaselineBoolRemoteValue fileprivate struct A {} }",
    "private extension Space { @StringRemoteValue enum A: String { case a } }",
  ])
  func `a private type at the top level of a file is supported`(source: String) {
    let expansion = Expansion(of: source)
    #expect(expansion.findings.isEmpty)
    #expect(expansion.text.contains("CaseIterable"))
  }

  @Test func `an enum Variant without the raw type String is reported once, by @StringRemoteValue`()
  {
    let findings = Expansion(of: "@BaselineStringRemoteValue struct A { enum Variant {} }").findings
    #expect(findings.count == 1)
    #expect(
      findings.first?.hasSuffix(
        "error: @StringRemoteValue is for an enum of texts, expected 'enum Variant: String'"
          + " -> : String"
      ) == true
    )
  }
}
