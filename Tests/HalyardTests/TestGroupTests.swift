import Foundation
import TestSupport
import Testing

/// Tests the script `Tools/test-group` with the events of runs that fail in different ways.
@Suite(.enabled(if: Shell.has("python3"), "python3 is not installed"))
struct TestGroupTests {
  private static let script = SourceCode.location("Tools/test-group").path

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func test(_ name: String) -> String {
    #"{"kind":"test","payload":{"id":"\#(name)","kind":"function","name":"\#(name)()","#
      + #""sourceLocation":{"fileID":"ShopTests/CartTests.swift","line":7}}}"#
  }

  private static func event(_ kind: String, _ test: String, _ rest: String = "") -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(test)","messages":[]\#(rest)}}"#
  }

  private static let end = #"{"kind":"event","payload":{"kind":"runEnded","messages":[]}}"#

  /// Runs a group whose command writes the lines of events and exits with a code.
  ///
  /// - Returns: The exit code of the script, and its output.
  private func run(
    _ events: [String],
    exit code: Int,
    group: String = "shop"
  ) throws -> (code: Int32, output: String) {
    try folder.write(events.joined(separator: "\n"), to: "events")
    // The script appends the options with the path of the events, which is therefore $2.
    try folder.write("cp '\(folder.path(of: "events"))' \"$2\"; exit \(code)", to: "command")
    return try run("\(group) sh '\(folder.path(of: "command"))'")
  }

  private func run(_ arguments: String) throws -> (code: Int32, output: String) {
    let output = folder.path(of: "output")
    let variable = "HALYARD_TEST_GROUPS='\(folder.path(of: "groups"))'"
    let status = Shell.run("\(variable) '\(Self.script)' \(arguments) > '\(output)' 2>&1")
    return (status >> 8, try folder.read("output"))
  }

  private static let passed = [
    test("a"), test("b"), test("c"), event("testStarted", "a"), event("testEnded", "a"),
    #"{"kind":"event","payload":{"kind":"testSkipped","testID":"b","#
      + #""messages":[{"text":"Test b() skipped: \"zsh is not installed\""}]}}"#,
    event("testStarted", "c"), event("testEnded", "c"),
  ]

  @Test func `a passing group prints its number of tests, and the summary the reasons for skips`()
    throws
  {
    let group = try run(Self.passed + [Self.end], exit: 0)
    #expect(group.code == 0 && group.output == "shop: 2 tests in 0 s, 1 skipped\n")
    let summary = try run("--summary")
    #expect(
      summary.output == """
        shop: 2 tests in 0 s, 1 skipped
        2 tests ran in 0 s.
        1 test was skipped:
          1: zsh is not installed

        """
    )
    #expect(try run("--clear").code == 0)
    #expect(try run("--summary").output == "0 tests ran in 0 s.\n")
  }

  @Test func `a group names a failed test with its location, and keeps the exit code`() throws {
    let issue = Self.event("issueRecorded", "c", #","issue":{"isKnown":false}"#)
    let group = try run(Self.passed + [issue, Self.end], exit: 3)
    #expect(group.code == 3)
    #expect(
      group.output.hasSuffix("shop failed: 1 test failed:\n  c() (ShopTests/CartTests.swift:7)\n")
    )
  }

  @Test func `the summary lists the failures of all groups and fails`() throws {
    let issue = Self.event("issueRecorded", "c", #","issue":{"isKnown":false}"#)
    _ = try run(Self.passed + [issue, Self.end], exit: 1, group: "core")
    _ = try run([Self.end], exit: 0, group: "network")
    _ = try run(Self.passed + [Self.end], exit: 0, group: "server")
    let summary = try run("--summary")
    #expect(summary.code == 1)
    #expect(
      summary.output.hasSuffix(
        """
        core failed: 1 test failed:
          c() (ShopTests/CartTests.swift:7)
        network failed: the filter selects no test

        """
      )
    )
  }

  @Test func `the summary reports a group without an exit code as interrupted, and fails`() throws {
    try folder.write(Self.passed.dropLast().joined(separator: "\n"), to: "groups/core.jsonl")
    let summary = try run("--summary")
    #expect(summary.code == 1)
    #expect(summary.output.contains("core failed: interrupted; 1 test did not end:\n  c() ("))
  }

  @Test func `a known issue is no failure`() throws {
    let issue = Self.event("issueRecorded", "c", #","issue":{"isKnown":true}"#)
    #expect(try run(Self.passed + [issue, Self.end], exit: 0).code == 0)
  }

  @Test(arguments: [(1, 1, "ended with exit code 1"), (0, 1, "ended with exit code 0")])
  func `a group whose process ends before the last test fails, and names that test`(
    code: Int,
    expected: Int32,
    text: String
  ) throws {
    let group = try run(Self.passed.dropLast() + [#"{"kind":"ev"#], exit: code)
    #expect(group.code == expected)
    let line = "shop failed: \(text) before the last test; 1 test did not end:\n  c() ("
    #expect(group.output.contains(line), "\(group.output)")
  }

  @Test func `a group that times out fails, and names the tests that did not end`() throws {
    let group = try run(Array(Self.passed.dropLast()), exit: 124)
    #expect(group.code == 124)
    #expect(group.output.contains("shop failed: timed out; 1 test did not end:\n  c() ("))
  }

  @Test func `a group fails if the filter selects no test, or if the command does not start`()
    throws
  {
    let empty = try run([Self.end], exit: 0)
    #expect(empty.code == 1 && empty.output.contains("shop failed: the filter selects no test"))
    let unknown = try run([], exit: 64)
    #expect(unknown.code == 64)
    #expect(unknown.output.contains("ended with exit code 64 before the first test"))
  }
}
