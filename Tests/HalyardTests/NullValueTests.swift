import TestSupport
import Testing

@testable import halyard

/// Tests the value null of `set`, which forces the app's own default and is not a text.
struct NullValueTests {
  private static let document = #"""
    {"features": {
      "colour": {"defaultValue": "red", "rules": [{"condition": {"plan": "gold"}, "force": "blue"}]},
      "limit": {"defaultValue": 3},
      "named": {"defaultValue": "null", "rules": [{"force": "x", "condition": {"plan": "gold"}}]},
      "none": {"defaultValue": null}}}
    """#

  @Test(arguments: ["colour", "limit", "none"])
  func `set with the value null forces the app's own default`(name: String) throws {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "gb.json")
    let run = try tester.halyard("set", "-s", file, name, "null")
    #expect(run.output.contains("app's default"), "\(run.output)\(run.errors)")
    let shown = try tester.halyard("show", "-s", file, name, "--json").output
    #expect(shown.contains(#""enabled": false"#), "\(shown)")
  }

  @Test func `set with the value null selects a variation that is named null`() throws {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "gb.json")
    #expect(try tester.halyard("set", "-s", file, "named", "null").output.contains("null"))
    let shown = try tester.halyard("show", "-s", file, "named", "--json").output
    #expect(shown.contains(#""variation": "null""#), "\(shown)")
  }

  @Test func `the error for an unknown variation says that the feature has no variations`() throws {
    let tester = try Tester()
    let file = try tester.folder.write(Self.document, to: "gb.json")
    let run = try tester.halyard("set", "-s", file, "none", "x")
    #expect(run.exitCode == ExitCode.failure)
    #expect(run.errors.contains(#""none" has no variation "x", and no other one"#), "\(run.errors)")
  }
}
