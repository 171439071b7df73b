import FoundationEssentials
import Optimizely

/// What an Optimizely project costs at one number of flags.
struct OptimizelyBenchmark {
  let flags: Int

  /// The columns, in the order of `row`.
  static let columns = ["flags", "datafile", "load", "decide", "decide all"]

  /// Measures everything once.
  func row() throws -> [String] {
    let document = OptimizelyWorkload(flags: flags).document
    var evaluator = Evaluator(try Datafile(bytes: document))
    let load = try Measure.median(runs: flags > 1_000 ? 3 : 7) {
      evaluator = Evaluator(try Datafile(bytes: document))
    }
    return [
      "\(flags)", "\(document.count / 1_000) kB", Measure.text(load),
      Measure.text(decide(evaluator)), Measure.text(decideAll(evaluator)),
    ]
  }

  /// The median of a million decisions about all flags in turn, for users who all differ.
  private func decide(_ evaluator: Evaluator) -> Duration {
    let keys = evaluator.keys
    var decided = 0
    var times: [Duration] = []
    let count = flags > 1_000 ? 100_000 : 1_000_000
    times.reserveCapacity(count)
    for number in 0..<count {
      let user = OptimizelyWorkload.user(number)
      let start = ContinuousClock.now
      let decision = evaluator.decide(keys[number % keys.count], for: user)
      times.append(start.duration(to: .now))
      decided += decision.variation == nil ? 0 : 1
    }
    precondition(decided > count / 10, "nobody got anything")
    return times.sorted()[count / 2]
  }

  private func decideAll(_ evaluator: Evaluator) -> Duration {
    let user = OptimizelyWorkload.user(7)
    return Measure.median(calls: flags > 1_000 ? 1 : 100) {
      precondition(evaluator.decideAll(for: user).count == flags, "flags are missing")
    }
  }
}
