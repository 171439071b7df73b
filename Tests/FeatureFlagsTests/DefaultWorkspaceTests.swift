import TestSupport
import Testing

/// Tests a program that uses the drop-in API and sets only the URL.
///
/// Its default workspace is below the user's home: each test runs the program with a temporary
/// home.
struct DefaultWorkspaceTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let tests = (0..<8).map { #"{"name":"T\#($0)","test-variations":["A","B"]}"# }
    path = try folder.write("[\(tests.joined(separator: ","))]", to: "features.json")
  }

  private func variations() throws -> [Substring] {
    let home = ["HOME=" + folder.path(of: "home"), "CFFIXED_USER_HOME=" + folder.path(of: "home")]
    let probe = try ProbeProcess(
      ["drop-in", path],
      output: folder.path(of: "output"),
      environment: home
    )
    #expect(probe.wait() == .exited(0))
    return try folder.read("output").split(separator: "\n")
  }

  @Test func `a user gets the same variations in each run of a program`() throws {
    let first = try variations()
    #expect(first.count == 8)
    for _ in 0..<5 { #expect(try variations() == first) }
  }
}
