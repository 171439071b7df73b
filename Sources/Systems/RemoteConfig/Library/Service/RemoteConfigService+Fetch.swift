import FeatureFlags
import Locking

extension RemoteConfigService {
  /// Fetches new values into the keeper; values that the service has already resolved do not
  /// change.
  ///
  /// Concurrent calls share one fetch and its result. Cancelling a caller ends its call
  /// immediately; the fetch is cancelled when it has no callers left.
  ///
  /// - Throws: The error of the keeper, or `CancellationError` for a cancelled caller.
  public final func fetch() async throws {
    try Task.checkCancellation()
    let caller = state.withLock { $0.nextNumber() }
    // Wraps the service, which is not `Sendable`: the cancellation handler captures the service, and
    // runs on the thread that cancels.
    let shared = SharedService(service: self)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        joinFetch(caller, continuation)
        // Handles a cancellation that arrived before the registration of the caller.
        if Task.isCancelled { leaveFetch(caller) }
      }
    } onCancel: {
      shared.service.leaveFetch(caller)
    }
  }

  private func joinFetch(_ caller: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    state.withLock { state in
      var fetch = state.fetch ?? beginFetch(number: state.nextNumber())
      fetch.callers[caller] = continuation
      state.fetch = fetch
    }
  }

  private func beginFetch(number: Int) -> Fetch {
    let shared = SharedService(service: self)
    let task = Task {
      do {
        try await shared.service.keeper.fetch()
        shared.service.endFetch(number, with: .success(()))
      } catch {
        shared.service.endFetch(number, with: .failure(error))
      }
    }
    return Fetch(number: number, task: task)
  }

  private func endFetch(_ number: Int, with result: Result<Void, any Error>) {
    let callers = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      guard let fetch = state.fetch, fetch.number == number else { return [] }
      state.fetch = nil
      return Array(fetch.callers.values)
    }
    for caller in callers { caller.resume(with: result) }
  }

  private func leaveFetch(_ caller: Int) {
    let (continuation, abandoned) = state.withLock { state in
      let continuation = state.fetch?.callers.removeValue(forKey: caller)
      guard continuation != nil, state.fetch?.callers.isEmpty == true else {
        return (continuation, nil as Task<Void, Never>?)
      }
      defer { state.fetch = nil }
      return (continuation, state.fetch?.task)
    }
    abandoned?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  /// A fetch that is in progress, shared by its callers.
  struct Fetch: Sendable {
    let number: Int
    let task: Task<Void, Never>
    /// The continuations of the callers that wait for the result, by unique number.
    var callers: [Int: CheckedContinuation<Void, any Error>] = [:]
  }
}

extension RemoteConfigService {
  /// Applies the overrides of a tester from a file as debug values, and watches the file for
  /// changes.
  ///
  /// After each change, and when an override expires, the values that were already resolved are updated
  /// on another thread, and ``remoteValueUpdates(for:as:)`` publishes them. If the environment variable
  /// `HALYARD_OVERRIDES` names a file, a service also follows that file, starting with its
  /// initialisation. The file is only read, and may be created later. While the file is malformed, its
  /// last valid content applies. Errors are passed to ``overridesFailed(_:)``.
  ///
  /// A key is overridden by the override of the feature with the same name. If the override forces
  /// several things, only the first of these applies: the state off, the variable `value`, the
  /// variation, the state on. A key that is forced off has the value for the string `false`, or else the
  /// default of its type.
  ///
  /// - Parameter path: The path of an overrides file, the `overrides.json` of a workspace; or the `http`
  ///   or `https` URL of a server, whose token is in the environment variable `HALYARD_TOKEN`. The
  ///   call then blocks until the first response, at most for one second.
  public final func followOverrides(at path: String) {
    let reference = WeakService(self)
    followed.follow(OverrideLocator(path)) { problem in
      if let problem { reference.service?.overridesFailed(problem) }
    } onChange: {
      reference.service?.updateRemoteValues()
    }
  }

  /// Stops following the overrides file, and clears the overrides.
  public final func stopFollowingOverrides() {
    followed.stop()
  }

  /// Returns the overridden value of the key; `nil` if the key has no override, or if the override
  /// cannot be converted to the type.
  func overriddenValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    let overrides = followed.features[Feature.Name(rawValue: key.name)]
    // The service has no user: overrides for single users do not hold.
    guard let override = overrides?.everyone else { return nil }
    if override.enabled == false {
      return RemoteValueConversion.value("false", as: Value.self) ?? Value.default
    }
    let texts = [
      override.variables[FlagDefinition.valueVariable]?.description,
      override.variation.flatMap { variation in
        keeper.stringValueRepresentation(for: key, variation: variation.rawValue)
      },
      override.enabled.map(String.init),
    ]
    return texts.lazy.compactMap { $0 }.compactMap {
      RemoteValueConversion.value($0, as: Value.self)
    }.first
  }
}

extension RemoteConfigService {
  /// Returns the value of the key; the first call looks up the value and reports it to the hooks.
  func resolve<Value: RemoteValue>(_ key: any RemoteKey, as type: Value.Type) -> Value {
    let slot = Slot(key, type)
    while true {
      let (value, updates) = state.withLock { ($0.value(in: slot), $0.updates(of: slot)) }
      if let value = value as? Value { return value }
      let found = find(key, as: type)
      let isFirst = state.withLock { $0.insertFirst(found, for: key, in: slot, after: updates) }
      guard isFirst else { continue }
      report(found, for: key)
      return found.value
    }
  }

  /// Looks up the value of the key again, if it was already resolved, and publishes it.
  func update<Value: RemoteValue>(_ key: any RemoteKey, as type: Value.Type) {
    let slot = Slot(key, type)
    guard let turn = state.withLock({ $0.beginUpdate(of: slot) }) else { return }
    let found = find(key, as: type)
    state.withLock { $0.replace(with: found, for: key, in: slot, turn: turn) }
  }

  private func find<Value: RemoteValue>(
    _ key: any RemoteKey,
    as type: Value.Type
  ) -> Found<Value> {
    let set: Value? = debugValue(for: key) ?? keeper.value(for: key)
    if let value = customValue(for: key) ?? set {
      return Found(value: value, origin: .set)
    }
    // An empty string means no value: Firebase returns it for a parameter that does not exist.
    guard let text = keeper.stringValueRepresentation(for: key), !text.isEmpty else {
      return Found(value: .default, origin: .missing)
    }
    return Found(value: .default, origin: .incorrect(text))
  }

  private func report<Value: RemoteValue>(_ found: Found<Value>, for key: any RemoteKey) {
    switch found.origin {
    case .missing: trackKeyNotFound(key)
    case .incorrect(let text): trackIncorrectValue(for: key, value: text)
    case .set:
      guard let value = found.value as? any ExperimentalGroupTrackable, value.shouldTrack else {
        return
      }
      trackExperimentalGroup(for: value)
    }
  }

  /// The result of looking up a key: its value, and the origin of the value.
  struct Found<Value: RemoteValue> {
    let value: Value
    let origin: ValueOrigin
  }

  /// The origin of the value that a look-up has found.
  enum ValueOrigin {
    /// The value was found: it comes from the keeper, a debug menu, or the app.
    case set
    /// The value is the default, because there is no remote value.
    case missing
    /// The value is the default, because the associated remote string is not valid for the type.
    case incorrect(String)
  }
}
