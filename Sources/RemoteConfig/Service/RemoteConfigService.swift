public import FeatureFlags
public import FoundationEssentials
import Locking

/// Resolves the values of remote keys, and reports them to analytics.
///
/// A value is resolved once and then stays the same, so that an experiment does not change while
/// the app runs; ``updateRemoteValue(for:type:)`` resolves the value again. The precedence is: the
/// custom value, the debug value, the remote value, the default of the type.
///
/// ```swift
/// enum Paywall: String, CaseIterable, StringRemoteValue { case short, long }
///
/// enum Key: String, RemoteKey {
///   case paywall
///   var valueType: any RemoteValue.Type { Paywall.self }
/// }
///
/// let service = RemoteConfigService(
///   remoteConfigKeeper: TemplateRemoteConfigKeeper(path: "template.json")
/// )
/// try await service.fetch()
/// let paywall: Paywall = service.remoteValue(for: Key.paywall)
/// ```
///
/// A subclass overrides hooks such as ``trackKeyNotFound(_:)``. They are called on the thread of
/// the caller, without a lock, so that they can request other values. All methods are safe to call
/// from any thread; a subclass that adds state has to guard it. In a module whose code is on the
/// main actor by default, a subclass is declared `nonisolated`.
///
/// The class does not conform to `Sendable`, so that a subclass need not repeat the conformance. In
/// Swift 6 mode, a service that is shared between isolation domains is a subclass that declares
/// that its own state is guarded too:
///
/// ```swift
/// final class Config: RemoteConfigService, @unchecked Sendable {}
/// ```
open class RemoteConfigService {
  /// Stores the remote values.
  let keeper: any RemoteConfigKeeper
  let state = Locked(State())
  /// The overrides of a tester, by key name.
  let followed: FollowedOverrides

  /// Makes a service; nothing is fetched.
  ///
  /// - Parameter remoteConfigKeeper: Stores the remote values; the service calls it from every
  ///   thread that requests a value.
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
    if let locator = OverrideLocator.ofEnvironment { followOverrides(at: "\(locator)") }
  }

  deinit {
    for observer in state.withLock({ $0.observers }) { observer.finish() }
  }

  // MARK: Values of a subclass

  /// Returns the value of a debug menu, which takes precedence over the remote value.
  ///
  /// The default is the override of the file that the service follows, if any; a subclass calls
  /// `super` for keys without a debug value.
  ///
  /// - Parameter key: The key. The requested type is usually its ``RemoteKey/valueType``.
  /// - Returns: The value; `nil` without one, and for a value of another type.
  open func debugValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    overriddenValue(for: key)
  }

  /// Returns a value that the app computes, which takes precedence over the debug value.
  ///
  /// Called for every key, including keys with a debug value. The default is `nil`.
  ///
  /// - Parameter key: The key. The requested type is usually its ``RemoteKey/valueType``.
  /// - Returns: The value; `nil` without one, and for a value of another type.
  open func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? { nil }

  // MARK: Hooks of a subclass

  /// Called at the first request for a key without a remote value.
  open func trackKeyNotFound(_ key: any RemoteKey) {}

  /// Called at the end of ``getValues(for:)`` with all keys without a remote value, if there are
  /// any.
  open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

  /// Called at the first request for a key whose remote text is not valid for its type.
  open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

  /// Called at the end of ``getValues(for:)`` with all keys whose remote texts are not valid for
  /// their types, and the texts, if there are any.
  open func trackIncorrectValues(_ data: [(key: any RemoteKey, value: String)]) {}

  /// Called when a value with ``ExperimentalGroupTrackable/shouldTrack`` is first resolved, unless
  /// it is the default.
  open func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {}

  /// Called when the file of overrides is malformed or cannot be followed; on any thread.
  open func overridesFailed(_ problem: WorkspaceError) {}

  // MARK: Values

  /// Resolves the values of keys in order, and reports missing and incorrect ones to the hooks.
  ///
  /// Values that were resolved before do not change. The two reports at the end include missing and
  /// incorrect keys of earlier calls.
  open func getValues(for keys: [any RemoteKey]) {
    state.withLock { $0.keys = keys }
    for key in keys { _ = resolve(key, as: key.valueType) }
    let (missing, incorrect) = state.withLock { ($0.missing, $0.incorrect) }
    if !missing.isEmpty { trackKeysNotFound(missing) }
    if !incorrect.isEmpty { trackIncorrectValues(incorrect) }
  }

  /// Returns the value of a key; the first call resolves the value.
  ///
  /// A value of another type than ``RemoteKey/valueType`` is resolved separately, from the same
  /// text.
  public final func remoteValue<Value: RemoteValue>(for key: any RemoteKey) -> Value {
    resolve(key, as: Value.self)
  }

  /// Returns the value of a key, as ``remoteValue(for:)`` does, with the type as an argument.
  public final func remoteValue<Value: RemoteValue>(
    for key: any RemoteKey,
    as type: Value.Type
  ) -> Value {
    resolve(key, as: type)
  }

  /// Publishes the value of a key and its updates.
  ///
  /// The stream ends with the service. A slow consumer receives only the newest value.
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

  /// Resolves the value of a key again and publishes it, if the value was resolved before.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the value; `nil` is the ``RemoteKey/valueType`` of the key.
  public final func updateRemoteValue(
    for key: any RemoteKey,
    type: (any RemoteValue.Type)? = nil
  ) {
    let type = type ?? key.valueType
    update(key, as: type)
  }

  /// Resolves all values again that were resolved before, and publishes them.
  public final func updateRemoteValues() {
    for (key, type) in state.withLock({ $0.beginUpdates() }) { update(key, as: type) }
  }

  /// The active values of the keys of the last ``getValues(for:)``, in their order, for display.
  ///
  /// `key` is the title of the key, or its name without a title. `value` is `enabled`, `disabled`,
  /// or the name of the value. Values that are decoded from JSON are omitted.
  public final var currentRemoteData: [(key: String, value: String)] {
    state.withLock { $0.keys }.compactMap { key in
      let title = (key as? any TitledRemoteKey)?.title ?? key.name
      let value = state.withLock { $0.value(in: Slot(key, key.valueType)) }
      return value.flatMap(RemoteText.label).map { (key: title, value: $0) }
    }
  }
}
