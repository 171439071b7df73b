import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the program in a user namespace without inotify instances.
struct NoInotifyTests {
  /// The command that starts a program in a user namespace which allows no inotify instance.
  private static let prefix =
    "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_inotify_instances && exec \"$@\"' sh"
  private static let isPossible = Shell.run("\(prefix) true") == 0

  @Test(.enabled(if: isPossible, "user namespaces are not permitted here"))
  func `without inotify the dashboard polls its files and reports that once`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("\(Self.prefix) \(halyard) --workspace w \(tester.file)")
    try await session.wait(for: "inotify is not available")
    #expect(try tester.halyard("enable", "New Cart", "--workspace", "w").exitCode == 0)
    try await session.wait { $0.contains("◆ 1 overridden") }
    try tester.folder.write("[{\"name\": \"Sale\"}]", to: "Features.json")
    try await session.wait { $0.contains("Sale") && !$0.contains("Layout") }
    try session.type("3")
    let screen = try await session.wait { $0.contains("Activity") && $0.contains("The file") }
    #expect(screen.components(separatedBy: "inotify is not available").count == 2)
    try session.type("q")
  }
}
