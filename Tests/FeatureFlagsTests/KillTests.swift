import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

struct KillTests {
  /// The number of processes that each of two concurrent test cases kills.
  private static let count = Effort.isFull ? 250 : 40

  @Test(arguments: 0..<2)
  func `a process that is killed during a write leaves the old or the new file, and its history`(
    lane: Int
  ) async throws {
    try await onThread { try Self.killRepeatedly(lane) }
  }

  private static func killRepeatedly(_ lane: Int) throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: UInt64(lane))
    var state = 0
    for _ in 0..<count {
      let probe = try ProbeProcess(["write", folder.path(of: "state"), "40"])
      let start = state
      // Reads the overrides file without a pause until the first write is visible: a read must never see a
      // partial file.
      while state == start {
        state = try readState(in: folder)
        try #require(probe.isRunning)
      }
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let next = try readState(in: folder)
        try #require(next >= state)
        state = next
      }
      probe.kill()
      try #require(probe.wait() == .killed(by: 9))
      let last = try readState(in: folder)
      try #require(last >= state)
      state = last
    }
    try #require(state > count)
    // A commit whose process was killed before it replaced the overrides file must neither be in the history
    // nor be recorded as an edit by hand.
    let history = try folder.workspace().history()
    #expect(try history.overrides == folder.workspace().overrides())
    #expect(!history.operations.contains { $0.kind == .edit })
  }

  /// Reads the overrides file, and returns the number of the write that stored it; 0 for no file.
  ///
  /// The author of each override is this number: expects all overrides to have the same one.
  private static func readState(in folder: TemporaryFolder) throws -> Int {
    let overrides = try folder.workspace().overrides()
    guard let any = overrides.values.first else { return 0 }
    try #require(overrides.count == 40)
    try #require(overrides.values.allSatisfy { $0 == any })
    return try #require(any.author.flatMap { Int($0) })
  }
}
