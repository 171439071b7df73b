import Locking

extension RemoteConfigService {
  /// The value of a key, found and told about now if it was not before.
  func resolve<Value: RemoteValue>(_ key: any RemoteKey, as type: Value.Type) -> Value {
    let slot = Slot(key, type)
    while true {
      let (value, updates) = state.withLock { ($0.value(in: slot), $0.updates(of: slot)) }
      if let value = value as? Value { return value }
      let found = find(key, as: type)
      let isFirst = state.withLock { $0.insertFirst(found, for: key, in: slot, after: updates) }
      guard isFirst else { continue }
      tell(of: found, for: key)
      return found.value
    }
  }

  /// Finds the value of a key anew, if it was found before.
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
    // Firebase answers an empty text for a parameter that does not exist.
    guard let text = keeper.stringValueRepresentation(for: key), !text.isEmpty else {
      return Found(value: .default, origin: .missing)
    }
    return Found(value: .default, origin: .incorrect(text))
  }

  private func tell<Value: RemoteValue>(of found: Found<Value>, for key: any RemoteKey) {
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

  /// The value of a key, and where it is from.
  struct Found<Value: RemoteValue> {
    let value: Value
    let origin: FoundOrigin
  }

  /// Where the value of a key is from.
  enum FoundOrigin {
    /// It is the remote, the debug or the custom value.
    case set
    /// It is the default, as there is no remote one.
    case missing
    /// It is the default, as the remote text is none of the type.
    case incorrect(String)
  }
}
