import TestSupport
import Testing

@testable import halyard

/// Tests commands that change several features at once: names, globs, sections and types.
struct SelectionTests {
  static let patterns: [(word: String, name: String, isMatch: Bool)] = [
    ("check*", "Checkout", true), ("*OUT", "Checkout", true), ("*eck*t", "Checkout", true),
    ("check*", "My Checkout", false), ("?art", "Cart", true), ("?art", "art", false),
    ("[bc]art", "Cart", true), ("[!bc]art", "Cart", false), ("[a-c]art", "Cart", true),
    ("[d-z]art", "Cart", false), ("[]c]art", "]art", true), ("*[*", "a[b", true),
    ("\\**", "*bold", true), ("\\**", "bold", false), ("*ä?", "Grün-BÄR", true),
    ("*", "", true), ("Paynow*", "Pay\u{200C}now", true), ("a*a*a*b", "aaaaaaaaaa", false),
  ]

  @Test(arguments: patterns)
  func `a glob matches the printed name in any letter case`(
    word: String,
    name: String,
    isMatch: Bool
  ) throws {
    #expect(try #require(NamePattern(word)).matches(name) == isMatch)
  }

  @Test(arguments: ["Cart", "Cart [beta", "a]b", "back\\slash", "\\*", ""])
  func `a word without a special character is not a glob`(word: String) {
    #expect(NamePattern(word) == nil)
  }

  @Test func `matching a glob with 500 stars that does not match takes no exponential time`()
    throws
  {
    let pattern = try #require(NamePattern(String(repeating: "*a", count: 500) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 2_000)))
  }

  private static let configuration = """
    { "features": [
      { "name": "Checkout banner", "section": "Checkout" },
      { "name": "Checkout one-click", "section": "Checkout", "unlocked": false },
      { "name": "Ready?" }, { "name": "Ready!" },
      { "name": "Layout", "section": "Browse", "test-variations": ["Red", "Green", "Blue"],
        "test-variation-assignment": 0 },
      { "name": "Palette", "section": "Browse", "test-variations": ["Red", "Teal"],
        "test-variation-assignment": 0 }
    ] }
    """

  private static let changes: [(words: [String], output: String, errors: String)] = [
    (
      ["enable", "checkout*"],
      "Checkout banner: Enabled, overridden\nCheckout one-click: Enabled, locked, overridden\n",
      "2 changed\n"
    ),
    (["enable", "Ready?"], "Ready?: Enabled, overridden\n", ""),
    (
      ["enable", "ready[?!]"], "Ready!: Enabled, overridden\nReady?: Enabled, overridden\n",
      "2 changed\n"
    ),
    (
      ["enable", "Ready!", "Ready*"], "Ready!: Enabled, overridden\nReady?: Enabled, overridden\n",
      "2 changed\n"
    ),
    (["cycle", "--type", "mvt"], "Layout: Green, overridden\n", ""),
    (
      ["set", "--section", "browse", "red"], "Layout: Red, overridden\nPalette: Red, overridden\n",
      "2 changed\n"
    ),
    (
      ["set", "Layout", "palette", "Red"],
      "Layout: Red, overridden\nPalette: Red, overridden\n", ""
    ),
    (["set", "--type", "mvt", "L*", "Blue"], "Layout: Blue, overridden\n", ""),
    (
      ["enable", "*", "--section", "Checkout", "--type", "flag"],
      "Checkout banner: Enabled, overridden\n", ""
    ),
    (
      ["enable", "--section", "Checkout", "--type", "flag", "--type", "unlock", "--quiet"], "", ""
    ),
  ]

  @Test(arguments: changes)
  func `a change is applied to all selected features`(
    words: [String],
    output: String,
    errors: String
  ) throws {
    let run = try Tester(configuration: Self.configuration).halyard(words)
    #expect(run.output == output)
    #expect(run.errors == errors)
    #expect(run.exitCode == 0)
  }

  @Test(arguments: ["browse", "ROWS", "Bro"])
  func `--section selects sections whose title contains the text`(text: String) throws {
    let tester = try Tester(configuration: Self.configuration)
    let run = try tester.halyard("list", "--section", text)
    #expect(run.output.split(separator: "\n").count == 2, "\(run.errors)")
  }

  @Test func `list reads the source that its operand names`() throws {
    let tester = try Tester()
    let file = try tester.folder.write("[{ \"name\": \"Sale\" }]", to: "other.json")
    let run = try tester.halyard("list", file)
    #expect(run.output == "Sale  Disabled  Feature Flag  No section\n", "\(run.errors)")
  }

  private static let failures: [(words: [String], message: String)] = [
    (
      ["enable", "Chekout*"],
      "no feature matches \"Chekout*\", did you mean \"Checkout banner\"?"
    ),
    (["enable", "Zebra*"], "no feature matches \"Zebra*\""),
    (["enable", "Layot"], "no feature is named \"Layot\", did you mean \"Layout\"?"),
    (
      ["enable", "--section", "Browze"],
      "no feature is in section \"Browze\", did you mean \"Browse\"?"
    ),
    (
      ["enable", "Layout", "--section", "Checkout"],
      "\"Layout\" is not in section \"Checkout\""
    ),
    (["enable", "Ready?", "Nope"], "no feature is named \"Nope\""),
    (
      ["set", "Layout", "Teal"],
      "\"Layout\" has no variation \"Teal\", expected one of Red, Green, Blue"
    ),
  ]

  @Test(arguments: failures)
  func `a selection without a feature is an error that names the nearest feature`(
    words: [String],
    message: String
  ) throws {
    let tester = try Tester(configuration: Self.configuration)
    let run = try tester.halyard(words)
    #expect(run.errors == "halyard: error: \(message)\n")
    #expect(run.exitCode == ExitCode.failure)
    #expect(try tester.halyard("list", "--overridden").output.isEmpty)
  }

  @Test func `features that refuse a change are listed and counted, and the others are changed`()
    throws
  {
    let tester = try Tester(configuration: Self.configuration)
    let run = try tester.halyard("set", "--section", "Browse", "Teal")
    #expect(run.output == "Palette: Teal, overridden\n")
    #expect(
      run.errors == """
        halyard: error: "Layout" has no variation "Teal", expected one of Red, Green, Blue
        1 changed, 1 refused

        """
    )
    #expect(run.exitCode == ExitCode.failure)
    let names = try tester.halyard("cycle", "Layout", "Palette", "--quiet")
    #expect(names.errors.isEmpty && names.exitCode == 0)
    #expect(try tester.halyard("list", "--overridden").output.contains("Palette  Red"))
  }

  @Test func `--dry-run prints the changes and changes no override`() throws {
    let tester = try Tester(configuration: Self.configuration)
    _ = try tester.halyard("enable", "Ready!")
    let before = try tester.halyard("list").output
    let enable = try tester.halyard("enable", "--dry-run", "Ready*", "Checkout banner")
    #expect(
      enable.output == """
        Ready?: Disabled → Enabled
        Checkout banner: Disabled → Enabled

        """
    )
    #expect(enable.errors == "2 would change, 1 unchanged\n")
    #expect(
      try tester.halyard("reset", "*dy*", "--dry-run").output
        == "Ready!: Enabled → Disabled\n"
    )
    #expect(
      try tester.halyard("reset", "--all", "--dry-run").output == "Ready!: Enabled → Disabled\n"
    )
    #expect(
      try tester.halyard("set", "Layout", "Red", "--dry-run", "--read-only").output
        == "Layout: Red → Red, overridden\n"
    )
    #expect(
      try tester.halyard("enable", "Ready!", "--dry-run").output == "Ready!: Enabled, unchanged\n"
    )
    #expect(try tester.halyard("list").output == before)
  }

  @Test func `reset selects overrides of removed features by a glob`() throws {
    let tester = try Tester(configuration: Self.configuration)
    _ = try tester.halyard("enable", "Ready*", "--workspace", "w")
    try tester.folder.write(#"[{ "name": "Other" }]"#, to: "Features.json")
    let dry = try tester.halyard("reset", "Rea*", "--workspace", "w", "--dry-run")
    #expect(dry.output == "Ready!: override → reset\nReady?: override → reset\n")
    let run = try tester.halyard("reset", "Rea*", "--workspace", "w")
    #expect(run.output == "Ready!: reset\nReady?: reset\n")
    #expect(try tester.halyard("list", "--overridden", "--workspace", "w").output.isEmpty)
  }
}
