import CoreTestSupport
import Files
import Foundation
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests asynchronous work on a workspace while another program holds its advisory lock.
@Suite(.tags(.optimised), .timeLimit(.minutes(2)))
struct CooperativePoolTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace
  private static let names = (0..<8).map { Feature.Name(rawValue: "F\($0)") }

  init() throws {
    folder = try TemporaryFolder()
    workspace = folder.workspace()
    try folder.write(#"{"overrides":{}}"#, to: "state/test/overrides.json")
  }

  /// Runs `work` once per feature name while another thread holds the lock of the workspace.
  ///
  /// Releases the lock after unrelated tasks have run. There are more names than threads in the
  /// cooperative pool: if `work` blocked its threads, the unrelated tasks would never run.
  private func runWhileLocked(
    _ work: @escaping @Sendable (Feature.Name) async throws -> Void
  ) async throws {
    let lock = workspace.stateFolder + "/.lock"
    let (holding, held) = AsyncStream<Void>.makeStream()
    let released = BlockingResult<Void>()
    let holder = Task {
      try await onThread {
        try FileSystem.withFileLock(lock) { () throws(SystemError) in
          held.finish()
          released.wait()
        }
      }
    }
    for await _ in holding {}
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in Self.names { group.addTask { try await work(name) } }
      await withTaskGroup(of: Void.self) { others in
        for _ in 0..<100 { others.addTask { await Task.yield() } }
      }
      released.finish(with: ())
      try await group.waitForAll()
    }
    try await holder.value
  }

  @Test func `commits that wait for the lock do not block the cooperative pool`() async throws {
    try await runWhileLocked { [workspace] name in
      // Retries if the lock timed out, since the machine can be busy.
      while true {
        do throws(WorkspaceError) {
          let change: [OverrideKey: Override?] = [OverrideKey(name): Override(enabled: true)]
          _ = try await workspace.overrideStorage.commit(change)
          return
        } catch {
          guard case .locked = error else { throw error }
        }
      }
    }
    #expect(try workspace.overrides().count == 8)
  }

  @Test func `loads that write assignments do not block the cooperative pool`() async throws {
    try await runWhileLocked { [workspace] name in
      let test = Feature(name: name, testVariations: [.a, .b])
      let store = FlagStore(workspace: workspace)
      // Retries if the lock timed out, since the machine can be busy.
      while true {
        do throws(FlagStoreError) {
          try await store.update(to: Configuration(features: [test]))
          return
        } catch {
          guard case .notSaved(.locked) = error else { throw error }
        }
      }
    }
    #expect(try workspace.assignments().count == 8)
  }
}
