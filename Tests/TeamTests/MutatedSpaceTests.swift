import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import Team

/// Tests decoding of randomly mutated keys, values and responses of etcd.
@Suite(.timeLimit(.minutes(5)))
struct MutatedSpaceTests {
  private typealias Space = MutatedSpace

  /// The number of mutated inputs of all tests together.
  private static let count = Effort.isFull ? 50_000 : 2_000
  /// The revision of the content before a mutated input.
  private static let revision: Int64 = 100

  /// The content of a space with an override of each feature.
  private static func content() throws -> TeamContent {
    var content = TeamContent()
    let response = Space.range(Space.items(at: revision), at: revision)
    content.replace(
      with: try EtcdSnapshot(node(response)),
      requestedAt: content.revision,
      Space.layout
    )
    #expect(Set(content.overrides.keys) == Set(Space.names))
    return content
  }

  private static func node(_ value: JSONValue) throws -> Node {
    try JSONReader.read(Array(value.text().utf8))
  }

  /// The calls that use the revision of a content must not overflow.
  private static func useRevision(of content: TeamContent) {
    _ = EtcdCall.watch(Space.layout.followed, after: content.revision)
    var transaction = EtcdTransaction()
    transaction.require(Space.layout.overrides, unchangedSince: content.revision)
    _ = content.stored
  }

  @Test func `a mutated key or value is decoded or rejected, and a decoded key has one spelling`() {
    var random = SeededGenerator(seed: 1)
    var counts = (valid: 0, rejected: 0, keys: 0)
    for number in 0..<Self.count * 2 / 5 {
      let samples = number.isMultiple(of: 4) ? Space.keys : Space.values
      let original = samples[number / 4 % samples.count]
      let bytes = Space.mutation(of: original, samples, using: &random)
      if let key = Space.layout.key(bytes) {
        #expect(Space.layout.bytes(of: key) == bytes)
        counts.keys += 1
      }
      do throws(DocumentError) {
        let override = try TeamOverride.read(bytes)
        #expect(try TeamOverride.read(TeamOverride.write(override)) == override)
        counts.valid += 1
      } catch {
        #expect(!error.description.isEmpty)
        counts.rejected += 1
      }
      // Drops the errors: the only requirement is that no input crashes the decoders.
      _ = try? TeamMember(id: "1", bytes)
      _ = try? FeatureLock("A", bytes)
      _ = try? HistoryAct(FieldReader(JSONReader.read(bytes)))
    }
    let minimum = Self.count / 50
    #expect(counts.valid > minimum && counts.rejected > minimum && counts.keys > minimum / 2)
  }

  @Test func `a mutated override, member or lock changes no override of another feature`() throws {
    var random = SeededGenerator(seed: 2)
    let name = Space.names[1]
    let key = Space.layout.bytes(of: .override(name))
    let others = [
      Space.layout.bytes(of: .member(Space.member.id)),
      Space.layout.bytes(of: .lock(Space.lock.feature)),
    ]
    var content = try Self.content()
    let original = content.overrides
    var revision = Self.revision
    var active = 0
    for number in 0..<Self.count * 2 / 5 {
      revision += 1
      let former = content.overrides[name]
      let isOther = number.isMultiple(of: 5)
      let sample = Space.values[isOther ? [2, 4][number / 5 % 2] : number % 2]
      let bytes = Space.mutation(of: sample, Space.values, using: &random)
      let item = Space.item(isOther ? others[number / 5 % 2] : key, bytes, at: revision)
      if isOther || number.isMultiple(of: 2) {
        let line = Space.message([item], at: revision).text()
        content.apply(try EtcdWatch.Message(line), Space.layout)
      } else {
        // A reading has all keys: the mutated one is the last with its name.
        let items = Space.items(at: Self.revision) + [item]
        let response = try Self.node(Space.range(items, at: revision))
        content.replace(
          with: try EtcdSnapshot(response),
          requestedAt: content.revision,
          Space.layout
        )
      }
      for other in Space.names where other != name {
        #expect(content.overrides[other] == original[other])
      }
      guard !isOther else {
        #expect(content.overrides[name] == former)
        continue
      }
      // Drops the error: a rejected value is expected to leave no override of its feature.
      let expected = try? TeamOverride.read(bytes)
      #expect(content.overrides[name] == expected)
      let keys = content.defects(Space.layout).map(\.key)
      #expect(keys.contains(String(decoding: key, as: UTF8.self)) == (expected == nil))
      active += expected == nil ? 0 : 1
    }
    #expect(active > Self.count / 100)
    let repair = Space.message(Space.items(at: revision + 1), at: revision + 1).text()
    content.apply(try EtcdWatch.Message(repair), Space.layout)
    #expect(content.overrides == original)
    #expect(content.members.values.sorted { $0.id < $1.id } == [Space.member])
    #expect(content.locks == [Space.lock.feature: Space.lock])
    #expect(content.defects(Space.layout).isEmpty)
  }

  @Test func `a mutated response changes only the overrides whose keys it contains`() throws {
    var random = SeededGenerator(seed: 3)
    let original = try Self.content()
    let key = Space.layout.bytes(of: .override(Space.names[0]))
    let change = [Space.item(key, TeamOverride.write(Override(enabled: false)), at: 101)]
    let samples = [
      Space.message(change, at: 101), Space.transaction(change, at: 101),
      Space.deletion(key, at: 101), Space.range(Space.items(at: 101), at: 101),
    ].map { Array($0.text().utf8) }
    var decoded = 0
    for number in 0..<Self.count / 5 {
      let bytes = Space.mutation(of: samples[number % samples.count], samples, using: &random)
      var content = original
      let keys = Self.apply(bytes, to: &content)
      decoded += keys == nil ? 0 : 1
      Self.useRevision(of: content)
      let changed = Set((keys ?? []).compactMap(Space.layout.key))
      for name in Space.names where !changed.contains(.override(name)) {
        #expect(content.overrides[name] == original.overrides[name], "\(name)")
      }
    }
    #expect(decoded > Self.count / 100)
  }

  @Test func `a revision without a successor is rejected as malformed`() throws {
    #expect(throws: DocumentError.self) {
      try EtcdSnapshot(Self.node(Space.range([], at: .max)))
    }
    #expect(throws: TeamError.self) {
      try EtcdWatch.Message(Space.message(Space.items(at: .max), at: 101).text())
    }
  }

  /// Applies a response to a content as a watch, a commit and a reading would, and returns the keys of
  /// the response; `nil` if it was rejected.
  private static func apply(_ bytes: [UInt8], to content: inout TeamContent) -> [[UInt8]]? {
    var keys: [[UInt8]]?
    // Drops the errors: a rejected response is not applied.
    if let message = try? EtcdWatch.Message(String(decoding: bytes, as: UTF8.self)) {
      content.apply(message, Space.layout)
      keys = message.events.map(\.item.key)
    }
    guard let node = try? JSONReader.read(bytes) else { return keys }
    if case .failed(let snapshot)? = try? EtcdTransaction.Outcome(node), !snapshot.items.isEmpty {
      content.replace(Space.names.prefix(0), with: snapshot, Space.layout)
      keys = (keys ?? []) + snapshot.items.map(\.key)
    }
    if let snapshot = try? EtcdSnapshot(node) {
      // A reading also removes the overrides that are not in the response, so that a copy is used.
      var copy = content
      copy.replace(with: snapshot, requestedAt: copy.revision, Space.layout)
      useRevision(of: copy)
      let found = Set(snapshot.items.map(\.key))
      let former = content.overrides
      for (name, override) in copy.overrides where !found.contains(name.key) {
        #expect(override == former[name])
      }
    }
    return keys
  }
}

extension FeatureName {
  /// The key of the override in the space of the tests.
  fileprivate var key: [UInt8] { MutatedSpace.layout.bytes(of: .override(self)) }
}
