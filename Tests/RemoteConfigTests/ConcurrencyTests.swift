import Locking
import RemoteConfig
import TestSupport
import Testing

/// Tests concurrent use of one service.
@Suite(.timeLimit(.minutes(1)))
struct ConcurrencyTests {
  private struct Key: RemoteKey {
    let name: String
    var valueType: any RemoteValue.Type { Example.PaywallType.self }
  }

  @Test func `all threads get the same first value, which is reported once`() {
    /// A service with a different value for each look-up.
    final class Service: RemoteConfigService, @unchecked Sendable {
      let reported = Locked<[String: Int]>([:])
      private let turn = Locked(0)

      override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
        guard key.name.hasPrefix("custom") else { return nil }
        return turn.withLock { turn in
          turn += 1
          return Example.PaywallType.allCases[turn % 3] as? Value
        }
      }

      override func trackKeyNotFound(_ key: any RemoteKey) {
        reported.withLock { $0[key.name, default: 0] += 1 }
      }
    }
    let service = Service(remoteConfigKeeper: InMemoryRemoteConfigKeeper())
    let keys = (0..<40).map { Key(name: ($0 % 2 == 0 ? "custom" : "missing") + "\($0)") }
    let seen = Locked<[[Example.PaywallType]]>([])
    onThreads(8) { _ in
      let values = keys.map { service.remoteValue(for: $0, as: Example.PaywallType.self) }
      seen.withLock { $0.append(values) }
    }
    #expect(Set(seen.withLock { $0 }).count == 1)
    #expect(service.reported.withLock { $0.count } == 20)
    #expect(service.reported.withLock { $0.values.allSatisfy { $0 == 1 } })
  }

  @Test(arguments: [true, false])
  func `an update during the first look-up repeats the look-up`(
    all: Bool
  ) {
    /// A service whose remote value changes right after the first look-up.
    final class Service: RemoteConfigService, @unchecked Sendable {
      let reported = Locked<[String]>([])
      private let change = Locked<(@Sendable (Service) -> Void)?>(nil)

      func whenFirstRead(_ body: @escaping @Sendable (Service) -> Void) {
        change.withLock { $0 = body }
      }

      override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
        let change = change.withLock { change in
          defer { change = nil }
          return change
        }
        change?(self)
        return nil
      }

      override func trackKeyNotFound(_ key: any RemoteKey) {
        reported.withLock { $0.append(key.name) }
      }
    }
    let texts = InMemoryRemoteConfigKeeper()
    let service = Service(remoteConfigKeeper: texts)
    let key = Key(name: "key")
    service.whenFirstRead { service in
      texts["key"] = "b"
      if all { service.updateRemoteValues() } else { service.updateRemoteValue(for: key) }
    }
    service.getValues(for: [key])
    #expect(service.remoteValue(for: key) == Example.PaywallType.b)
    #expect(service.reported.withLock { $0.isEmpty }, "a discarded value was reported")
  }

  @Test func `concurrent updates, readers and fetches cause no data race`() async throws {
    let texts = InMemoryRemoteConfigKeeper(["key": "a"])
    let service = SharedService(remoteConfigKeeper: texts)
    let key = Key(name: "key")
    let stream = service.remoteValueUpdates(for: key, as: Example.PaywallType.self)
    let reader = Task {
      for await value in stream where value == .c { return true }
      return false
    }
    onThreads(6) { number in
      for round in 0..<50 {
        texts["key"] = round % 2 == 0 ? "a" : "b"
        service.updateRemoteValues()
        service.getValues(for: [key, Key(name: "other\(number)")])
        _ = service.currentRemoteData
        _ = service.remoteValueUpdates(for: key, as: Example.PaywallType.self)
      }
    }
    try await service.fetch()
    texts["key"] = "c"
    service.updateRemoteValues()
    #expect(service.remoteValue(for: key) == Example.PaywallType.c)
    #expect(await reader.value)
  }
}
