import Testing

@testable import halyard

/// Tests the line about active overrides that the dashboard prints when it exits.
struct OverrideSummaryTests {
  @Test(arguments: [
    (["A"], "1 override is active in the workspace w: A. Reset it with: halyard reset --all"),
    (
      ["A", "B"],
      "2 overrides are active in the workspace w: A and B. Reset them with: halyard reset --all"
    ),
    (
      ["A", "B", "C"],
      "3 overrides are active in the workspace w: A, B and 1 more. "
        + "Reset them with: halyard reset --all"
    ),
  ])
  func `the summary names at most two overridden features and counts the others`(
    names: [String],
    text: String
  ) {
    #expect(OverrideSummary(names: names, in: "the workspace w", options: [])?.text == text)
  }

  @Test func `without active overrides there is no summary`() {
    #expect(OverrideSummary(names: [], in: "the workspace w", options: []) == nil)
  }

  @Test func `the reset command in the summary names source and workspace, quoted for a shell`() {
    let options = ["--source", "/my files/F.json", "--workspace", "w"]
    let text = OverrideSummary(names: ["A"], in: "the workspace w", options: options)?.text
    let command = "halyard reset --all --source '/my files/F.json' --workspace w"
    #expect(text?.hasSuffix("with: " + command) == true)
  }

  @Test func `in a team, the summary and its reset command contain only the user's own overrides`()
  {
    let one = OverrideSummary(ownNames: ["New Cart"], namespace: "qa", options: [])?.text
    let text = "1 override of yours is active in the team's namespace qa. Reset with: halyard reset"
    #expect(one == "\(text) 'New Cart'")
    let many = OverrideSummary(ownNames: (1...7).map { "F\($0)" }, namespace: "qa", options: [])?
      .text
    #expect(many?.hasPrefix("7 overrides of yours are active") == true)
    #expect(many?.hasSuffix("halyard reset F1 F2 F3 F4 F5 (2 more)") == true)
    #expect(OverrideSummary(ownNames: [], namespace: "qa", options: []) == nil)
  }
}
