import FoundationEssentials
import OptimizelyEngine

/// Measures loading and decisions of an Optimizely project with a given number of flags.
struct OptimizelyBenchmark {
  let flags: Int

  /// The number of warm-up decisions before the first measurement of memory.
  private static let warmUp = 100_000

  /// Runs all measurements once; returns one row of the table.
  func row() throws -> Report.Row {
    let document = OptimizelyWorkload(flags: flags).document
    var evaluator = Evaluator(try Datafile(bytes: document))
    let load = try Measure.median(runs: flags > 1_000 ? 3 : 7) {
      evaluator = Evaluator(try Datafile(bytes: document))
    }
    let (decide, growth) = try decide(evaluator)
    let rate = Double(document.count) / (load / .seconds(1))
    return Report.Row(
      label: "\(flags) flags",
      figures: [
        Figure("load", rate, .bytesPerSecond, .atLeast(60e6)),
        Figure("decide", decide, budget: decideBudget),
        Figure("growth", Double(growth), .bytes),
        Figure("decide all", decideAll(evaluator)),
      ]
    )
  }

  private var decideBudget: Duration? {
    switch flags {
    case 100: .microseconds(1)
    case 20_000: .microseconds(2)
    default: nil
    }
  }

  /// Evaluates all flags in turn, a million times for different users; returns the median duration
  /// of a decision, and the growth of memory in bytes after the warm-up.
  private func decide(_ evaluator: Evaluator) throws -> (median: Duration, growth: Int) {
    let keys = evaluator.keys
    let count = 1_000_000
    var decided = 0
    var before = try Measure.residentBytes()
    // Allocates and writes the array of durations before the measurement of memory, so that the
    // array does not add to the growth.
    var times = [Duration](repeating: .zero, count: count)
    for number in 0..<count {
      if number == Self.warmUp { before = try Measure.residentBytes() }
      let user = OptimizelyWorkload.user(number)
      let start = ContinuousClock.now
      let decision = evaluator.decide(keys[number % keys.count], for: user)
      times[number] = start.duration(to: .now)
      decided += decision.variation == nil ? 0 : 1
    }
    precondition(decided > count / 10, "nobody got anything")
    let growth = try Measure.residentBytes() - before
    return (times.median, growth)
  }

  private func decideAll(_ evaluator: Evaluator) -> Duration {
    let user = OptimizelyWorkload.user(7)
    return Measure.median(calls: flags > 1_000 ? 1 : 100) {
      precondition(evaluator.decideAll(for: user).count == flags, "flags are missing")
    }
  }
}
