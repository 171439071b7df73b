import Locking
import RemoteConfig

/// A service without additional state, which tests share between threads.
final class SharedService: RemoteConfigService, @unchecked Sendable {}

/// A service that records the calls of its hooks, and returns configured values.
final class RecordingService: RemoteConfigService, @unchecked Sendable {
  private let calls = Locked<[String]>([])
  private let debug = Locked<[String: any RemoteValue]>([:])
  private let custom = Locked<[String: any RemoteValue]>([:])

  /// Returns and removes the recorded calls.
  func drainCalls() -> [String] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }

  func setDebug(_ value: (any RemoteValue)?, for name: String) {
    debug.withLock { $0[name] = value }
  }

  func setCustom(_ value: (any RemoteValue)?, for name: String) {
    custom.withLock { $0[name] = value }
  }

  private func record(_ call: String) {
    calls.withLock { $0.append(call) }
  }

  override func debugValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    record("debug \(key.name)")
    return debug.withLock { $0[key.name] } as? Value
  }

  override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    record("custom \(key.name)")
    return custom.withLock { $0[key.name] } as? Value
  }

  override func trackKeyNotFound(_ key: any RemoteKey) {
    record("missing \(key.name)")
  }

  override func trackKeysNotFound(_ keys: [any RemoteKey]) {
    record("all missing \(keys.map(\.name))")
  }

  override func trackIncorrectValue(for key: any RemoteKey, value: String) {
    record("incorrect \(key.name) \(value)")
  }

  override func trackIncorrectValues(_ data: [(key: any RemoteKey, value: String)]) {
    record("all incorrect \(data.map { "\($0.key.name) \($0.value)" })")
  }

  override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
    record("group \(value.experimentalGroupKey) \(value.experimentalGroupValue)")
  }
}

/// A `RemoteConfigKeeper` that reports each call to a closure, and returns the values of `texts`.
struct RecordingKeeper: RemoteConfigKeeper {
  let texts: InMemoryRemoteConfigKeeper
  let record: @Sendable (String) -> Void

  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    record("remote \(key.name)")
    return texts.value(for: key)
  }

  func stringValueRepresentation(for key: any RemoteKey) -> String? {
    record("text \(key.name)")
    return texts.stringValueRepresentation(for: key)
  }

  func fetch() async {}
}
