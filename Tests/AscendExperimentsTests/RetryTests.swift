import Locking
import Networking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests retries: transient failures, the number of attempts and the back-off.
@Suite(.timeLimit(.minutes(1)))
struct RetryTests {
  @Test(arguments: [
    (400, "HTTP error: 400"), (401, "Authentication failed"), (403, "Permission denied"),
    (404, "Resource not found"), (418, "HTTP error: 418"),
  ])
  func `a permanent failure is not retried`(status: Int, text: String) async throws {
    let lab = try Lab { _ in .text("", status: status) }
    let (experiments, _) = try await lab.experiments()
    let thrown = await #expect(throws: ExperimentsError.self) {
      _ = try await experiments.refreshExperiments()
    }
    #expect(thrown == .status(status))
    #expect(thrown?.description == text)
    #expect(lab.server.requests.count == 1)
  }

  @Test(arguments: [
    (429, "Rate limited"), (500, "Server error: 500"), (503, "Server error: 503"),
  ])
  func `a transient failure is retried up to a total of three attempts`(status: Int, text: String)
    async throws
  {
    let lab = try Lab { _ in .text("", status: status) }
    let (experiments, _) = try await lab.experiments()
    let fetch = Task {
      await #expect(throws: ExperimentsError.self) {
        _ = try await experiments.refreshExperiments()
      }
    }
    for (attempt, wait) in [(1, 1), (2, 2)] {
      await lab.clock.waitForSleepers()
      #expect(lab.server.requests.count == attempt)
      lab.clock.advance(by: .seconds(wait))
    }
    let thrown = await fetch.value
    #expect(thrown == .exhausted(attempts: 3, last: .status(status)))
    #expect(thrown?.description == "Maximum retry attempts exceeded: \(text)")
    #expect(lab.server.requests.count == 3)
  }

  @Test func `a successful retry calls the completion handler with the response`() async throws {
    let count = Locked(0)
    let lab = try Lab { _ in
      count.withLock {
        $0 += 1; return $0
      } < 3 ? .text("", status: 500) : .text(Lab.response())
    }
    let (experiments, _) = try await lab.experiments()
    async let waits: Void = {
      for seconds in [1, 2] {
        await lab.clock.waitForSleepers()
        lab.clock.advance(by: .seconds(seconds))
      }
    }()
    let (response, error) = await withCheckedContinuation { continuation in
      experiments.refreshExperiments { continuation.resume(returning: ($0, $1)) }
    }
    await waits
    #expect(error == nil)
    #expect(response?.data?.count == 2)
  }

  @Test func `a permanent failure after a transient failure is reported as permanent`()
    async throws
  {
    let count = Locked(0)
    let lab = try Lab { _ in
      .text(
        "",
        status: count.withLock {
          $0 += 1; return $0
        } == 1 ? 500 : 401
      )
    }
    let (experiments, _) = try await lab.experiments()
    let fetch = Task {
      await #expect(throws: ExperimentsError.self) {
        _ = try await experiments.refreshExperiments()
      }
    }
    await lab.clock.waitForSleepers()
    lab.clock.advance(by: .seconds(1))
    #expect(await fetch.value == .status(401))
  }

  @Test func `retries use the settings of the plugin, otherwise those of HTTPConfig`()
    async throws
  {
    let lab = try Lab { _ in .text("", status: 500) }
    var http = HTTPConfig(apiBaseUrl: lab.server.url(""), shouldRetry: false)
    let (once, _) = try await lab.experiments(http: http)
    await #expect(throws: ExperimentsError.status(500)) { _ = try await once.refreshExperiments() }

    http = HTTPConfig(apiBaseUrl: lab.server.url(""), retryDelay: 4, maxRetries: 2)
    let (twice, _) = try await lab.experiments(http: http)
    let fetch = Task {
      await #expect(throws: ExperimentsError.self) { _ = try await twice.refreshExperiments() }
    }
    await lab.clock.waitForSleepers()
    lab.clock.advance(by: .seconds(3))
    #expect(lab.clock.sleeperCount == 1)
    lab.clock.advance(by: .seconds(1))
    #expect(await fetch.value == .exhausted(attempts: 2, last: .status(500)))
  }

  @Test func `a request to an unreachable server is retried`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    lab.server.stop()
    let fetch = Task {
      await #expect(throws: ExperimentsError.self) {
        _ = try await experiments.refreshExperiments()
      }
    }
    for wait in [1, 2] {
      await lab.clock.waitForSleepers()
      lab.clock.advance(by: .seconds(wait))
    }
    guard case .exhausted(3, .noAnswer) = await fetch.value else {
      Issue.record("expected three attempts")
      return
    }
  }

  @Test func `a request without a response times out`() async throws {
    let lab = try Lab { _ in .silent }
    let configuration = AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      defaultValues: Lab.defaults,
      shouldRetry: false,
      timeout: 0.05
    )
    let (experiments, _) = try await lab.experiments(configuration)
    let thrown = await #expect(throws: ExperimentsError.self) {
      _ = try await experiments.refreshExperiments()
    }
    guard case .noAnswer(.timedOut) = thrown else {
      Issue.record("found \(String(describing: thrown)), expected a timeout")
      return
    }
  }

  @Test func `cancelling the task ends the back-off delay`() async throws {
    let lab = try Lab { _ in .text("", status: 500) }
    let (experiments, _) = try await lab.experiments()
    let fetch = Task {
      await #expect(throws: ExperimentsError.self) {
        _ = try await experiments.refreshExperiments()
      }
    }
    await lab.clock.waitForSleepers()
    fetch.cancel()
    #expect(await fetch.value == .noAnswer(.cancelled))
    #expect(lab.server.requests.count == 1)
  }

  @Test(
    arguments: [
      (1, nil, 0, 1), (2, nil, 0, 2), (3, nil, 0, 4), (5, nil, 0, 10), (60, nil, 0, 10),
      (1, nil, 1, 1.1), (5, nil, 1, 11), (1, 7, 0, 7), (3, 2, 0, 4), (1, 11, 0, nil),
      (99, nil, 0, nil),
    ] as [(Int, Int?, Double, Double?)]
  )
  func `the back-off doubles up to ten seconds, and Retry-After lengthens it`(
    attempt: Int,
    serverDelay: Int?,
    draw: Double,
    wait: Double?
  ) {
    let schedule = RetrySchedule(attempts: 99, firstWait: .seconds(1))
    let found = schedule.wait(
      after: attempt,
      atLeast: serverDelay.map { .seconds($0) },
      draw: draw
    )
    let milliseconds = found.map { ($0 / .milliseconds(1)).rounded() }
    #expect(milliseconds == wait.map { ($0 * 1000).rounded() })
  }

  @Test(arguments: [0, -3])
  func `a number of attempts below one is treated as one attempt`(attempts: Int) {
    let schedule = RetrySchedule(attempts: attempts, firstWait: .seconds(-1))
    #expect(schedule.attempts == 1)
    #expect(schedule.wait(after: 1, atLeast: nil, draw: 0) == nil)
  }
}
