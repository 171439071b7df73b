import FeatureFlags
import Files
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that undo restores the initial overrides after operations of processes, some of which are killed.
struct UndoProgramTests {
  private static let names = ["A", "B", "C", "D"]
  private static let configuration =
    "[" + names.map { "{ \"name\": \"\($0)\" }" }.joined(separator: ", ") + "]"

  @Test func `undo restores the initial overrides after many commands, some of them killed`()
    async throws
  {
    let tester = try Tester(configuration: Self.configuration)
    try await onThread {
      let home = tester.folder.path(of: "home")
      let workspace = Workspace(name: "w", source: "", stateRoot: home, cacheRoot: home)
      #expect(try tester.halyard("enable", "A", "D", "--workspace", "w").exitCode == 0)
      let start = try workspace.overrides()
      let first = try #require(try workspace.history().undoable)
      var random = SeededGenerator(seed: 15)
      var starts = 0
      for step in 0..<(Effort.isFull ? 500 : 60) {
        let operation = ["enable", "disable", "reset"].randomElement(using: &random) ?? "enable"
        let name = Self.names.randomElement(using: &random) ?? "A"
        if step.isMultiple(of: 3) {
          let delay = Int.random(in: 0...40, using: &random)
          starts += try Self.killed(tester, [operation, name], afterMilliseconds: delay) ? 1 : 0
        } else {
          #expect(try tester.halyard(operation, name, "--workspace", "w").exitCode == 0)
        }
        #expect(try workspace.history().overrides == workspace.overrides())
      }
      #expect(starts > 0)
      for _ in 0..<600 where try workspace.history().undoable?.id != first.id {
        let run = try tester.halyard("undo", "--workspace", "w")
        try #require(run.exitCode == 0, "\(run.errors)")
      }
      #expect(try workspace.overrides() == start)
    }
  }

  /// Starts a command, and kills it at a random moment unless it has ended before.
  ///
  /// - Returns: Whether the command was still running.
  private static func killed(
    _ tester: Tester,
    _ arguments: [String],
    afterMilliseconds delay: Int
  ) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ProgramRun.path(of: "halyard"))
    process.arguments = arguments + ["--workspace", "w"]
    process.environment = tester.environment
    process.currentDirectoryURL = URL(fileURLWithPath: tester.folder.path)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let moment = ContinuousClock.now + .milliseconds(delay)
    while process.isRunning, .now < moment { usleep(500) }
    let isRunning = process.isRunning
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return isRunning
  }
}
