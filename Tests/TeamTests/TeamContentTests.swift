import TestSupport
import Testing

@testable import FeatureFlags
@testable import Team

/// Tests the content of a namespace that is received in different orders.
struct TeamContentTests {
  private static let layout = NamespaceLayout(namespace: "qa")

  private static func item(_ name: OverrideKey, _ isOn: Bool, at revision: Int64) -> EtcdKeyValue {
    EtcdKeyValue(
      key: layout.bytes(of: .override(name)),
      value: TeamOverride.write(Override(enabled: isOn)),
      modRevision: revision,
      lease: 0
    )
  }

  private static func content(_ items: EtcdKeyValue..., at revision: Int64) -> TeamContent {
    var content = TeamContent()
    let snapshot = EtcdSnapshot(revision: revision, items: items)
    content.replace(with: snapshot, requestedAt: 0, layout)
    return content
  }

  private static func states(_ content: TeamContent) -> [OverrideKey: Bool] {
    content.overrides.compactMapValues(\.enabled)
  }

  @Test(arguments: [80, 100, 120] as [Int64])
  func `values of a restored backup replace known values with higher revisions`(
    revision: Int64
  ) {
    var content = Self.content(Self.item("A", true, at: 95), at: 100)
    let snapshot = EtcdSnapshot(revision: revision, items: [Self.item("A", false, at: 60)])
    content.replace(with: snapshot, requestedAt: 100, Self.layout)
    #expect(Self.states(content) == ["A": false])
    #expect(content.modRevision(of: "A") == 60)
  }

  @Test func `a value read by a failed transaction replaces a known value with a higher revision`()
  {
    var content = Self.content(Self.item("A", true, at: 95), at: 100)
    let snapshot = EtcdSnapshot(revision: 120, items: [Self.item("A", false, at: 60)])
    content.replace(["A"], with: snapshot, Self.layout)
    #expect(content.modRevision(of: "A") == 60)
  }

  @Test func `a snapshot does not replace a newer change that arrived before it`() {
    var content = Self.content(Self.item("A", true, at: 5), at: 10)
    let event = EtcdEvent(item: Self.item("A", false, at: 11), isDeletion: false)
    content.apply(EtcdWatch.Message(revision: 11, events: [event]), Self.layout)
    let snapshot = EtcdSnapshot(revision: 10, items: [Self.item("A", true, at: 5)])
    content.replace(with: snapshot, requestedAt: 10, Self.layout)
    #expect(Self.states(content) == ["A": false])
    #expect(content.revision == 11)
  }

  @Test
  func `a snapshot that was requested before a commit does not remove the committed override`() {
    var content = Self.content(at: 10)
    let change = OverrideOperation.Change("A", from: nil, to: Override(enabled: true))
    content.apply([change], at: 11)
    content.replace(with: EtcdSnapshot(revision: 10, items: []), requestedAt: 10, Self.layout)
    #expect(Self.states(content) == ["A": true])
  }
}
