import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the least-recently-used cache with expiry.
struct SegmentCacheTests {
  @Test func `a full cache drops the least recently used entry`() {
    var cache = ExpiringCache<[String]>(size: 2, timeout: .seconds(10))
    cache.save(["a"], of: "ana", at: .zero)
    cache.save(["b"], of: "bob", at: .zero)
    #expect(cache.lookup("ana", at: .zero) == ["a"])
    cache.save(["c"], of: "cem", at: .zero)
    #expect(cache.lookup("bob", at: .zero) == nil)
    #expect(cache.lookup("ana", at: .zero) == ["a"])
    #expect(cache.lookup("cem", at: .zero) == ["c"])
    cache.save(["d"], of: "cem", at: .zero)
    #expect(cache.lookup("ana", at: .zero) == ["a"])
    #expect(cache.lookup("cem", at: .zero) == ["d"])
    cache.reset()
    #expect(cache.lookup("ana", at: .zero) == nil)
  }

  @Test func `looking up an entry does not extend its expiry`() {
    var cache = ExpiringCache<[String]>(size: 2, timeout: .seconds(10))
    cache.save(["a"], of: "ana", at: .seconds(1))
    #expect(cache.lookup("ana", at: .milliseconds(10_999)) == ["a"])
    #expect(cache.lookup("ana", at: .seconds(11)) == nil)
  }

  @Test(arguments: [(0, 10), (10, 0), (-1, 10), (10, -1)])
  func `a size or a timeout of 0 or less disables the cache`(size: Int, timeout: Int) {
    var cache = ExpiringCache<[String]>(size: size, timeout: .seconds(timeout))
    cache.save(["a"], of: "ana", at: .zero)
    #expect(cache.lookup("ana", at: .zero) == nil)
  }
}
