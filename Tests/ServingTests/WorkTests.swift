import FeatureFlags
import Foundation
import Locking
import Targeting
import TestSupport
import Testing
import Workbench

@testable import HTTPServer
@testable import Serving

/// Tests the pool for long work, and the caches of its results.
struct WorkTests {
  /// A job that blocks the only thread of a pool until the gate is opened.
  private struct Gate {
    let semaphore = DispatchSemaphore(value: 0)

    init(_ pool: WorkPool) {
      let started = DispatchSemaphore(value: 0)
      pool.add(
        WorkPool.Job(isNeeded: { true }) { [semaphore] in
          started.signal()
          semaphore.wait()
        } refuse: {
        }
      )
      started.wait()
    }

    func open() {
      semaphore.signal()
    }
  }

  /// Records the results of jobs in their order.
  private final class Results: Sendable {
    let list = Locked<[String]>([])
    private let done = DispatchSemaphore(value: 0)

    func job(
      _ name: String,
      size: Int = 0,
      isShared: Bool = false,
      isNeeded: Bool = true
    ) -> WorkPool.Job {
      WorkPool.Job(size: size, isShared: isShared, isNeeded: { isNeeded }) {
        self.add(name)
      } refuse: {
        self.add("\(name) refused")
      }
    }

    func add(_ result: String) {
      list.withLock { $0.append(result) }
      done.signal()
    }

    func wait(for count: Int) -> [String] {
      for _ in 0..<count { done.wait() }
      return list.withLock { $0 }
    }

    /// A promise that records the status of each response.
    func promise(_ name: String, isAbandoned: Locked<Bool> = Locked(false)) -> ResponseSender {
      ResponseSender {
        self.add("\(name) \($0.status)")
      } isUnneeded: {
        isAbandoned.withLock { $0 }
      }
    }
  }

  @Test
  func `jobs that many clients share run before jobs for one client, and abandoned jobs never run`()
    async throws
  {
    try await onThread {
      let pool = WorkPool(width: 1)
      let gate = Gate(pool)
      let results = Results()
      pool.add(results.job("first"))
      pool.add(results.job("abandoned", isNeeded: false))
      pool.add(results.job("second"))
      pool.add(results.job("shared", isShared: true))
      gate.open()
      #expect(results.wait(for: 3) == ["shared", "first", "second"])
    }
  }

  @Test func `a pool refuses jobs above its limits, and all jobs after it is stopped`()
    async throws
  {
    try await onThread {
      let pool = WorkPool(width: 1)
      let gate = Gate(pool)
      let results = Results()
      pool.add(results.job("large", size: WorkPool.Limit.size))
      pool.add(results.job("further", size: 1))
      #expect(results.wait(for: 1) == ["further refused"])
      pool.stop()
      pool.add(results.job("late"))
      #expect(results.wait(for: 2) == ["further refused", "large refused", "late refused"])
      gate.open()
    }
  }

  @Test func `a job is refused after it has waited ten seconds for a thread of the pool`()
    async throws
  {
    let clock = ManualClock()
    let pool = WorkPool(width: 1, clock: clock)
    let results = Results()
    let gate = try await onThread { Gate(pool) }
    pool.add(results.job("first", size: WorkPool.Limit.size))
    await clock.waitForSleepers()
    clock.advance(by: WorkPool.Limit.time / 2)
    pool.add(results.job("second", isShared: true))
    clock.advance(by: WorkPool.Limit.time / 2)
    #expect(try await onThread { results.wait(for: 1) } == ["first refused"])
    // The memory of the refused job is free again.
    pool.add(results.job("third", size: WorkPool.Limit.size))
    gate.open()
    let expected = ["first refused", "second", "third"]
    #expect(try await onThread { results.wait(for: 2) } == expected)
    // Keeps the pool alive, because the gate is a job of the pool.
    withExtendedLifetime(pool) {}
  }

  /// Charges the evaluation budget until the work has to end.
  @Sendable private static func spendAll() -> ServerReply {
    while true {
      var steps = EvaluationRun()
      do throws(EvaluationFailure) {
        while true { try steps.spend(1_000) }
      } catch {
        if WorkBudget.hasEnded { return .response(ServerResponse()) }
      }
    }
  }

  @Test
  func `running work ends when its client disconnects, and work above its budget gets status 413`()
    async throws
  {
    try await onThread {
      let pool = WorkPool(width: 1)
      let results = Results()
      let isGone = Locked(false)
      func start(_ name: String, _ work: @escaping @Sendable () -> ServerReply) {
        guard case .later(let begin) = pool.reply(by: work) else { return }
        begin(results.promise(name, isAbandoned: isGone))
      }
      start("large") { Self.spendAll() }
      #expect(results.wait(for: 1) == ["large 413"])
      start("gone") {
        isGone.withLock { $0 = true }
        let steps = Locked(0)
        while !WorkBudget.hasEnded {
          var budget = EvaluationRun()
          // Drops the failure of work that has ended, which ends the loop.
          try? budget.spend(1)
          steps.withLock { $0 += 1 }
        }
        isGone.withLock { $0 = false }
        results.add("ended early: \(steps.withLock { $0 } < 1_000)")
        return .response(ServerResponse())
      }
      #expect(results.wait(for: 2).dropFirst().first == "ended early: true")
    }
  }

  @Test
  func `clients of a shared result get status 413 if it exceeds the budget, and it is not cached`()
    async throws
  {
    try await onThread {
      let pool = WorkPool(width: 1)
      let cache = ResultCache<String, Int>(
        limit: SizedCache.Limit(count: 10, size: 1_000, entry: 100),
        pool: pool
      ) { _, _ in 1 }
      let results = Results()
      let gate = Gate(pool)
      for name in ["first", "second"] {
        cache.generate("a", version: 1, isShared: false, for: results.promise(name)) {
          ServerResponse(status: $0)
        } by: {
          _ = Self.spendAll()
          return 200
        }
      }
      gate.open()
      #expect(results.wait(for: 2) == ["first 413", "second 413"])
      #expect(cache.cached("a", version: 1) == nil)
    }
  }

  @Test func `clients that request the same result share one job`() async throws {
    try await onThread {
      let pool = WorkPool(width: 1)
      let cache = ResultCache<String, Int>(
        limit: SizedCache.Limit(count: 10, size: 1_000, entry: 100),
        pool: pool
      ) { _, _ in 1 }
      let gate = Gate(pool)
      let results = Results()
      let isGone = Locked(false)
      func request(_ key: String, _ promise: ResponseSender) {
        cache.generate(key, version: 1, isShared: false, for: promise) {
          ServerResponse(status: $0)
        } by: {
          results.list.withLock { $0.append("work for \(key)") }
          return 200
        }
      }
      request("a", results.promise("first"))
      request("gone", results.promise("none", isAbandoned: isGone))
      request("a", results.promise("second"))
      isGone.withLock { $0 = true }
      gate.open()
      #expect(results.wait(for: 2) == ["work for a", "first 200", "second 200"])
      #expect(cache.cached("a", version: 1) == 200)
      #expect(cache.cached("gone", version: 1) == nil)
      #expect(cache.cached("a", version: 2) == nil)
      pool.stop()
      request("b", results.promise("third"))
      #expect(results.wait(for: 1).last == "third 503")
    }
  }

  @Test func `a result without a size is neither shared by clients nor cached`() async throws {
    try await onThread {
      let pool = WorkPool(width: 1)
      let cache = ResultCache<String, Int>(
        limit: SizedCache.Limit(count: 10, size: 1_000, entry: 100),
        pool: pool
      ) { _, _ in nil }
      let gate = Gate(pool)
      let results = Results()
      let status = Locked(200)
      for name in ["first", "second", "third"] {
        cache.generate("a", version: 1, isShared: false, for: results.promise(name)) {
          ServerResponse(status: $0)
        } by: {
          status.withLock { status in
            status += 1
            return status
          }
        }
      }
      gate.open()
      #expect(results.wait(for: 3) == ["first 201", "second 202", "third 203"])
      #expect(cache.cached("a", version: 1) == nil)
    }
  }

  @Test func `a cache limits the total size of its entries, and stores no entry that is too large`()
  {
    var cache = SizedCache<String, String>(
      limit: SizedCache.Limit(count: 100, size: 1_000, entry: 400)
    )
    func store(_ name: String, _ size: Int) {
      cache.store("value", size: size, for: name)
    }
    store("large", 401)
    #expect(cache.value(for: "large") == nil)
    for name in ["a", "b", "c"] { store(name, 300) }
    #expect(cache.value(for: "a") == "value")
    store("d", 300)
    #expect(cache.value(for: "b") == nil)
    #expect(cache.size == 900 && cache.count == 3)
    store("a", 100)
    #expect(cache.size == 700 && cache.count == 3)
    cache.removeAll()
    #expect(cache.size == 0 && cache.count == 0)
  }

  @Test
  func `a context with long keys or many values is too large for the cache of evaluations`() {
    let note = AttributeValue.string(String(repeating: "n", count: 1_000))
    let usual = EvaluationContext(targetingKey: "ana", attributes: ["note": note])
    #expect(usual.isSmall && usual.memory > 1_000)
    let values = (0..<5).map { _ in note }
    for large in [
      EvaluationContext(targetingKey: "ana", attributes: ["notes": .list(values)]),
      EvaluationContext(targetingKey: String(repeating: "k", count: 1_000)),
      EvaluationContext(attributes: [String(repeating: "k", count: 5_000): .null]),
      EvaluationContext(attributes: ["ids": .list(Array(repeating: .null, count: 1_000))]),
    ] {
      #expect(!large.isSmall)
    }
  }

  @Test func `all recorded users of all features together stay within the memory limit`() {
    let activity = ServingActivity(url: "", access: .token, start: Date())
    let recorder = ActivityRecorder(activity, UserAgents([]), now: { Date() })
    let client = ActivityRecorder.ClientKey(address: "127.0.0.1", userAgent: nil)
    let note = AttributeValue.string(String(repeating: "n", count: 2_000))
    for number in 0..<4_000 {
      recorder.record(
        "true",
        of: "Feature \(number / 4)",
        in: EvaluationContext(targetingKey: "user \(number)", attributes: ["note": note]),
        from: client
      )
    }
    let uses = recorder.snapshot().uses.values
    let memory = uses.reduce(0) { $0 + $1.users.reduce(0) { $0 + $1.context.memory } }
    #expect(memory <= ActivityRecorder.Limit.userMemory)
    #expect(memory > ActivityRecorder.Limit.userMemory / 2)
    #expect(uses.reduce(0) { $0 + $1.count } == 4_000)
  }

  @Test func `a count that would exceed an integer stays at the largest count`() {
    let metrics = ServingMetrics()
    for _ in 0..<3 { metrics.recordEvaluation(of: "cart", "on", count: Int.max) }
    let line = #"halyard_evaluations_total{feature="cart",variation="on"} "#
    #expect(metrics.text(streams: 0, tests: [:]).contains(line))
    var count = Int.largestCount - 1
    count.add(count: 2)
    #expect(count == Int.largestCount)
    count = 1
    count.add(count: 2)
    #expect(count == 3)
  }

  @Test func `metrics shorten long names, and limit the memory of all names`() {
    let metrics = ServingMetrics()
    let long = String(repeating: "k", count: 15_000)
    metrics.recordEvaluation(of: Feature.Name(rawValue: long), long)
    #expect(metrics.text(streams: 0, tests: [:]).utf8.count < 4_000)
    let name = String(repeating: "k", count: 190)
    for number in 0..<25_000 {
      metrics.recordEvaluation(of: Feature.Name(rawValue: "\(name)\(number)"), name)
    }
    let lines = metrics.text(streams: 0, tests: [:]).utf8.reduce(0) { $0 + ($1 == 10 ? 1 : 0) }
    #expect((10_000..<20_000).contains(lines))
  }
}
