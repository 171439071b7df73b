import TestSupport
import Testing

/// Tests the environment variable HALYARD_OVERRIDES in a separate process.
struct EnvironmentTests {
  private func output(_ environment: (TemporaryFolder) -> [String]) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"name":"F","enabled":false}]"#, to: "features.json")
    try folder.write(#"{"overrides":{"F":{"enabled":true}}}"#, to: "overrides.json")
    let homes = ["HOME=", "CFFIXED_USER_HOME="].map { $0 + folder.path }
    let probe = try ProbeProcess(
      ["state", folder.path(of: "features.json")],
      output: folder.path(of: "output"),
      environment: homes + environment(folder)
    )
    #expect(probe.wait() == .exited(0))
    return try folder.read("output")
  }

  @Test func `with HALYARD_OVERRIDES set, an app follows the named overrides file`() throws {
    let output = try output { ["HALYARD_OVERRIDES=" + $0.path(of: "overrides.json")] }
    #expect(output == "true\n")
  }

  @Test(arguments: [[], ["HALYARD_OVERRIDES="], ["HALYARD_HOME=/tmp"]])
  func `without HALYARD_OVERRIDES, an app follows no overrides file`(environment: [String]) throws {
    #expect(try output { _ in environment } == "false\n")
  }
}
