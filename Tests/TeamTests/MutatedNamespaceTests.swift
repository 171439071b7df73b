import Documents
import FeatureFlags
import TestSupport
import Testing
import Workbench

@testable import Team

/// Tests decoding of randomly mutated keys, values and responses of etcd.
@Suite(.timeLimit(.minutes(5)))
struct MutatedNamespaceTests {
  private typealias Namespace = MutatedNamespace

  /// The number of mutated inputs of all tests together.
  private static let count = Effort.isFull ? 50_000 : 2_000
  /// The revision of the content before a mutated input.
  private static let revision: Int64 = 100

  /// The content of a namespace with an override of each feature.
  private static func content() throws -> TeamContent {
    var content = TeamContent()
    let response = Namespace.range(Namespace.items(at: revision), at: revision)
    content.replace(
      with: try EtcdSnapshot(node(response)),
      requestedAt: content.revision,
      Namespace.layout
    )
    #expect(Set(content.overrides.keys) == Set(Namespace.names))
    return content
  }

  private static func node(_ value: JSONValue) throws -> Node {
    try JSONReader.read(Array(value.text().utf8))
  }

  /// The calls that use the revision of a content must not overflow.
  private static func useRevision(of content: TeamContent) {
    _ = EtcdCall.watch(Namespace.layout.followed, after: content.revision)
    var transaction = EtcdTransaction()
    transaction.require(Namespace.layout.overrides, unchangedSince: content.revision)
    _ = content.stored
  }

  @Test
  func
    `a mutated key or value never crashes the decoder, and a decoded key has the same encoding`()
  {
    var random = SeededGenerator(seed: 1)
    var counts = (valid: 0, rejected: 0, keys: 0)
    for number in 0..<Self.count * 2 / 5 {
      let samples = number.isMultiple(of: 4) ? Namespace.keys : Namespace.values
      let original = samples[number / 4 % samples.count]
      let bytes = Namespace.mutation(of: original, samples, using: &random)
      if let key = Namespace.layout.key(bytes) {
        #expect(Namespace.layout.bytes(of: key) == bytes)
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
      _ = try? OverrideOperation(FieldReader(JSONReader.read(bytes)))
    }
    let minimum = Self.count / 50
    #expect(counts.valid > minimum && counts.rejected > minimum && counts.keys > minimum / 2)
  }

  @Test func `a mutated override, member or lock changes no override of another feature`() throws {
    var random = SeededGenerator(seed: 2)
    let name = Namespace.names[1]
    let key = Namespace.layout.bytes(of: .override(name))
    let others = [
      Namespace.layout.bytes(of: .member(Namespace.member.id)),
      Namespace.layout.bytes(of: .lock(Namespace.lock.key)),
    ]
    var content = try Self.content()
    let original = content.overrides
    var revision = Self.revision
    var active = 0
    for number in 0..<Self.count * 2 / 5 {
      revision += 1
      let former = content.overrides[name]
      let isOther = number.isMultiple(of: 5)
      let sample = Namespace.values[isOther ? [2, 4][number / 5 % 2] : number % 2]
      let bytes = Namespace.mutation(of: sample, Namespace.values, using: &random)
      let item = Namespace.item(isOther ? others[number / 5 % 2] : key, bytes, at: revision)
      if isOther || number.isMultiple(of: 2) {
        let line = Namespace.message([item], at: revision).text()
        content.apply(try EtcdWatch.Message(line), Namespace.layout)
      } else {
        // The response of a read contains all keys; the mutated key is the last one with its name.
        let items = Namespace.items(at: Self.revision) + [item]
        let response = try Self.node(Namespace.range(items, at: revision))
        content.replace(
          with: try EtcdSnapshot(response),
          requestedAt: content.revision,
          Namespace.layout
        )
      }
      for other in Namespace.names where other != name {
        #expect(content.overrides[other] == original[other])
      }
      guard !isOther else {
        #expect(content.overrides[name] == former)
        continue
      }
      // Drops the error: a rejected value is expected to leave no override of its feature.
      let expected = try? TeamOverride.read(bytes)
      #expect(content.overrides[name] == expected)
      let keys = content.defects(Namespace.layout).map(\.key)
      #expect(keys.contains(String(decoding: key, as: UTF8.self)) == (expected == nil))
      active += expected == nil ? 0 : 1
    }
    #expect(active > Self.count / 100)
    let repair = Namespace.message(Namespace.items(at: revision + 1), at: revision + 1).text()
    content.apply(try EtcdWatch.Message(repair), Namespace.layout)
    #expect(content.overrides == original)
    #expect(content.members.values.sorted { $0.id < $1.id } == [Namespace.member])
    #expect(content.locks == [Namespace.lock.key: Namespace.lock])
    #expect(content.defects(Namespace.layout).isEmpty)
  }

  @Test func `a mutated response changes only the overrides whose keys it contains`() throws {
    var random = SeededGenerator(seed: 3)
    let original = try Self.content()
    let key = Namespace.layout.bytes(of: .override(Namespace.names[0]))
    let change = [Namespace.item(key, TeamOverride.write(Override(enabled: false)), at: 101)]
    let samples = [
      Namespace.message(change, at: 101), Namespace.transaction(change, at: 101),
      Namespace.deletion(key, at: 101), Namespace.range(Namespace.items(at: 101), at: 101),
    ].map { Array($0.text().utf8) }
    var decoded = 0
    for number in 0..<Self.count / 5 {
      let bytes = Namespace.mutation(of: samples[number % samples.count], samples, using: &random)
      var content = original
      let keys = Self.apply(bytes, to: &content)
      decoded += keys == nil ? 0 : 1
      Self.useRevision(of: content)
      let changed = Set((keys ?? []).compactMap(Namespace.layout.key))
      for name in Namespace.names where !changed.contains(.override(name)) {
        #expect(content.overrides[name] == original.overrides[name], "\(name)")
      }
    }
    #expect(decoded > Self.count / 100)
  }

  @Test func `the highest possible revision is rejected as malformed`() throws {
    #expect(throws: DocumentError.self) {
      try EtcdSnapshot(Self.node(Namespace.range([], at: .max)))
    }
    #expect(throws: TeamError.self) {
      try EtcdWatch.Message(Namespace.message(Namespace.items(at: .max), at: 101).text())
    }
  }

  /// Applies a response to a content as a watch, a commit and a reading would, and returns the keys of
  /// the response; `nil` if it was rejected.
  private static func apply(_ bytes: [UInt8], to content: inout TeamContent) -> [[UInt8]]? {
    var keys: [[UInt8]]?
    // Drops the errors: a rejected response is not applied.
    if let message = try? EtcdWatch.Message(String(decoding: bytes, as: UTF8.self)) {
      content.apply(message, Namespace.layout)
      keys = message.events.map(\.item.key)
    }
    guard let node = try? JSONReader.read(bytes) else { return keys }
    if case .failed(let snapshot)? = try? EtcdTransaction.Outcome(node), !snapshot.items.isEmpty {
      content.replace(Namespace.names.prefix(0), with: snapshot, Namespace.layout)
      keys = (keys ?? []) + snapshot.items.map(\.key)
    }
    if let snapshot = try? EtcdSnapshot(node) {
      // A read also removes overrides that the response does not contain, so that it is applied to a copy
      // of the content.
      var copy = content
      copy.replace(with: snapshot, requestedAt: copy.revision, Namespace.layout)
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

extension OverrideKey {
  /// The key of the override in the namespace of the tests.
  fileprivate var key: [UInt8] { MutatedNamespace.layout.bytes(of: .override(self)) }
}
