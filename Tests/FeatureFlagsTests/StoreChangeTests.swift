import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

struct StoreChangeTests {
  /// The kind of a change with the names of the features, which can be compared with `==`.
  private enum Summary: Equatable {
    case loaded
    case overridden([Feature.Name: Bool])
  }

  private func summary(_ change: StoreChange) -> Summary {
    switch change.kind {
    case .loaded: .loaded
    case .overridden(let features):
      .overridden(
        Dictionary(uniqueKeysWithValues: features.map { ($0.name, $0.override != nil) })
      )
    }
  }

  private func next(_ count: Int, of stream: AsyncStream<StoreChange>) async -> [StoreChange] {
    var changes: [StoreChange] = []
    for await change in stream {
      changes.append(change)
      if changes.count == count { break }
    }
    return changes
  }

  private static let features = (0..<5).map {
    Feature(name: Feature.Name(rawValue: "F\($0)"), enabled: false)
  }

  @Test func `changes are published in order with consecutive revisions`() async throws {
    let store = FlagStore()
    let stream = store.changes()
    try store.load(Configuration(features: Self.features))
    try store.override(.enabled(true), for: ["F1", "F3"])
    try store.override(.enabled(true), for: ["F1"], isSaved: false)
    try store.reset(["F1"])
    try store.delete(["F0"])
    try store.resetAll()
    let changes = await next(6, of: stream)
    let first = try #require(changes.first?.revision)
    #expect(changes.map(\.revision) == Array(first..<first + 6))
    #expect(
      changes.map(summary) == [
        .loaded, .overridden(["F1": true, "F3": true]), .overridden(["F1": true]),
        .overridden(["F1": false]), .loaded, .overridden(["F3": false]),
      ]
    )
  }

  @Test
  func `the features of a change have the order of the configuration and their current state`()
    async throws
  {
    let store = FlagStore()
    try store.load(Configuration(features: Self.features))
    let stream = store.changes()
    try store.override(.enabled(true), for: ["F4", "F0", "F2", "F3", "F1"])
    guard case .overridden(let features) = await next(1, of: stream).first?.kind else {
      Issue.record("found no change of overrides")
      return
    }
    #expect(features.map(\.name) == Self.features.map(\.name))
    #expect(features.allSatisfy { $0.isEnabled() })
  }

  @Test func `an override that changes nothing is not published`() async throws {
    let folder = try TemporaryFolder()
    let date = Date(timeIntervalSince1970: 1_000_000.75)
    let store = FlagStore(workspace: folder.workspace(), now: { date })
    try store.load(Configuration(features: Self.features))
    let stream = store.changes()
    try store.override(.enabled(true), for: ["F1"])
    try store.reloadOverrides()
    try store.override(.enabled(true), for: ["F1"])
    try store.override(.enabled(true), for: ["F2"])
    let changes = await next(2, of: stream)
    #expect(changes.map(summary) == [.overridden(["F1": true]), .overridden(["F2": true])])
  }

  @Test func `an override that replaces a saved override is published once`() async throws {
    let folder = try TemporaryFolder()
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Configuration(features: Self.features))
    let stream = store.changes()
    for isOn in [true, false, true] { try store.override(.enabled(isOn), for: ["F1"]) }
    try store.reset(["F1"])
    try store.override(.enabled(true), for: ["F2"])
    let changes = await next(5, of: stream)
    #expect(changes.allSatisfy { $0.cause == .call })
    #expect(
      changes.map(summary) == Array(repeating: .overridden(["F1": true]), count: 3) + [
        .overridden(["F1": false]), .overridden(["F2": true]),
      ]
    )
  }

  @Test func `every stream receives each change, and a new stream begins with the next change`()
    async throws
  {
    let store = FlagStore()
    let streams = (0..<3).map { _ in store.changes() }
    try store.load(Configuration(features: Self.features))
    for stream in streams { #expect(await next(1, of: stream).map(summary) == [.loaded]) }
    let later = store.changes()
    try store.override(.enabled(true), for: ["F0"])
    #expect(await next(1, of: later).map(\.revision) == [2])
  }

  @Test func `a slow consumer can detect lost changes by a gap in the revisions`() async throws {
    let store = FlagStore()
    try store.load(Configuration(features: Self.features))
    let stream = store.changes()
    for number in 0..<1_500 {
      try store.override(.enabled(number.isMultiple(of: 2)), for: ["F0"])
    }
    let changes = await next(1_024, of: stream)
    #expect(changes.first?.revision == 1_501 - 1_023)
    #expect(changes.last?.revision == 1_501)
  }
}
