import Foundation
import Locking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the snapshot file in its two formats, and damaged snapshots.
struct StorageTests {
  private static let inner = """
    {"checkout_flow":{"experiment_id":"exp-7","user_identifier_type":"user_id","status":"LIVE",
      "experiment_key":"checkout_flow","variant_name":"short",
      "variables":{"steps":3,"one_tap":true,"title":"Pay now"}},
     "listed":{"experiment_id":"exp-8","user_identifier_type":"user_id","status":"LIVE",
      "experiment_key":"listed","variant_name":"a",
      "variables":[{"value":"4","key":"n","data_type":"INT"}]},
     "bare":{"experiment_id":"exp-9","user_identifier_type":"user_id","status":"LIVE",
      "experiment_key":"bare","variant_name":"b","variables":[]}}
    """
  private static let snapshot = #"{"timestamp":1790000001.25,"data":\#(inner)}"#

  private static let broken = [
    "", "null", "[]", "{", "\u{0}", #"{"timestamp":"x","data":{}}"#, #"{"a":{}}"#,
    #"{"timestamp":1,"data":{"a":{"experiment_id":"x"}}}"#, String(repeating: "[", count: 100_000),
  ]

  @Test(arguments: [snapshot, inner])
  func `a snapshot in the current or in the older format is restored at the start`(text: String)
    async throws
  {
    let lab = try Lab()
    try lab.folder.write(text, to: "ascend_experiments.json")
    if text == Self.inner { lab.time.withLock { $0 = Date().timeIntervalSince1970 } }
    let (experiments, _) = try await lab.experiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 3)
    #expect(experiments.getDoubleValue(for: "checkout_flow", with: "steps") == 3)
    #expect(experiments.getBoolValue(for: "checkout_flow", with: "one_tap"))
    #expect(experiments.getIntValue(for: "listed", with: "n") == 4)
    #expect(experiments.getAllVariablesJSON(for: "bare") == "null")
    #expect(lab.server.requests.isEmpty)
  }

  @Test func `loadExperimentsData returns the snapshot with its timestamp`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    try lab.folder.write(Self.snapshot, to: "ascend_experiments.json")
    let snapshot = try await experiments.loadExperimentsData()
    #expect(snapshot.timestamp == 1_790_000_001.25)
    #expect(snapshot.count == 3)
    #expect(snapshot.experiments.map(\.experimentKey) == ["bare", "checkout_flow", "listed"])
    #expect(experiments.getExperimentVariants().isEmpty, "the experiments in memory are unchanged")
  }

  @Test
  func `the timestamp of a snapshot in the older format is the modification time of the file`()
    async throws
  {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    try lab.folder.write(Self.inner, to: "ascend_experiments.json")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: lab.path
    )
    #expect(try await experiments.loadExperimentsData().timestamp == 1_700_000_000)
  }

  @Test(arguments: broken)
  func `a corrupt snapshot is ignored`(text: String) async throws {
    let lab = try Lab()
    try lab.folder.write(text, to: "ascend_experiments.json")
    let (experiments, _) = try await lab.experiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 5)
    #expect(experiments.getExperimentsFromStorage() == nil)
    let thrown = await #expect(throws: AscendError.self) {
      try await experiments.loadExperimentsData()
    }
    #expect(thrown?.description == "Storage error: The file is no snapshot")
    _ = try await experiments.refreshExperiments()
    #expect(experiments.getExperimentsFromStorage()?.count == 2)
  }

  @Test func `a missing snapshot is an error for the completion handler, and nil for the getter`()
    async throws
  {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    #expect(experiments.getExperimentsFromStorage() == nil)
    let (snapshot, error) = await withCheckedContinuation { continuation in
      experiments.loadExperimentsData { continuation.resume(returning: ($0, $1.map { "\($0)" })) }
    }
    #expect(snapshot == nil)
    #expect(error == "Storage error: File not found")
  }

  @Test
  func `stored experiments apply immediately, and the next run restores them without data types`()
    async throws
  {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    let variables: [String: ExperimentVariable] = [
      "big": .int64(.max), "half": .double(0.5), "whole": .double(2), "on": .bool(true),
      "nested": .dictionary(["list": .list([.int(1), .string("a")])]),
    ]
    experiments.setExperimentsToStorage(["e": Lab.experiment(variables)])
    #expect(experiments.getLongValue(for: "e", with: "big", dontCache: true) == .max)
    #expect(
      experiments.getIntValue(for: "e", with: "big") == -1,
      "a typed 64-bit integer is not an integer"
    )

    let (next, _) = try await lab.experiments()
    #expect(next.getLongValue(for: "e", with: "big") == .max)
    #expect(next.getIntValue(for: "e", with: "big") == .max)
    #expect(next.getDoubleValue(for: "e", with: "whole") == 2)
    #expect(next.getDoubleValue(for: "e", with: "half") == 0.5)
    #expect(
      next.getAllVariablesJSON(for: "e")
        == #"{"big":9223372036854775807,"half":0.5,"nested":{"list":[1,"a"]},"on":true,"whole":2}"#
    )

    next.setExperimentsToStorage(nil)
    #expect(next.getExperimentsFromStorage() == [:])
    #expect(next.getExperimentVariants().isEmpty)
    #expect(next.getDefaultExperimentValues() == Lab.defaults)
  }

  @Test
  func `clearAllExperimentsData removes the experiments and the defaults, and empties the file`()
    async throws
  {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    experiments.clearAllExperimentsData()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == -1)
    #expect(experiments.getDefaultExperimentValues().isEmpty)
    #expect(experiments.getExperimentsFromStorage() == [:])
    #expect(
      try lab.folder.read("ascend_experiments.json") == #"{"data":{},"timestamp":1790000000}"#
    )
    #expect(try await experiments.refreshExperiments() == ExperimentResponse())
    #expect(lab.server.requests.count == 1)
  }

  @Test func `a failed write is logged, and the experiments stay in memory`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    try FileManager.default.createDirectory(atPath: lab.path, withIntermediateDirectories: true)
    experiments.setExperimentsToStorage(["e": Lab.experiment(["n": .int(1)])])
    #expect(experiments.getIntValue(for: "e", with: "n") == 1)
    #expect(lab.logged.withLock { $0.contains { $0.hasPrefix("warning: Storage error: ") } })
  }

  @Test(arguments: [(3600.0, 3), (3601.0, 2)])
  func `a stale snapshot applies until the server responds`(
    age: Double,
    refreshed: Int
  ) async throws {
    let lab = try Lab()
    try lab.folder.write(Self.snapshot, to: "ascend_experiments.json")
    lab.time.withLock { $0 = 1_790_000_001.25 + age }
    let (experiments, _) = try await lab.experiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 3)
    _ = try await experiments.refreshExperiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == refreshed)
    lab.server.change { _ in .text(Lab.response(steps: "9")) }
    _ = try await experiments.refreshExperiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == refreshed)
  }

  @Test func `with caching disabled no snapshot is restored or written`() async throws {
    let lab = try Lab()
    try lab.folder.write(Self.snapshot, to: "ascend_experiments.json")
    let (experiments, _) = try await lab.experiments(Lab.quiet(caches: false))
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps", dontCache: true) == 5)
    _ = try await experiments.refreshExperiments()
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    #expect(try lab.folder.read("ascend_experiments.json") == Self.snapshot)
  }

  @Test func `concurrent writes leave a complete file with the newest experiments`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    onThreads(8) { number in
      for round in 0..<10 {
        experiments.setExperimentsToStorage(["e": Lab.experiment(["n": .int(number * 100 + round)])]
        )
      }
    }
    let stored = try #require(experiments.getExperimentsFromStorage()?["e"]?.variables)
    #expect("\(stored)" == experiments.getAllVariablesJSON(for: "e"))
  }
}
