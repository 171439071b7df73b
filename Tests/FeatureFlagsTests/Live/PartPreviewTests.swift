import CoreTestSupport
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests sessions that activate the first features of a large document before the rest is parsed.
struct PartPreviewTests {
  private let folder: TemporaryFolder
  private let events = Locked<[SessionEvent]>([])

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A document of more than ``LoadProgress/largeSize`` bytes; every tenth feature is a test.
  private static func document(count: Int) -> String {
    let text = String(repeating: "What the feature does for the shop. ", count: 4)
    let features = (0..<count).map { number in
      let test = number % 10 == 0 ? #","test-variations":["x","y"]"# : ""
      return #"{"name":"feature \#(number)","description":"\#(text)"\#(test)}"#
    }
    return "[" + features.joined(separator: ",\n") + "]"
  }

  private func session(_ text: String, previewsParts: Bool = true) throws -> FlagSession {
    let workspace = folder.workspace()
    let path = try folder.write(text, to: "Features.json")
    let session = FlagSession(
      store: FlagStore(workspace: workspace),
      loader: ConfigurationLoader(source: FileSource(path: path), cache: workspace)
    )
    if previewsParts { session.previewParts() }
    session.subscribe { [events] event in events.withLock { $0.append(event) } }
    return session
  }

  /// Loads until the first load has ended, and returns its report.
  private func load(_ session: FlagSession) async throws -> LoadReport {
    let task = Task { await session.run() }
    defer { task.cancel() }
    await session.refreshed()
    session.stop()
    await task.value
    return try #require(
      events.withLock { events in
        events.lazy.compactMap { if case .loadEnded(let report) = $0 { report } else { nil } }.last
      }
    )
  }

  /// The numbers of parsed bytes, in order.
  private var progress: [Int] {
    events.withLock { events in
      events.compactMap { if case .loading(let load) = $0 { load.bytes } else { nil } }
    }
  }

  private var previewCount: Int {
    events.withLock { $0.count { if case .previewed = $0 { true } else { false } } }
  }

  @Test func `the first features are active before the load ends, and all features afterwards`()
    async throws
  {
    let text = Self.document(count: 9_000)
    let session = try session(text)
    let store = session.store
    let counts = Locked<[Int]>([])
    let drawn = Locked<[Feature.Name: Double]>([:])
    session.subscribe { event in
      guard case .previewed = event else { return }
      let features = store.features
      counts.withLock { $0.append(features.count) }
      drawn.withLock { drawn in
        for feature in features { drawn[feature.name] = feature.assignment }
      }
    }
    let report = try await load(session)
    #expect(counts.withLock { $0 } == [256, 7_936])
    #expect(report.difference.isEmpty && report.failures.isEmpty)
    #expect(store.features.count == 9_000)
    #expect(progress == progress.sorted() && progress.last == text.utf8.count)
    for (name, assignment) in drawn.withLock({ $0 }) {
      #expect(store.feature(named: name)?.assignment == assignment)
    }
    #expect(try folder.workspace().assignments()["feature 0"] == drawn.withLock { $0["feature 0"] })
  }

  @Test func `an override of a feature that is not parsed yet is not orphaned, and applies later`()
    async throws
  {
    let last: Feature.Name = "feature 6999"
    try folder.workspace().updateOverrides {
      $0[OverrideKey(last)] = Override(enabled: true)
      $0["feature 3"] = Override(enabled: true)
    }
    let session = try session(Self.document(count: 7_000))
    let store = session.store
    let found = Locked<[(orphans: Int, isOverridden: Bool?)]>([])
    session.subscribe { event in
      guard case .previewed = event else { return }
      let isOverridden = store.feature(named: "feature 3")?.isOverridden
      found.withLock { $0.append((store.orphanedOverrides.count, isOverridden)) }
    }
    _ = try await load(session)
    let previews = found.withLock { $0 }
    #expect(!previews.isEmpty)
    #expect(previews.allSatisfy { $0.orphans == 0 && $0.isOverridden == true })
    #expect(store.feature(named: last)?.isOverridden == true)
  }

  @Test func `a cancelled load leaves the first features active, and the next load adds the rest`()
    async throws
  {
    let session = try session(Self.document(count: 7_000))
    let isCancelled = Locked(false)
    session.subscribe { [weak session] event in
      guard case .previewed = event, !isCancelled.withLock({ $0 }) else { return }
      isCancelled.withLock { $0 = true }
      session?.cancelLoad()
    }
    let task = Task { await session.run() }
    await session.refreshed()
    #expect(session.failures.map(\.description).first?.hasSuffix("the load was cancelled") == true)
    #expect(session.loaded == nil)
    let count = session.store.features.count
    #expect(count > 0 && count < 7_000)
    #expect(try folder.workspace().lastGood() == nil)
    await session.refreshed()
    #expect(session.store.features.count == 7_000)
    #expect(session.failures.isEmpty)
    session.stop()
    await task.value
  }

  @Test func `a cancelled reload leaves the former features active`() async throws {
    let session = try session(Self.document(count: 7_000))
    let task = Task { await session.run() }
    await session.refreshed()
    let isCancelled = Locked(false)
    session.subscribe { [weak session] event in
      guard case .loading = event, !isCancelled.withLock({ $0 }) else { return }
      isCancelled.withLock { $0 = true }
      session?.cancelLoad()
    }
    try folder.write(Self.document(count: 6_500), to: "Features.json")
    await session.refreshed()
    #expect(session.store.features.count == 7_000)
    #expect(session.loaded != nil)
    await session.refreshed()
    #expect(session.store.features.count == 6_500)
    session.stop()
    await task.value
  }

  @Test
  func `a small document reports no progress, and a large document no preview unless requested`()
    async throws
  {
    _ = try await load(try session(Self.document(count: 300)))
    #expect(progress.isEmpty && previewCount == 0)
    _ = try await load(try session(Self.document(count: 7_000), previewsParts: false))
    #expect(!progress.isEmpty && previewCount == 0)
  }

  @Test func `an error at the end of a large document is reported after the first features`()
    async throws
  {
    let session = try session(Self.document(count: 7_000).dropLast() + "}")
    let report = try await load(session)
    #expect(report.loaded == nil)
    #expect("\(report.failures.first.map(\.description) ?? "")".contains("Features.json:7000"))
    #expect(previewCount > 0)
  }
}
