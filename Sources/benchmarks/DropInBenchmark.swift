import FeatureFlags
import FoundationEssentials
import Glibc

/// Measures the FeatureFlags framework's API for a given number of features.
struct DropInBenchmark {
  let count: Int

  /// The column titles, in the order of ``row()``.
  static let columns = ["features", "isEnabled", "isGroupA", "refreshWithData"]

  /// Runs all measurements once; returns one row of the table.
  func row() throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.path + "/halyard-drop-in-\(getpid())"
    // Ignores the error of removing the folder: the system cleans up temporary files itself.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let workspace = Workspace(
      name: "\(count)",
      source: "benchmark",
      stateRoot: folder,
      cacheRoot: folder
    )
    let store = FlagStore(workspace: workspace)
    FeatureFlags.store = store
    let document = Data(Workload(count: count).document)
    FeatureFlags.refreshWithData(document)
    let refresh = Measure.median(runs: count > 10_000 ? 3 : 15) {
      FeatureFlags.refreshWithData(document)
    }
    defer { FeatureFlags.store = FlagStore() }
    return [
      "\(count)", Measure.text(isEnabled()), Measure.text(isGroupA()), Measure.text(refresh),
    ]
  }

  private func isEnabled() -> Duration {
    let names = (0..<1_000).map { _ in
      Feature.Name(rawValue: Workload.name(Int.random(in: 0..<count)))
    }
    var enabled = 0
    var index = 0
    let time = Measure.median(calls: 100_000) {
      if Feature.isEnabled(names[index]) { enabled += 1 }
      index = index == 999 ? 0 : index + 1
    }
    precondition(enabled > 0, "every look-up missed")
    return time
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
