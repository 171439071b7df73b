import Locking
import Text

/// Runs checks concurrently, each on its own thread and with a time limit.
struct DoctorRun: Sendable {
  let checks: [DoctorCheck]
  /// The clock that measures the time limits.
  var clock: any Clock<Duration> = ContinuousClock()

  /// Starts all checks; the tasks return their findings, in the order of the checks.
  func start(_ subject: DoctorSubject) -> [Task<[DoctorFinding], Never>] {
    checks.map { check in Task { await findings(of: check, subject) } }
  }

  /// Waits for a check, but not longer than its time limit; a check that hangs keeps its thread until
  /// the process ends.
  private func findings(of check: DoctorCheck, _ subject: DoctorSubject) async -> [DoctorFinding] {
    let limit = check.limit(subject)
    let (results, continuation) = AsyncStream.makeStream(of: [DoctorFinding].self)
    let executor = ThreadExecutor(label: "halyard.doctor.\(check.name)")
    let work = Task(executorPreference: executor) {
      continuation.yield(await check.find(subject))
    }
    let timer = Task { [clock] in
      // Drops the error: the sleep fails only if the check has finished.
      guard (try? await clock.sleep(for: limit)) != nil else { return }
      continuation.yield([Self.timeout(limit)])
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await findings in results { return findings }
    return []
  }

  private static func timeout(_ limit: Duration) -> DoctorFinding {
    .failure(
      "no result within \(limit.text)",
      remedy: "find out what blocks: a file system, a pipe or a server without a response",
      exitCode: ExitCode.unavailable
    )
  }
}
