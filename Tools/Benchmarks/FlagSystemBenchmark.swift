import FeatureFlags
import Flagd
import FoundationEssentials
import Targeting
import Unleash

/// Measures parsing and a decision of a flag system beside the engine of its Python SDK.
///
/// The environment variable `HALYARD_ENGINES` is the path of a Python with the packages
/// `openfeature-provider-flagd`, `UnleashClient`, `launchdarkly-server-sdk` and `growthbook`; without them
/// only Halyard is measured.
struct FlagSystemBenchmark {
  let workload: FlagSystemWorkload

  /// Runs all measurements once; returns one row of the table.
  func row() throws -> Report.Row {
    let document = Array(workload.document.utf8)
    let load = try Measure.median(runs: 7) { _ = try workload.format.parse(document) }
    let configuration = try workload.format.parse(document)
    let hasErrors = configuration.problems.contains { $0.severity == .error }
    precondition(!hasErrors, "the document has errors")
    let engine = try engine(document)
    return Report.Row(
      label: workload.rawValue,
      figures: [
        Figure(
          "load",
          Double(document.count) / (load / .seconds(1)),
          .bytesPerSecond,
          .atLeast(60e6),
          peer: engine.map { Figure.Peer(name: "Python SDK", value: $0.parse) }
        ),
        Figure(
          "decide",
          decide(configuration),
          budget: workload.decideBudget,
          peer: engine.map { Figure.Peer(name: "Python SDK", value: $0.decide) }
        ),
      ]
    )
  }

  /// Returns the median duration of a decision for one of many users.
  private func decide(_ configuration: Configuration) -> Duration {
    let feature = configuration.features[workload.flag]
    var decided = 0
    var number = 0
    let users = (0..<1_000).map(FlagSystemWorkload.user)
    let time = Measure.median(calls: 20_000) {
      let allocator = configuration.evaluator.allocator(for: users[number], count: 1)
      if case .outcome(_, _, let reason, _)? = allocator(feature.definition, [:]),
        [.split, .targetingSplit, .targetingMatch].contains(reason)
      {
        decided += 1
      }
      number = number == users.count - 1 ? 0 : number + 1
    }
    precondition(decided > 0, "nobody got anything")
    return time
  }

  /// The figures that the script writes.
  private struct Results: Decodable {
    let decide: Double
    let parse: Double
  }

  /// Measures the engine of the Python SDK; `nil` without it.
  private func engine(_ document: [UInt8]) throws -> Results? {
    guard let python = ProcessInfo.processInfo.environment["HALYARD_ENGINES"] else { return nil }
    let folder = try TemporaryFolder()
    let (input, results) = (folder.path + "/flags.json", folder.path + "/results.json")
    try Data(document).write(to: URL(fileURLWithPath: input))
    let words = [
      python, "Tools/engine-benchmark", workload.rawValue, input, workload.name(of: workload.flag),
      FlagSystemWorkload.context, results,
    ]
    guard ProcessRun(words, environment: ["PATH=/usr/bin:/bin"]) != nil else { return nil }
    return try JSONDecoder().decode(
      Results.self,
      from: try Data(contentsOf: URL(fileURLWithPath: results))
    )
  }
}
