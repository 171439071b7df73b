public import FeatureFlags
public import FoundationEssentials
import Locking

/// Resolves the values of remote keys, and reports them to analytics.
///
/// A value is resolved once and does not change afterwards, so that the user's variant does not change
/// while the app runs; ``updateRemoteValue(for:type:)`` resolves the value again. In descending order of
/// precedence, the value is: the custom value, the debug value, the remote value, the default of the
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
  /// value, if there is at least one such key.
  open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

  /// Hook for analytics: called when a key is resolved for the first time, and its remote string is
  /// not valid for its type.
  open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

  /// Hook for analytics: called at the end of ``getValues(for:)`` with all keys whose remote strings are
  /// not valid for their types, together with the strings, if there is at least one such key.
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

  /// The resolved values of the keys that were passed to the last ``getValues(for:)``, in the same
  /// order, for display.
  ///
  /// `key` is the title of the key, or its name if it has no title. `value` is `enabled`,
  /// `disabled`, or the name of the value. Values that are decoded from JSON are omitted.
  public final var currentRemoteData: [(key: String, value: String)] {
    state.withLock { $0.keys }.compactMap { key in
      let title = (key as? any TitledRemoteKey)?.title ?? key.name
      let value = state.withLock { $0.value(in: Slot(key, key.valueType)) }
      return value.flatMap(RemoteValueConversion.label).map { (key: title, value: $0) }
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

extension RemoteConfigService {
  /// Identifies a value by the name of its key and its type.
  struct Slot: Hashable {
    let name: String
    let type: ObjectIdentifier

    init(_ key: any RemoteKey, _ type: any RemoteValue.Type) {
      name = key.name
      self.type = ObjectIdentifier(type)
    }
  }

  /// The resolved values of a service, with the publishers of their updates and their problems.
  struct State: Sendable {
    /// The keys that were passed to the last ``RemoteConfigService/getValues(for:)``.
    var keys: [any RemoteKey] = []
    /// The fetch that is in progress; `nil` if there is none.
    var fetch: Fetch?
    private var entries: [Slot: Entry] = [:]
    /// The keys with a missing or invalid remote value, in the order of detection.
    private var flaws: [Flaw] = []
    private var lastNumber = 0
    /// Counts the updates of all values, to detect an update during a look-up.
    private var updatesOfAll = 0
    /// Counts the updates of each value that was not resolved yet, to detect an update during a
    /// look-up.
    private var updatesOfUnknown: [Slot: Int] = [:]

    private struct Entry {
      let key: any RemoteKey
      let type: any RemoteValue.Type
      var value: any RemoteValue
      /// The number of the update that set the value; 0 if the first resolution set it.
      var turn = 0
      /// Publishes the updates of the value; `nil` until a consumer requests them.
      var updates: Publisher<any RemoteValue>?
    }

    private struct Flaw {
      let slot: Slot
      let key: any RemoteKey
      /// The remote string, which is not valid for the type; `nil` if the key has no remote string.
      let text: String?
    }
  }
}

extension RemoteConfigService.State {
  typealias Service = RemoteConfigService

  var missing: [any RemoteKey] { flaws.filter { $0.text == nil }.map(\.key) }

  var incorrect: [(key: any RemoteKey, value: String)] {
    flaws.compactMap { flaw in flaw.text.map { (key: flaw.key, value: $0) } }
  }

  /// Returns a unique number for a caller or an update, in increasing order.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func value(in slot: Service.Slot) -> (any RemoteValue)? { entries[slot]?.value }

  /// Returns the number of updates of a value before its first resolution.
  func updates(of slot: Service.Slot) -> Int { updatesOfAll + updatesOfUnknown[slot, default: 0] }

  /// Stores the result of a look-up, unless another thread has stored a value or begun an update
  /// since the look-up began.
  ///
  /// - Parameters:
  ///   - found: The result of the look-up.
  ///   - key: The key of the value.
  ///   - slot: The name of the key and the type of the value.
  ///   - updates: The number of updates at the start of the look-up, from ``updates(of:)``.
  /// - Returns: Whether the value was stored; if not, the caller repeats the look-up.
  mutating func insertFirst<Value>(
    _ found: Service.Found<Value>,
    for key: any RemoteKey,
    in slot: Service.Slot,
    after updates: Int
  ) -> Bool {
    guard entries[slot] == nil, updates == self.updates(of: slot) else { return false }
    entries[slot] = Entry(key: key, type: Value.self, value: found.value)
    updatesOfUnknown[slot] = nil
    record(found.origin, of: key, in: slot)
    return true
  }

  /// Begins an update of all resolved values, and returns their keys and types; look-ups in
  /// progress are repeated.
  mutating func beginUpdates() -> [(any RemoteKey, any RemoteValue.Type)] {
    updatesOfAll += 1
    return entries.values.map { ($0.key, $0.type) }
  }

  /// Begins an update of one value; a look-up in progress is repeated.
  ///
  /// - Returns: The number of the update; `nil` if the value is not resolved yet.
  mutating func beginUpdate(of slot: Service.Slot) -> Int? {
    guard entries[slot] == nil else { return nextNumber() }
    updatesOfUnknown[slot, default: 0] += 1
    return nil
  }

  /// Replaces a value and publishes it, unless a later update has already replaced the value.
  mutating func replace<Value>(
    with found: Service.Found<Value>,
    for key: any RemoteKey,
    in slot: Service.Slot,
    turn: Int
  ) {
    guard let last = entries[slot]?.turn, last < turn else { return }
    entries[slot]?.turn = turn
    entries[slot]?.value = found.value
    flaws.removeAll { $0.slot == slot }
    record(found.origin, of: key, in: slot)
    entries[slot]?.updates?.publish(found.value)
  }

  private mutating func record(
    _ origin: Service.ValueOrigin,
    of key: any RemoteKey,
    in slot: Service.Slot
  ) {
    switch origin {
    case .set: break
    case .missing: flaws.append(Flaw(slot: slot, key: key, text: nil))
    case .incorrect(let text): flaws.append(Flaw(slot: slot, key: key, text: text))
    }
  }

  /// Returns a stream of a value, followed by its updates; it buffers only the newest one.
  mutating func updates<Value: RemoteValue>(in slot: Service.Slot) -> AsyncStream<Value> {
    let publisher = entries[slot]?.updates ?? Publisher()
    entries[slot]?.updates = publisher
    return publisher.stream(buffering: .bufferingNewest(1), startingWith: value(in: slot)) {
      $0 as? Value
    }
  }
}
