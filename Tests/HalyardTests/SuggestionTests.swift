import TestSupport
import Testing

@testable import halyard

/// Tests that a command with an unknown name suggests the known names that contain it.
struct SuggestionTests {
  private static let configuration = """
    { "features": [
      { "name": "gift_wrap", "section": "Checkout page", "enabled": true },
      { "name": "Layout", "test-variations": ["A", "B"] }
    ] }
    """

  @Test(arguments: [
    ["show"], ["enable"], ["disable"], ["reset"], ["unlock"], ["lock"], ["cycle"], ["timeline"],
    ["assert"], ["set"],
  ])
  func `a command with an unknown name suggests the feature whose name contains it`(
    command: [String]
  ) throws {
    let tester = try Tester(configuration: Self.configuration)
    let rest = command == ["set"] || command == ["assert"] ? ["on"] : []
    let run = try tester.halyard(command + ["gift"] + rest)
    #expect(run.errors.contains("did you mean \"gift_wrap\"?"), "\(run.errors)")
  }

  @Test(arguments: ["giftWrap", "giftWrapEnabled", "isGiftWrapOn"])
  func `usages suggests the feature for the name of a constant`(word: String) throws {
    let tester = try Tester(configuration: Self.configuration)
    let run = try tester.halyard("usages", word, "--code", ".")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("did you mean \"gift_wrap\"?"), "\(run.errors)")
  }

  @Test func `for an unknown name, commands suggest features, presets, sections and types`() throws
  {
    let tester = try Tester(configuration: Self.configuration)
    _ = try tester.halyard("disable", "gift_wrap")
    _ = try tester.halyard("preset", "save", "dark mode")
    let history = try tester.halyard("history", "--feature", "gift").errors
    #expect(history.contains("did you mean \"gift_wrap\"?"), "\(history)")
    let preset = try tester.halyard("preset", "show", "dark").errors
    #expect(preset.contains("\"dark mode\""), "\(preset)")
    let section = try tester.halyard("list", "--section", "chekout").errors
    #expect(section.contains("\"Checkout page\""), "\(section)")
    let type = try tester.halyard("list", "--type", "mtv").errors
    #expect(type.contains("did you mean \"mvt\"?"), "\(type)")
  }

  @Test
  func `a name with a line break or a trailing space is listed with symbols, and found by them`()
    throws
  {
    let tester = try Tester(configuration: #"[{ "name": "a\nb" }, { "name": "Cart " }]"#)
    let list = try tester.halyard("list").output
    #expect(list.contains("a␊b") && list.contains("Cart␣"), "\(list)")
    for word in ["a␊b", "a b", "Cart␣", "Cart"] {
      #expect(try tester.halyard("show", word).exitCode == 0, "\(word)")
    }
  }

  @Test func `diff reports an error in a document as an error and not as a warning`() throws {
    let tester = try Tester(
      configuration: #"[{ "name": "a", "test-variations": ["x", "y"], "test-biases": [50, 60] }]"#
    )
    let check = try tester.halyard("check")
    #expect(check.output.contains("error: a: biases add up to 110"), "\(check.output)")
    let diff = try tester.halyard("diff", "Features.json", "Features.json")
    #expect(diff.errors.contains("halyard: error: ") && !diff.errors.contains("warning"))
  }

  @Test func `list --overridden prints the lifetime and the note of an override`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--note", "QA-123", "--session")
    let list = try tester.halyard("list", "--overridden").output
    #expect(list.hasSuffix("Checkout  overridden  session  QA-123\n"), "\(list)")
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)"])
  func `a value that a spreadsheet would evaluate has an apostrophe in front, in CSV only`(
    name: String
  ) throws {
    let tester = try Tester(configuration: #"[{ "name": "\#(name)" }]"#)
    #expect(try tester.halyard("list", "--csv").output.contains("\n'\(name),"))
    #expect(try tester.halyard("list", "--tsv").output.contains("\n\(name)\t"))
  }
}
