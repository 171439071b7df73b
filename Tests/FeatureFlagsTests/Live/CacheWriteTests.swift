import CoreTestSupport
import Glibc
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests that writing the cache during an asynchronous load does not block the cooperative thread pool.
struct CacheWriteTests {
  /// A source that counts its fetches.
  private struct CountingSource: Source {
    let name = "counting"
    let fetches = Locked(0)

    func read() async throws(SourceError) -> [UInt8] {
      fetches.withLock { $0 += 1 }
      return Array(#"[{"name":"A"}]"#.utf8)
    }
  }

  @Test func `a write that waits for the cache lock blocks no thread of the cooperative pool`()
    async throws
  {
    // Tries again after a failure: other tests can occupy the thread pool, but not during each of the five
    // attempts.
    for _ in 0..<4 {
      if try await Self.failures().isEmpty { return }
    }
    #expect(try await Self.failures() == [])
  }

  /// Runs more concurrent loads than the pool has threads, while the lock of the cache is held.
  ///
  /// - Returns: The failures of all loads, which are timeouts of cache writes.
  private static func failures() async throws -> [LoadFailure] {
    let folder = try TemporaryFolder()
    let workspace = folder.workspace()
    try folder.write("", to: "cache/test/.lock")
    let lock = open(folder.path(of: "cache/test/.lock"), O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let source = CountingSource()
    let loader = ConfigurationLoader(source: source, cache: workspace)
    let count = 4 * sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let loads = (0..<count).map { _ in Task { try await loader.load() } }
    // Waits until every load has fetched. If the writes blocked the pool, the last fetch would begin only
    // after the first writes have timed out.
    while source.fetches.withLock({ $0 }) < count { await Task.yield() }
    #expect(flock(lock, LOCK_UN) == 0)
    var failures: [LoadFailure] = []
    for load in loads { failures += try await load.value.failures }
    if failures.isEmpty {
      #expect(try workspace.lastGood()?.bytes == Array(#"[{"name":"A"}]"#.utf8))
    }
    return failures
  }
}
