import TestSupport
import Testing

/// The environment variable HALYARD_OVERRIDES, in a separate process.
struct EnvironmentTests {
  private func answer(_ environment: (TemporaryFolder) -> [String]) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"name":"F","enabled":false}]"#, to: "features.json")
    try folder.write(#"{"overrides":{"F":{"enabled":true}}}"#, to: "overrides.json")
    let homes = ["HOME=", "CFFIXED_USER_HOME="].map { $0 + folder.path }
    let probe = try ProbeProcess(
      ["state", folder.path(of: "features.json")],
      output: folder.path(of: "answer"),
      environment: homes + environment(folder)
    )
    #expect(probe.wait() == .exited(0))
    return try folder.read("answer")
  }

  @Test func `an app follows the file that HALYARD_OVERRIDES names`() throws {
    let answer = try answer { ["HALYARD_OVERRIDES=" + $0.path(of: "overrides.json")] }
    #expect(answer == "true\n")
  }

  @Test(arguments: [[], ["HALYARD_OVERRIDES="], ["HALYARD_HOME=/tmp"]])
  func `an app without HALYARD_OVERRIDES follows no file`(environment: [String]) throws {
    #expect(try answer { _ in environment } == "false\n")
  }
}
