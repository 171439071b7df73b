import FeatureFlags
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests what `check` finds in source code, and its annotations.
struct CodeCheckTests {
  private static func tester(_ files: [String: String]) throws -> Tester {
    let tester = try Tester()
    for (path, text) in files { try tester.folder.write(text, to: path) }
    return tester
  }

  private static let shop = SourceCode.location("shop")

  /// A copy of the example shop with the configuration `Features.json` and changes in its source files.
  private static func shop(_ configuration: String, _ changes: [String: String]) throws -> Tester {
    let tester = try Tester(configuration: configuration)
    let names = try FileManager.default.contentsOfDirectory(atPath: shop.path)
    for name in names {
      var text = try String(contentsOf: shop.appending(path: name), encoding: .utf8)
      for (old, new) in changes { text = text.replacing(old, with: new) }
      try tester.folder.write(text, to: "shop/" + name)
    }
    return tester
  }

  private static let features = """
    [
      { "name": "New Cart", "enabled": true },
      { "name": "Express Pay" },
      { "name": "CTA colour", "test-variations": ["Group A", "Group B"] },
      { "name": "Layout", "test-variations": ["Grid", "List"], "test-biases": [100, 0] },
      { "name": "Recently viewed", "type": "deprecated" },
      { "name": "Gold theme", "unlocked": false },
      { "name": "Flash sale" }
    ]
    """

  @Test func `check --code finds a planted typo and a planted unused flag in the shop`() throws {
    let tester = try Self.shop(Self.features, ["\"Express Pay\")": "\"Express Pey\")"])
    let run = try tester.halyard("check", "--code", "shop")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "Features.json:8: warning: Flash sale: no code uses the feature",
        "shop/ShopFront.swift:5:50: error: Express Pey: the configuration has no such feature; "
          + "did you mean \"Express Pay\"?",
        "shop/ShopFront.swift:27:27: warning: Recently viewed: is deprecated, and still used",
      ]
    )
    #expect(run.exitCode == ExitCode.failure)
    #expect(
      run.errors == """
        Features.json: 7 features, 1 error, 2 warnings
        3 files of code, with the names of 6 of 7 features

        """
    )
  }

  @Test
  func `check --code exits with 0 without errors, and notes a condition that is always the same`()
    throws
  {
    let tester = try Self.tester([
      "a.py": "NAME = 'Layout'\nif is_on(NAME):\n  pass\nother(NAME)\n"
    ])
    try tester.folder.write(Self.features, to: "Features.json")
    let run = try tester.halyard("check", "--code", "a.py")
    #expect(run.exitCode == 0)
    #expect(
      run.output.hasSuffix(
        "a.py:2:10: note: Layout: all users get \"Grid\", so only one branch of this condition is used\n"
      )
    )
    let declared = try Self.tester(["a.py": "NAME = 'New Cart'\n"])
    #expect(
      try declared.halyard("check", "--code", "a.py").output.contains(
        "a.py:1:8: warning: New Cart: no code uses its constant NAME\n"
      )
    )
  }

  @Test func `check --format github prints annotations`() throws {
    let tester = try Tester(configuration: "[{ \"name\": \"50 %, a: b\\n\" },\n{ \"nam\": 1 }]")
    try tester.folder.write("isOn(\"50 %, a: c\\n\")\n", to: "a,b.swift")
    let run = try tester.halyard("check", "--format", "github", "--code", ".")
    #expect(
      run.output == """
        ::error file=Features.json,line=2,title=#2::has no "name", so it is left out
        ::warning file=Features.json,line=1,title=50 %25%2C a%3A b%0A::no code uses the feature
        ::error file=a%2Cb.swift,line=1,col=6,title=50 %25%2C a%3A c%0A::the configuration has no such \
        feature; did you mean "50 %25, a: b%0A"?

        """
    )
    #expect(run.exitCode == ExitCode.failure)
    let both = try tester.halyard("check", "--format", "github", "--format", "features")
    #expect(both.output.hasPrefix("::error file=Features.json,line=2"), "\(both.errors)")
    #expect(try tester.halyard("list", "--format", "github").exitCode == ExitCode.usage)
    #expect(try tester.halyard("check", "--format", "github", "--json").exitCode == ExitCode.usage)
  }

  @Test func `an annotation in a pipe has no escape sequences and no bidirectional controls`()
    throws
  {
    let tester = try Tester(configuration: "[{ \"name\": \"a\" }]")
    try tester.folder.write("isOn(\"b\\u{1b}[2J\u{1B}]0;x\u{202E}c\")\n", to: "a.swift")
    let run = try tester.halyard("check", "--format", "github", "--code", ".")
    #expect(run.output.contains("\\u001b]0;x\\u202ec"), "\(run.output)")
    let isClean = run.output.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
    }
    #expect(isClean, "\(run.output.debugDescription)")
  }

  @Test func `check --format github prints an annotation for a document that cannot be parsed`()
    throws
  {
    let tester = try Tester(configuration: "[\n{")
    let run = try tester.halyard("check", "--format", "github")
    #expect(run.output.hasPrefix("::error file=Features.json,line=2,title=halyard check::"))
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }
}
