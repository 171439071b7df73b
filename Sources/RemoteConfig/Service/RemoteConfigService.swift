public import FeatureFlags
public import FoundationEssentials
import Locking

/// Answers which value each remote key has, and tells analytics about it.
///
/// The value of a key is found once and then stays, so that an experiment does not change under
/// its user; `updateRemoteValue(for:type:)` finds it anew. What is found is, in this order: the
/// custom value, the debug value, the remote one, the default of the type.
///
/// A subclass overrides the methods that say so. They are called on the thread of whoever asks,
/// with no lock held, so that they may ask for other values. All methods may be called from any
/// thread at once; a subclass that adds state has to guard it. In a module whose code is on the main
/// actor by default, a subclass is declared `nonisolated`.
open class RemoteConfigService: @unchecked Sendable {
  /// What has the remote values.
  public let keeper: any RemoteConfigKeeper
  let state = Locked(State())
  /// What a tester decided, by the names of keys.
  let followed: FollowedOverrides

  /// Makes a service; nothing is fetched.
  public init(keeper: any RemoteConfigKeeper) {
    self.keeper = keeper
    followed = FollowedOverrides()
    followEnvironment()
  }

  /// Makes a service with a time of its own; nothing is fetched.
  ///
  /// - Parameters:
  ///   - keeper: What has the remote values.
  ///   - clock: What the wait for the end of a tester's decision is measured by.
  ///   - now: Tells the time on the wall.
  public init(
    keeper: any RemoteConfigKeeper,
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) {
    self.keeper = keeper
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
  /// A value of another type than the key's counts as none. The default is what a tester decided in
  /// the overrides that the service follows, if it follows any; call it for keys that a subclass
  /// says nothing about.
  open func debugValue(for key: any RemoteKey) -> (any RemoteValue)? { overriddenValue(for: key) }

  /// The value that the app's own logic sets, above the debug value; `nil` for none.
  ///
  /// It is asked for each key, also for those with a debug value. A value of another type than the
  /// key's counts as none. The default is `nil`.
  open func customValue(for key: any RemoteKey) -> (any RemoteValue)? { nil }

  // MARK: What a subclass is told

  /// Called when a key without any value is first asked for.
  open func trackKeyNotFound(_ key: any RemoteKey) {}

  /// Called at the end of `getValues(for:)` with all keys without any value, if there are any.
  open func trackKeysNotFound(_ keys: [any RemoteKey]) {}

  /// Called when a key whose text is none of its type is first asked for.
  open func trackIncorrectValue(for key: any RemoteKey, value: String) {}

  /// Called at the end of `getValues(for:)` with all texts that are none of their key's type, if
  /// there are any.
  open func trackIncorrectValues(_ values: [IncorrectRemoteValue]) {}

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
  public final func remoteValue<Value: RemoteValue>(
    for key: any RemoteKey,
    as type: Value.Type = Value.self
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
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.endObservation(number, of: slot) }
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

  /// What is in effect for the keys of the last `getValues(for:)`, in their order.
  ///
  /// Values that are read from JSON are left out.
  public final var currentRemoteData: [RemoteDatum] {
    state.withLock { $0.keys }.compactMap { key in
      let title = (key as? any TitledRemoteKey)?.title ?? key.name
      let value = state.withLock { $0.value(in: Slot(key, key.valueType)) }
      return value.flatMap(RemoteText.words).map { RemoteDatum(title: title, value: $0) }
    }
  }
}

/// A remote text that is none of its key's type.
public struct IncorrectRemoteValue: Sendable {
  /// The key.
  public let key: any RemoteKey
  /// The text.
  public let value: String
}

/// What is in effect for one key, for people.
public struct RemoteDatum: Hashable, Sendable {
  /// The title of the key, or its name if it has no title.
  public let title: String
  /// `enabled` or `disabled`, or the name of the value.
  public let value: String

  /// Makes what is in effect.
  public init(title: String, value: String) {
    self.title = title
    self.value = value
  }
}
