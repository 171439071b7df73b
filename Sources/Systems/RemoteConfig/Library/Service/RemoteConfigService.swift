public import FeatureFlags
public import FoundationEssentials
import Locking

/// Resolves the values of remote keys, and reports them to analytics.
///
/// A value is resolved once and does not change afterwards, so that an experiment remains the same
/// while the app runs; ``updateRemoteValue(for:type:)`` resolves the value again. In descending
/// precedence, a value is: the custom value, the debug value, the remote value, the default of the
/// type.
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
/// A subclass overrides hooks such as ``trackKeyNotFound(_:)``. Hooks are called on the thread of
/// the caller, without a lock, so that they can request other values. All methods are safe to call
/// from any thread; a subclass must guard its own state. In a module whose code is on the main
/// actor by default, a subclass is declared `nonisolated`.
///
/// The class does not conform to `Sendable`, so that a subclass need not repeat the conformance. In
/// Swift 6 mode, a service that several isolation domains share is a subclass that declares that
/// its own state is also guarded:
///
/// ```swift
/// final class Config: RemoteConfigService, @unchecked Sendable {}
/// ```
open class RemoteConfigService {
  /// The keeper that stores and fetches the remote values.
  let keeper: any RemoteConfigKeeper
  let state = Locked(State())
  /// Watches the overrides file of a tester, and stores its overrides by key name.
  let followed: FollowedOverrides

  /// Creates a service without fetching any values.
  ///
  /// - Parameter remoteConfigKeeper: The store of the remote values; the service calls it on every
  ///   thread that requests a value.
  public init(remoteConfigKeeper: any RemoteConfigKeeper) {
    keeper = remoteConfigKeeper
    followed = FollowedOverrides()
    followEnvironment()
  }

  /// Creates a service with an injected clock, without fetching any values.
  ///
  /// - Parameters:
  ///   - remoteConfigKeeper: The store of the remote values.
  ///   - clock: The clock that measures the wait until an override expires.
  ///   - now: Returns the wall clock time, to which expiry times are compared.
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
    if let locator = OverrideLocator.ofEnvironment { followOverrides(at: locator.text) }
  }

  // MARK: Values of a subclass

  /// Returns the debug value of a key, which has precedence over the remote value.
  ///
  /// By default it is the override in the file that the service follows, if any; a subclass calls
  /// `super` for keys without a debug value of its own.
  ///
  /// - Parameter key: The key of the value; the requested type is usually its
  ///   ``RemoteKey/valueType``.
  /// - Returns: The value; `nil` if the key has none, or if the type of the value differs.
  open func debugValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    overriddenValue(for: key)
  }

  /// Returns the custom value of a key, which the app computes; it has precedence over the debug
  /// value.
  ///
  /// The method is called for every key, including keys with a debug value. By default it returns
  /// `nil`.
  ///
  /// - Parameter key: The key of the value; the requested type is usually its
  ///   ``RemoteKey/valueType``.
  /// - Returns: The value; `nil` if the key has none, or if the type of the value differs.
  open func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? { nil }

  // MARK: Hooks of a subclass

  /// Hook for analytics: called when a key without a remote value is resolved for the first time.
  open func trackKeyNotFound(_ key: any RemoteKey) {}

  /// Hook for analytics: called at the end of ``getValues(for:)`` with all keys that have no remote
  /// value, if there are any.
  open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

  /// Hook for analytics: called when a key is resolved for the first time, and its remote string is
  /// not valid for its type.
  open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

  /// Hook for analytics: called at the end of ``getValues(for:)`` with all keys whose remote
  /// strings are not valid for their types, and the strings, if there are any.
  open func trackIncorrectValues(_ data: [(key: any RemoteKey, value: String)]) {}

  /// Hook for analytics: called when a tracked value is resolved for the first time; not called for
  /// the default.
  ///
  /// A value is tracked if its ``ExperimentalGroupTrackable/shouldTrack`` is `true`.
  open func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {}

  /// Hook for errors: called if the overrides file is malformed or cannot be followed; on any
  /// thread.
  open func overridesFailed(_ problem: WorkspaceError) {}

  // MARK: Values

  /// Resolves the values of the keys in order, and reports missing and invalid remote values to the
  /// hooks.
  ///
  /// Values that were already resolved do not change. The two reports at the end include missing
  /// and invalid values of earlier calls.
  open func getValues(for keys: [any RemoteKey]) {
    state.withLock { $0.keys = keys }
    for key in keys { _ = resolve(key, as: key.valueType) }
    let (missing, incorrect) = state.withLock { ($0.missing, $0.incorrect) }
    if !missing.isEmpty { trackKeysNotFound(missing) }
    if !incorrect.isEmpty { trackIncorrectValues(incorrect) }
  }

  /// Returns the value of the key; the first call resolves the value.
  ///
  /// If the requested type differs from ``RemoteKey/valueType``, the value is resolved separately,
  /// from the same remote string.
  public final func remoteValue<Value: RemoteValue>(for key: any RemoteKey) -> Value {
    resolve(key, as: Value.self)
  }

  /// Returns the value of the key, like ``remoteValue(for:)``, with the type as an argument.
  public final func remoteValue<Value: RemoteValue>(
    for key: any RemoteKey,
    as type: Value.Type
  ) -> Value {
    resolve(key, as: type)
  }

  /// Publishes the value of the key, followed by its updates.
  ///
  /// The stream ends when the service is released. A slow consumer receives only the newest value.
  public final func remoteValueUpdates<Value: RemoteValue>(
    for key: any RemoteKey,
    as type: Value.Type = Value.self
  ) -> AsyncStream<Value> {
    _ = resolve(key, as: type)
    return state.withLock { $0.updates(in: Slot(key, type)) }
  }

  /// Resolves the value of the key again and publishes it; does nothing if the value was not
  /// resolved yet.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - type: The type of the value; `nil` means the ``RemoteKey/valueType`` of the key.
  public final func updateRemoteValue(
    for key: any RemoteKey,
    type: (any RemoteValue.Type)? = nil
  ) {
    let type = type ?? key.valueType
    update(key, as: type)
  }

  /// Resolves all values again that were already resolved, and publishes them.
  public final func updateRemoteValues() {
    for (key, type) in state.withLock({ $0.beginUpdates() }) { update(key, as: type) }
  }

  /// The active values of the keys that were passed to the last ``getValues(for:)``, in the same
  /// order, for display.
  ///
  /// `key` is the title of the key, or its name if it has no title. `value` is `enabled`,
  /// `disabled`, or the name of the value. Values that are decoded from JSON are omitted.
  public final var currentRemoteData: [(key: String, value: String)] {
    state.withLock { $0.keys }.compactMap { key in
      let title = (key as? any TitledRemoteKey)?.title ?? key.name
      let value = state.withLock { $0.value(in: Slot(key, key.valueType)) }
      return value.flatMap(RemoteText.label).map { (key: title, value: $0) }
    }
  }
}

/// Passes a service to a closure on another thread.
///
/// The conformance is unchecked: the service guards all of its state with one lock. The class
/// itself does not conform to `Sendable`, because the compiler would warn about every subclass that
/// does not repeat the conformance. Keepers need not be `Sendable`, and guard their own state.
struct SharedService: @unchecked Sendable {
  let service: RemoteConfigService
}

/// A weak reference to a service, for closures that run on any thread and may outlive the service.
///
/// The conformance is unchecked for the same reason as that of ``SharedService``.
struct WeakService: @unchecked Sendable {
  private(set) weak var service: RemoteConfigService?

  init(_ service: RemoteConfigService) {
    self.service = service
  }
}
