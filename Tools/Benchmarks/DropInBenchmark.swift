import FeatureFlags
import FoundationEssentials

/// Measures the drop-in replacement of the FeatureFlags framework's API for a given number of features.
struct DropInBenchmark {
  let count: Int

  /// Runs all measurements once; returns one row of the table.
  func row() throws -> Report.Row {
    let folder = try TemporaryFolder()
    let workspace = folder.workspace(named: "\(count)")
    let store = FlagStore(workspace: workspace)
    FeatureFlags.store = store
    let document = Data(Workload(count: count).document)
    FeatureFlags.refreshWithData(document)
    let refresh = Measure.median(runs: count > 10_000 ? 3 : 15) {
      FeatureFlags.refreshWithData(document)
    }
    defer { FeatureFlags.store = FlagStore() }
    return Report.Row(
      label: "\(count) features",
      figures: [
        Figure(
          "isEnabled",
          Workload(count: count).lookUp { Feature.isEnabled($0) },
          budget: .nanoseconds(100)
        ),
        Figure("isGroupA", isGroupA()),
        Figure("refreshWithData", refresh),
      ]
    )
  }

  private func isGroupA() -> Duration {
    // The first A/B test of the workload is the feature 16; a workload of ten features has no test.
    let name = Feature.Name(rawValue: Workload.name(min(16, count - 1)))
    var count = 0
    let time = Measure.median(calls: 100_000) {
      count += ABTest(rawValue: name)?.isGroupA() == true ? 1 : 0
    }
    precondition(count >= 0)
    return time
  }
}
