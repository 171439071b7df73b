import Documents
import FlagSystem
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests `--json` of the commands that change overrides.
struct ChangeReportTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
    try tester.folder.write(
      """
      { "features": [
        { "name": "New Cart", "enabled": false },
        { "name": "Colour", "enabled": true, "test-variations": ["red", "green", "blue"] }
      ] }
      """,
      to: "Features.json"
    )
  }

  /// The JSON of a command, with the overrides reduced to their states.
  private func report(_ words: String...) throws -> JSONValue {
    let run = try tester.halyard(words + ["--json", "-s", "Features.json"])
    return try #require(JSONValue(parsing: run.output), "\(run.output) \(run.errors)")
  }

  /// The changes of a report as lines, such as `New Cart for ana: Disabled → Enabled`.
  private func lines(_ report: JSONValue) -> [String] {
    guard case .list(let changes)? = report["changes"] else { return [] }
    return changes.map { change in
      func text(_ value: JSONValue?) -> String {
        if case .string(let text)? = value { text } else { "none" }
      }
      let mark = change["to"]?["override"] == nil ? "" : " ◆"
      return "\(text(change["feature"])) for \(text(change["scope"]?["key"])): "
        + "\(text(change["from"]?["state"])) → \(text(change["to"]?["state"]))\(mark)"
    }
  }

  @Test func `each command reports what was changed, from what, to what and for whom`() throws {
    #expect(lines(try report("enable", "New Cart")) == ["New Cart for none: Disabled → Enabled ◆"])
    #expect(
      lines(try report("disable", "New Cart", "--only", "ana"))
        == ["New Cart for ana: Enabled → Disabled ◆"]
    )
    _ = try report("set", "Colour", "green")
    #expect(lines(try report("set", "Colour", "blue")) == ["Colour for none: green → blue ◆"])
    #expect(lines(try report("undo")) == ["Colour for none: blue → green ◆"])
    #expect(lines(try report("redo")) == ["Colour for none: green → blue ◆"])
    #expect(lines(try report("cycle", "Colour")) == ["Colour for none: blue → red ◆"])
    #expect(
      lines(try report("reset", "New Cart")) == [
        "New Cart for none: Enabled → Disabled", "New Cart for ana: Disabled → Disabled",
      ]
    )
    #expect(lines(try report("reset", "--all")).count == 1)
  }

  @Test
  func `undo --operation undoes a change that is not the last one, or says what is in its way`()
    throws
  {
    for words in [["enable", "New Cart"], ["set", "Colour", "blue"], ["set", "Colour", "red"]] {
      _ = try tester.halyard(words + ["-s", "Features.json"])
    }
    let history = try #require(
      JSONValue(parsing: try tester.halyard("history", "--json", "-s", "Features.json").output)
    )
    guard case .list(let operations) = history else { throw CocoaError(.coderInvalidValue) }
    let ids = operations.compactMap { if case .string(let id)? = $0["id"] { id } else { nil } }
    #expect(
      lines(try report("undo", "--operation", ids[0]))
        == ["New Cart for none: Enabled → Disabled"]
    )
    let refused = try tester.halyard("undo", "--operation", ids[1], "-s", "Features.json")
    #expect(refused.exitCode == 1)
    #expect(refused.errors.contains("cannot be undone: the operation \(ids[2].prefix(8)) by "))
  }

  @Test func `a dry run reports the changes and makes none`() throws {
    let dry = try report("enable", "New Cart", "--dry-run")
    #expect(dry["dryRun"] == .bool(true))
    #expect(lines(dry) == ["New Cart for none: Disabled → Enabled ◆"])
    #expect(lines(try report("reset", "--all")) == [])
  }

  @Test func `a feature that refuses the change is listed with the reason`() throws {
    let run = try tester.halyard("lock", "New Cart", "Colour", "--json", "-s", "Features.json")
    #expect(run.exitCode == 1)
    let report = try #require(JSONValue(parsing: run.output))
    guard case .list(let refused)? = report["refused"] else { throw CocoaError(.coderInvalidValue) }
    #expect(refused.map { $0["feature"] } == [.string("New Cart"), .string("Colour")])
    for refusal in refused {
      guard case .string(let reason)? = refusal["reason"] else {
        throw CocoaError(.coderInvalidValue)
      }
      #expect(reason.hasPrefix("the feature "), "\(reason)")
    }
  }

  @Test func `applying a preset reports its changes and what it leaves out`() throws {
    try tester.folder.write(
      """
      { "version": 2, "overrides": {
        "New Cart": { "enabled": true }, "Missing": { "enabled": true } } }
      """,
      to: "preset.json"
    )
    let report = try report("preset", "apply", "--file", "preset.json")
    #expect(
      lines(report)
        == ["Missing for none: none → none ◆", "New Cart for none: Disabled → Enabled ◆"]
    )
  }

  @Test func `an omitted override of a preset has its users, and a reason without the name`() throws
  {
    try tester.folder.write(
      """
      { "version": 2, "overrides": { "New Cart": [
        { "scope": { "key": "ana" }, "enabled": true, "until": "2020-01-01T00:00:00Z" } ] } }
      """,
      to: "preset.json"
    )
    let run = try tester.halyard(
      ["preset", "apply", "--file", "preset.json", "--json", "-s", "Features.json"]
    )
    let report = try #require(JSONValue(parsing: run.output), "\(run.errors)")
    guard case .list(let refused)? = report["refused"] else { throw CocoaError(.coderInvalidValue) }
    #expect(refused.count == 1)
    #expect(refused.first?["feature"] == .string("New Cart"))
    #expect(refused.first?["scope"] != .null)
    guard case .string(let reason)? = refused.first?["reason"] else {
      throw CocoaError(.coderInvalidValue)
    }
    #expect(reason.hasPrefix("expired at 2020-01-01"), "\(reason)")
  }

  @Test func `a source that the dashboard cannot read ends with the commands that help`() throws {
    let run = try tester.halyard("./none.json")
    #expect(
      run.errors.hasSuffix(
        "See 'halyard doctor', 'halyard check' and 'halyard help sources'.\n"
      )
    )
  }
}
