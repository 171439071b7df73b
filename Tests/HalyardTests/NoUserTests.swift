import Dashboard
import FeatureFlags
import LaunchDarkly
import Serving
import TestSupport
import Testing

@testable import halyard

/// Tests flag services that need a user: without a user, their flags have no result, which is no error.
struct NoUserTests {
  private static let document = """
    { "flags": {
      "cart": { "key": "cart", "version": 1, "on": true, "variations": [true, false],
        "fallthrough": { "variation": 0 }, "offVariation": 1, "rules": [], "targets": [] },
      "size": { "key": "size", "version": 1, "on": true, "variations": ["s", "l"],
        "fallthrough": { "variation": 0 }, "offVariation": 1, "rules": [], "targets": [] } },
      "segments": {} }
    """

  private static let line = "no user: --user KEY chooses one\n"

  @Test func `list without a user prints no results, and one line that says how to choose a user`()
    throws
  {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "flags.json")
    let run = try tester.halyard("list", "-s", file)
    #expect(run.output.contains("cart  –"), "\(run.output)")
    #expect(!run.output.contains("error"))
    #expect(run.errors == Self.line)
    let user = try tester.halyard("list", "-s", file, "--user", "ana")
    #expect(user.output.contains("cart  Enabled") && user.errors.isEmpty, "\(user.output)")
    let keyless = try tester.halyard("list", "-s", file, "--attributes", #"{"plan":"gold"}"#)
    #expect(keyless.output.contains("cart  –") && keyless.errors.contains(Self.line))
  }

  @Test func `without a user, a forced flag has a result, and undo prints a dash as the result`()
    throws
  {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "flags.json")
    let off = try tester.halyard("disable", "cart", "-s", file)
    #expect(off.output == "cart: Disabled, overridden\n", "\(off.output)")
    let undo = try tester.halyard("undo", "-s", file)
    #expect(undo.output == "cart: –\n", "\(undo.output)")
    #expect(try tester.halyard("show", "size", "-s", file).output.contains("no user: --user KEY"))
  }

  @Test
  func `without a user, the header names the key to choose one, and the details have no error`()
    throws
  {
    let tester = try Tester()
    try tester.folder.write(Self.document, to: "flags.json")
    let words = ["snapshot", "-s", "flags.json", "--size", "110x26", "--output", "screen.txt"]
    let run = try tester.halyard(words)
    #expect(run.exitCode == 0, "\(run.errors)")
    let screen = try tester.folder.read("screen.txt")
    #expect(screen.contains("no user: u chooses one"), "\(screen)")
    #expect(screen.contains("context: no user") && !screen.contains("error:"), "\(screen)")
  }

  @Test func `in a comparison of users, a persona without a key has no result and no difference`()
    throws
  {
    let store = FlagStore(user: "ana")
    try store.load(try ConfigurationFormat.launchDarkly.parse(Array(Self.document.utf8)))
    let personas = [
      Persona(name: "guest", user: EvaluationContext(attributes: ["plan": "gold"])),
      Persona(name: "ben", user: EvaluationContext(targetingKey: "ben")),
    ]
    let comparison = UserComparison(store, personas)
    #expect(comparison.differingCount == 0)
    #expect(!comparison.isDifferent(row: 0, column: 1))
    #expect(comparison.cell(row: 0, column: 1).text == "–")
  }

  @Test func `without a user, decide and enable print no result instead of the default of the app`()
    throws
  {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "flags.json")
    let decision = try tester.halyard("decide", "size", "-s", file)
    #expect(decision.output == "size  –  no user\n", "\(decision.output)")
    let enabled = try tester.halyard("enable", "size", "-s", file)
    #expect(enabled.output == "size: –, overridden\n", "\(enabled.output)")
    let list = try tester.halyard("list", "-s", file)
    #expect(list.output.contains("size  –"), "\(list.output)")
    let off = try tester.halyard("assert", "size", "off", "-s", file)
    #expect(off.exitCode == 1)
    let user = try tester.halyard("decide", "size", "-s", file, "--user", "ana")
    #expect(user.output == "size  0 = s  OVERRIDE\n", "\(user.output)")
  }

  @Test func `without a user, an enabled flag has the OFREP error for a missing targeting key`()
    throws
  {
    let store = FlagStore()
    try store.load(try ConfigurationFormat.launchDarkly.parse(Array(Self.document.utf8)))
    try store.override(.enabled(true), for: ["size"])
    let feature = try #require(store.feature(named: "size"))
    let result = ServedResult(.feature, of: feature, origin: nil)
    #expect(result?.failure?.code == .targetingKeyMissing && feature.lacksTargetingKey)
    try store.override(.enabled(false), for: ["size"])
    let off = try #require(store.feature(named: "size"))
    #expect(!off.lacksTargetingKey && ServedResult(.feature, of: off, origin: nil)?.failure == nil)
  }
}
