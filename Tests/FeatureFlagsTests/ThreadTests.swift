import CoreTestSupport
import Locking
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests concurrent use of a store; the thread sanitizer detects data races in these tests.
@Suite(.tags(.concurrent))
struct ThreadTests {
  /// The duration of each test: ten seconds with `HALYARD_TESTS=full`, otherwise half a second.
  private static let time: Duration = Effort.isFull ? .seconds(10) : .milliseconds(500)

  private static let names = (0..<20).map { Feature.Name(rawValue: "F\($0)") }

  private static let configuration = Configuration(
    features: names.enumerated().map { number, name in
      switch number % 3 {
      case 0: Feature(name: name)
      case 1: Feature(name: name, testVariations: [.a, .b, .c])
      default: Feature(name: name, enabled: true, unlocked: false)
      }
    }
  )

  /// Overrides and reads features on four threads until the deadline.
  ///
  /// - Returns: The number of rounds of each thread.
  private static func hammer(_ store: FlagStore) -> [Int] {
    let end = ContinuousClock.now + time
    let counts = Counts()
    onThreads(4) { thread in
      var generator = SeededGenerator(seed: UInt64(thread))
      var count = 0
      while ContinuousClock.now < end {
        step(store, &generator)
        count += 1
      }
      counts.append(count)
    }
    return counts.all
  }

  private static func step(_ store: FlagStore, _ generator: inout SeededGenerator) {
    let name = names.randomElement(using: &generator) ?? "F0"
    // Ignores a rejected override: it does not match the type of the feature, or another thread has
    // just deleted the feature.
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...3: try? store.override(.enabled(Bool.random(using: &generator)), for: [name])
    case 4...5: try? store.override(.variation(.b), for: [name], isSaved: false)
    case 6: try? store.override(.unlocked(Bool.random(using: &generator)), for: [name])
    case 7: try? store.reset([name])
    case 8: try? store.reloadOverrides()
    case 9: try? store.load(configuration)
    case 10: _ = store.changes()
    default:
      _ = store.isEnabled(name)
      _ = store.feature(named: name)?.testVariation()
    }
  }

  @Test func `four threads override and read features in memory without a data race`() throws {
    let store = FlagStore()
    try store.load(Self.configuration)
    #expect(Self.hammer(store).allSatisfy { $0 > 0 })
    #expect(store.features.map(\.name) == Self.names)
  }

  @Test func `four threads override and read features on a workspace without a data race`() throws {
    let folder = try TemporaryFolder()
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Self.configuration)
    #expect(Self.hammer(store).allSatisfy { $0 > 0 })
    #expect(store.features.map(\.name) == Self.names)
    try store.resetAll()
    try store.load(Self.configuration)
    #expect(store.features.allSatisfy { $0.override == nil })
    #expect(try folder.workspace().overrides().isEmpty)
  }

  @Test func `after concurrent writes the overrides file has the overrides of the store`() throws {
    let folder = try TemporaryFolder()
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Self.configuration)
    onThreads(4) { thread in
      for number in 0..<10 {
        // Ignores an error: the comparison below shows a lost override.
        try? store.override(.enabled((thread + number).isMultiple(of: 2)), for: ["F0", "F3"])
      }
    }
    let saved = try folder.workspace().overrides()
    for name in ["F0", "F3"] as [Feature.Name] {
      #expect(store.feature(named: name)?.override == saved[OverrideKey(name)])
    }
  }
}

private final class Counts: Sendable {
  private let counts = Locked<[Int]>([])

  var all: [Int] { counts.withLock { $0 } }

  func append(_ count: Int) {
    counts.withLock { $0.append(count) }
  }
}
