import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the matching of operands with the names of features, sections and types.
struct NameTests {
  static let names = [
    "New Cart", "Pay\u{200C}now", "Pay\u{202E}later", "Sale", "SALE", " Padded\t",
  ]

  static let matches: [(word: String, match: NameMatch)] = [
    ("New Cart", .found("New Cart")), ("new cart", .found("New Cart")),
    ("Pay\u{FFFD}later", .found("Pay\u{202E}later")), ("Paynow", .found("Pay\u{200C}now")),
    ("PAYNOW", .found("Pay\u{200C}now")), ("Padded", .found(" Padded\t")),
    ("Sale", .found("Sale")), ("sale", .ambiguous(["Sale", "SALE"])),
    ("New C…", .found("New Cart")), ("…", .none),
    ("Pay…", .ambiguous(["Pay\u{200C}now", "Pay\u{202E}later"])), ("Car", .none), ("", .none),
  ]

  @Test(arguments: matches)
  func `a word matches a name exactly, as printed, or in a different letter case`(
    word: String,
    match: NameMatch
  ) {
    #expect(NameMatch(of: word, among: Self.names) == match)
  }

  private static let invisible = """
    [{ "name": "Ca\u{200B}rt" }, { "name": "Pay\u{202E}" },
     { "name": "Twin\u{200D}" }, { "name": "Twin\u{200C}" }]
    """

  @Test func `a name with invisible characters is accepted as list prints it`() throws {
    let tester = try Tester(configuration: Self.invisible)
    let listed = try tester.halyard("list").output.split(separator: "\n")
    let printed = listed.compactMap { $0.components(separatedBy: "  ").first }
    #expect(printed.count == 4)
    for name in printed where !name.hasPrefix("Twin") {
      let run = try tester.halyard("enable", name)
      #expect(run.output == "\(name): Enabled, overridden\n")
      #expect(run.errors.isEmpty)
    }
  }

  @Test
  func `a word that matches two printed names is an error that lists both names as JSON strings`()
    throws
  {
    let run = try Tester(configuration: Self.invisible).halyard("show", "Twin")
    #expect(
      run.errors == """
        halyard: error: "Twin" matches 2 names, expected one of them exactly (as JSON): \
        "Twin\\u200c", "Twin\\u200d"

        """
    )
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test(arguments: [
    ["show", "new cart"], ["enable", "NEW CART"], ["list", "--section", "checkout"],
    ["list", "--type", "FLAG"], ["list", "--type", "feature flag"], ["reset", "new CART"],
  ])
  func `names of features, sections and types are accepted in any letter case`(
    words: [String]
  ) throws {
    let run = try Tester().halyard(words)
    #expect(run.output.contains("New Cart"))
    #expect(run.errors.isEmpty)
    #expect(run.exitCode == 0)
  }

  @Test func `an exact match takes precedence over a match in a different letter case`() throws {
    let document = #"[{ "name": "Cart", "section": "A" }, { "name": "cart", "section": "a" }]"#
    let tester = try Tester(configuration: document)
    #expect(try tester.halyard("enable", "cart").output == "cart: Enabled, overridden\n")
    #expect(try tester.halyard("list", "--section", "A").output.hasPrefix("Cart  Disabled"))
    let run = try tester.halyard("enable", "CART")
    #expect(run.errors.contains(#""CART" matches 2 names"#), "\(run.errors)")
  }

  @Test
  func `show and reset accept the name of an override whose feature is no longer in the source`()
    throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    try tester.folder.write(#"[{ "name": "Other" }]"#, to: "Features.json")
    let shown = try tester.halyard("show", "new cart", "--json", "--workspace", "w")
    #expect(shown.output.contains(#""overridden": true"#))
    let run = try tester.halyard("reset", "new cart", "--workspace", "w")
    #expect(run.output == "New Cart: reset\n")
    #expect(try !tester.folder.read("home/w/overrides.json").contains("New Cart"))
  }

  @Test func `an unknown type is a usage error that lists the types`() throws {
    let run = try Tester().halyard("list", "--type", "zzzz")
    #expect(
      run.errors.hasPrefix(
        "halyard: error: --type \"zzzz\" is not a type, expected one of "
          + "flag, ab, feature-ab, mvt, unlock, value, deprecated, "
      )
    )
    #expect(run.exitCode == ExitCode.usage)
  }
}

/// Tests commands for features of type value.
struct ValueCommandTests {
  private static let template = """
    { "parameters": {
        "price": { "valueType": "NUMBER", "defaultValue": { "value": "3" } },
        "title": { "valueType": "STRING", "defaultValue": { "value": "Hello" } } } }
    """

  @Test(arguments: ["value", "Value"])
  func `list --type value prints features of type value, whose JSON type is "value"`(
    type: String
  ) throws {
    let tester = try Tester(configuration: Self.template)
    let list = try tester.halyard("list", "--type", type).output
    #expect(list.contains("price") && list.contains("title"))
    #expect(try tester.halyard("list", "--type", "flag").output.isEmpty)
    #expect(try tester.halyard("show", "price", "--json").output.contains("\"type\": \"value\""))
  }

  @Test(arguments: [("price", "5"), ("price", "-2.5"), ("title", "Good day")])
  func `set changes the only variable of a feature of type value`(
    name: String,
    text: String
  ) throws {
    let tester = try Tester(configuration: Self.template)
    let run = try tester.halyard("set", name, text)
    #expect(run.output == "\(name): \(text), overridden\n")
    #expect(run.errors.isEmpty)
    #expect(run.exitCode == 0)
  }

  @Test func `set rejects a text that cannot be converted to the type of the variable`() throws {
    let run = try Tester(configuration: Self.template).halyard("set", "price", "many")
    #expect(run.errors.contains("\"price\" does not accept \"many\""), "\(run.errors)")
    #expect(run.exitCode == ExitCode.failure)
  }
}
