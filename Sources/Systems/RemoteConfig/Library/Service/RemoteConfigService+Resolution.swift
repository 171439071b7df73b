import Locking

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
    let origin: FoundOrigin
  }

  /// The origin of the value that a look-up has found.
  enum FoundOrigin {
    /// The value was set: by the keeper, a debug menu, or the app.
    case set
    /// The value is the default, because there is no remote value.
    case missing
    /// The value is the default, because the given remote string is not valid for the type.
    case incorrect(String)
  }
}
