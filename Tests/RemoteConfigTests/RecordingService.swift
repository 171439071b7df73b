import Locking
import RemoteConfig

/// A service without state of its own that tests share between threads.
final class SharedService: RemoteConfigService, @unchecked Sendable {}

/// A service that notes which of its methods are called, and is told what to answer.
final class RecordingService: RemoteConfigService, @unchecked Sendable {
  private let calls = Locked<[String]>([])
  private let debug = Locked<[String: any RemoteValue]>([:])
  private let custom = Locked<[String: any RemoteValue]>([:])

  /// The calls since the last time this was asked.
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

  private func note(_ call: String) {
    calls.withLock { $0.append(call) }
  }

  override func debugValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    note("debug \(key.name)")
    return debug.withLock { $0[key.name] } as? Value
  }

  override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    note("custom \(key.name)")
    return custom.withLock { $0[key.name] } as? Value
  }

  override func trackKeyNotFound(_ key: any RemoteKey) {
    note("missing \(key.name)")
  }

  override func trackKeysNotFound(_ keys: [any RemoteKey]) {
    note("all missing \(keys.map(\.name))")
  }

  override func trackIncorrectValue(for key: any RemoteKey, value: String) {
    note("incorrect \(key.name) \(value)")
  }

  override func trackIncorrectValues(_ data: [(key: any RemoteKey, value: String)]) {
    note("all incorrect \(data.map { "\($0.key.name) \($0.value)" })")
  }

  override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
    note("group \(value.experimentalGroupKey) \(value.experimentalGroupValue)")
  }
}

/// A keeper that notes what it is asked for.
struct RecordingKeeper: RemoteConfigKeeper {
  let texts: InMemoryRemoteConfigKeeper
  let note: @Sendable (String) -> Void

  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    note("remote \(key.name)")
    return texts.value(for: key)
  }

  func stringValueRepresentation(for key: any RemoteKey) -> String? {
    note("text \(key.name)")
    return texts.stringValueRepresentation(for: key)
  }

  func fetch() async {}
}
