public import FeatureFlags
public import FoundationEssentials
import Locking

/// Answers which value each remote key has, and tells analytics about it.
///
/// The value of a key is found once and then stays, so that an experiment does not change under
/// its user; `updateRemoteValue(for:type:)` finds it anew. What is found is, in this order: the
/// custom value, the debug value, the remote one, the default of the type.
///
/// A subclass overrides the methods that say so. They are called on the thread of the caller, with
/// no lock held, so that they can request other values. All methods are safe to call from any thread;
/// a subclass that adds state has to guard it. In a module whose code is on the main actor by default,
/// a subclass is declared `nonisolated`.
///
/// The class does not conform to `Sendable`, so that a subclass need not repeat the conformance. In
/// Swift 6 mode, a service that is shared between isolation domains is a subclass that declares that
/// its own state is guarded too:
///
///     final class Config: RemoteConfigService, @unchecked Sendable {}
///     let config = Config(remoteConfigKeeper: TemplateRemoteConfigKeeper(path: "template.json"))
open class RemoteConfigService {
  /// Stores the remote values.
  let keeper: any RemoteConfigKeeper
  let state = Locked(State())
  /// What a tester decided, by the names of keys.
  let followed: FollowedOverrides

  /// Makes a service; nothing is fetched.
  ///
  /// - Parameter remoteConfigKeeper: Stores the remote values, and is called from every thread that
  ///   uses the service.
  public init(remoteConfigKeeper: any RemoteConfigKeeper) {
    keeper = remoteConfigKeeper
    followed = FollowedOverrides()
    followEnvironment()
  }

  /// Makes a service with an injected clock; nothing is fetched.
  ///
  /// - Parameters:
  ///   - remoteConfigKeeper: Stores the remote values.
  ///   - clock: Measures the wait until an override expires.
  ///   - now: Returns the wall clock time.
  public init(
    remoteConfigKeeper: any RemoteConfigKeeper,
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) {
    keeper = remoteConfigKeeper
    followed = FollowedOverrides(clock: clock, now: now)
    followEnvironment()
  }

  private func followEnvironment() {
    if let path = FollowedOverrides.pathOfEnvironment { followOverrides(at: path) }
  }

  deinit {
    for observer in state.withLock({ $0.observers }) { observer.finish() }
  }

  // MARK: What a subclass decides

  /// The value that a debug menu sets, to be used instead of the remote one; `nil` for none.
  ///
  /// The default is the override of the file that the service follows, if it follows any; a subclass
  /// calls `super` for the keys that it has no debug value for.
  ///
  /// - Parameter key: The key. The requested type is usually its `valueType`.
  /// - Returns: The value; `nil` for none, and if it is not of the requested type.
  open func debugValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    overriddenValue(for: key)
  }

  /// The value that the app's own logic sets, above the debug value; `nil` for none.
  ///
  /// Called for every key, also for those with a debug value. The default is `nil`.
  ///
  /// - Parameter key: The key. The requested type is usually its `valueType`.
  /// - Returns: The value; `nil` for none, and if it is not of the requested type.
  open func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? { nil }

  // MARK: What a subclass is told

  /// Called when a key without any value is first asked for.
  open func trackKeyNotFound(_ key: any RemoteKey) {}

  /// Called at the end of `getValues(for:)` with all keys without any value, if there are any.
  open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

  /// Called when a key whose text is none of its type is first asked for.
  open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

  /// Called at the end of `getValues(for:)` with all texts that cannot be read as their key's type,
  /// and their keys, if there are any.
  open func trackIncorrectValues(_ data: [(key: any RemoteKey, value: String)]) {}

  /// Called when a value that is to be tracked is first found, but not for a default.
  open func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {}

  /// Called when a file of overrides cannot be understood or followed; on any thread.
  open func overridesFailed(_ problem: WorkspaceError) {}

  // MARK: Values

  /// Finds the values of keys, in order, and tells what is missing or incorrect.
  ///
  /// Values that were found before stay. The two reports at the end cover all that is missing or
  /// incorrect by now, also from earlier calls.
  open func getValues(for keys: [any RemoteKey]) {
    state.withLock { $0.keys = keys }
    for key in keys { _ = resolve(key, as: key.valueType) }
    let (missing, incorrect) = state.withLock { ($0.missing, $0.incorrect) }
    if !missing.isEmpty { trackKeysNotFound(missing) }
    if !incorrect.isEmpty { trackIncorrectValues(incorrect) }
  }

  /// The value of a key, found now if it was not before.
  ///
  /// A value of another type than the key's is found by itself, from the same remote text.
  public final func remoteValue<Value: RemoteValue>(for key: any RemoteKey) -> Value {
    resolve(key, as: Value.self)
  }

  /// The value of a key, as ``remoteValue(for:)``, with the type as an argument.
  public final func remoteValue<Value: RemoteValue>(
    for key: any RemoteKey,
    as type: Value.Type
  ) -> Value {
    resolve(key, as: type)
  }

  /// The value of a key, and then each new one, until the service or the reader ends.
  ///
  /// A reader that is slow gets the newest value only.
  public final func remoteValueUpdates<Value: RemoteValue>(
    for key: any RemoteKey,
    as type: Value.Type = Value.self
  ) -> AsyncStream<Value> {
    _ = resolve(key, as: type)
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let observer = Observer { value in
      if let value = value as? Value { continuation.yield(value) }
    } finish: {
      continuation.finish()
    }
    let slot = Slot(key, type)
    let number = state.withLock { $0.observe(slot, with: observer) }
    let reference = WeakService(self)
    continuation.onTermination = { _ in
      reference.service?.state.withLock { $0.endObservation(number, of: slot) }
    }
    return stream
  }

  /// Finds the value of a key anew and tells whoever follows it, if it was found before.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the value; `nil` is the key's own.
  public final func updateRemoteValue(
    for key: any RemoteKey,
    type: (any RemoteValue.Type)? = nil
  ) {
    let type = type ?? key.valueType
    update(key, as: type)
  }

  /// Finds every value anew that was found before, and tells whoever follows one.
  public final func updateRemoteValues() {
    for (key, type) in state.withLock({ $0.beginUpdates() }) { update(key, as: type) }
  }

  /// The active values of the keys of the last `getValues(for:)`, in their order, for display.
  ///
  /// `key` is the title of the key, or its name if it has no title. `value` is `enabled` or
  /// `disabled`, or the name of the value. Values that are read from JSON are left out.
  public final var currentRemoteData: [(key: String, value: String)] {
    state.withLock { $0.keys }.compactMap { key in
      let title = (key as? any TitledRemoteKey)?.title ?? key.name
      let value = state.withLock { $0.value(in: Slot(key, key.valueType)) }
      return value.flatMap(RemoteText.words).map { (key: title, value: $0) }
    }
  }
}
