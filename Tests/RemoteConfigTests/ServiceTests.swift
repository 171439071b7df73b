import Foundation
import Locking
import RemoteConfig
import Testing

/// Tests values, updates and fetches of a service.
@Suite(.timeLimit(.minutes(1)))
struct ServiceTests {
  private typealias Key = Example.Key

  /// A key with a title and a value of any type.
  private struct Titled: TitledRemoteKey {
    let name: String
    let title: String
    let valueType: any RemoteValue.Type
  }

  /// A key without a title and with a value of any type.
  private struct Plain: RemoteKey {
    let name: String
    let valueType: any RemoteValue.Type
  }

  @Test func `two keys of the same type have separate values`() {
    let service = RemoteConfigService(
      remoteConfigKeeper: InMemoryRemoteConfigKeeper(["one": "b", "two": "c"])
    )
    let keys = ["one", "two"].map { Plain(name: $0, valueType: Example.PaywallType.self) }
    service.getValues(for: keys)
    #expect(keys.map { service.remoteValue(for: $0) } == [Example.PaywallType.b, .c])
  }

  @Test func `requesting a key with a different type does not crash`() {
    let service = RemoteConfigService(
      remoteConfigKeeper: InMemoryRemoteConfigKeeper(["paywall_type": "b"])
    )
    service.getValues(for: Key.allCases)
    #expect(service.remoteValue(for: Key.paywallType, as: Example.NewCart.self) == .disabled)
    #expect(service.remoteValue(for: Key.paywallType, as: Example.OnboardingType.self) == .y)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.b)
  }

  @Test func `a value is unchanged until updateRemoteValue or updateRemoteValues is called`() {
    let texts = InMemoryRemoteConfigKeeper(["paywall_type": "b"])
    let service = RemoteConfigService(remoteConfigKeeper: texts)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.b)
    texts["paywall_type"] = "c"
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.b)
    service.updateRemoteValue(for: Key.paywallType)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.c)
    texts["paywall_type"] = nil
    service.updateRemoteValues()
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.a)
  }

  @Test func `updating a key that was never requested does nothing`() {
    let service = RecordingService(remoteConfigKeeper: InMemoryRemoteConfigKeeper())
    service.updateRemoteValue(for: Key.layout)
    #expect(service.drainCalls().isEmpty)
  }

  @Test func `the stream of updates begins with the current value, and ends with the service`()
    async
  {
    let texts = InMemoryRemoteConfigKeeper(["new_cart": "true"])
    var service: RemoteConfigService? = RemoteConfigService(remoteConfigKeeper: texts)
    let updates = service?.remoteValueUpdates(for: Key.newCart, as: Example.NewCart.self)
    var iterator = updates?.makeAsyncIterator()
    #expect(await iterator?.next() == .enabled)
    texts["new_cart"] = "false"
    service?.updateRemoteValue(for: Key.newCart)
    #expect(await iterator?.next() == .disabled)
    service?.updateRemoteValue(for: Key.newCart)
    #expect(await iterator?.next() == .disabled)
    service = nil
    #expect(await iterator?.next() == nil)
  }

  @Test func `a slow consumer receives the newest value, and a fast consumer all values`() async {
    let texts = InMemoryRemoteConfigKeeper(["paywall_type": "a"])
    let service = RemoteConfigService(remoteConfigKeeper: texts)
    let streams = (0..<3).map { _ in
      service.remoteValueUpdates(for: Key.paywallType, as: Example.PaywallType.self)
    }
    for text in ["b", "c"] {
      texts["paywall_type"] = text
      service.updateRemoteValues()
    }
    for stream in streams {
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .c)
    }
  }

  @Test func `currentRemoteData has the title or name of each key and the text of its value`() {
    let service = RemoteConfigService(
      remoteConfigKeeper: InMemoryRemoteConfigKeeper([
        "paywall_type": "b", "new_cart": "true", "layout": "list_baseline", "json": "{}",
      ])
    )
    #expect(service.currentRemoteData.isEmpty)
    let keys: [any RemoteKey] = [
      Titled(name: "paywall_type", title: "Paywall", valueType: Example.PaywallType.self),
      Key.newCart, Key.layout, Key.search, Plain(name: "json", valueType: Anything.self),
    ]
    service.getValues(for: keys)
    let rows: [(key: String, value: String)] = service.currentRemoteData
    #expect(
      rows.map { "\($0.key): \($0.value)" } == [
        "Paywall: b", "new_cart: enabled", "layout: list_baseline", "search: false_baseline",
      ]
    )
  }

  /// A value that is decoded from any JSON.
  private struct Anything: JSONInitializableRemoteValue {
    static let `default` = Anything()
    init() {}
    init?(jsonData: Data) {}
  }
}
