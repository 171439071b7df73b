import Dashboard
import FeatureFlags
import Glibc
import Locking
import TestSupport
import Testing

@testable import halyard

/// Tests the memory of the dashboard over a long time.
@Suite(.timeLimit(.minutes(60))) struct DayTests {
  @Test
  func `the memory of the dashboard stays flat over a simulated day of polls and key presses`()
    async throws
  {
    // Runs in a separate process, because the memory that concurrent tests allocate would be counted.
    await #expect(processExitsWith: .success) {
      let hours = Effort.isFull ? 24 : 3
      let samples = try await SimulatedDay.memory(hours: hours)
      #expect(samples.count == hours)
      // Skips the first hour, which fills the bounded logs and caches. Compares medians, because one
      // sample varies; a short run has too few samples for that, and compares the last one with the largest.
      let first =
        Effort.isFull ? Self.median(samples[1...3]) : samples.dropLast().max() ?? 0
      let last = Effort.isFull ? Self.median(samples.suffix(3)) : samples[hours - 1]
      let limit = Effort.isFull ? 1.05 : 1.1
      #expect(Double(last) <= Double(first) * limit, "KiB after each hour: \(samples)")
      print("KiB after each hour: \(samples)")
    }
  }

  private static func median(_ samples: ArraySlice<Int>) -> Int {
    samples.sorted()[samples.count / 2]
  }
}
