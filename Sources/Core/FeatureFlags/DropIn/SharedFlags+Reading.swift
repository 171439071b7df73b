import Locking
import Synchronization

extension DefaultStore {
  /// Returns a result from the state of the store, after loading the configuration.
  ///
  /// Neither acquires the lock of `DefaultStore` nor retains the store, which would double the time
  /// of a look-up.
  @inline(__always)
  func read<Result>(_ body: (FlagStore.State) -> Result) -> Result {
    if let cell = current.load(ordering: .acquiring) {
      let result = cell._withUnsafeGuaranteedRef { reference in
        reference.withLock { state -> Result? in
          // Compare the pointer again under the lock: if another thread has set a different store,
          // the old store may be released, and its state empty. Relaxed ordering suffices, because
          // a state is emptied under this lock, after the pointer has changed.
          guard current.load(ordering: .relaxed)?.toOpaque() == cell.toOpaque() else { return nil }
          return body(state)
        }
      }
      if let result { return result }
    }
    // Retain the store: another thread could release it now, and a released store empties its
    // state.
    let store = store
    return withExtendedLifetime(store) { store.state.withLock { body($0) } }
  }

  /// Returns a result for a feature by name, or else for a feature whose name is the same text in
  /// another Unicode normalization form; `nil` if there is none.
  ///
  /// The names of an app and of its document come from different editors, which may write the
  /// letter é as one scalar or as two. Only a name that is not found, and is not ASCII, is compared
  /// with all names.
  @inline(__always)
  func read<Result>(
    _ name: Feature.Name,
    _ body: (FlagStore.State, Feature.Name) -> Result?
  ) -> Result? {
    if let result = read({ body($0, name) }) { return result }
    guard !name.isASCII, let other = read({ $0.equivalentName(of: name) }) else { return nil }
    return read { body($0, other) }
  }

  /// Returns the spelling of a name in the configuration; the given spelling if there is no such feature.
  func known(_ name: Feature.Name) -> Feature.Name {
    read(name) { state, name in state.position(of: name) == nil ? nil : name } ?? name
  }

  /// Publishes the pointer to the state of the store, so that look-ups read it directly.
  func publish(_ state: inout State) {
    guard state.isLoaded else { return }
    let cell = state.store.state
    state.cells[ObjectIdentifier(cell)] = cell
    current.store(.passUnretained(cell), ordering: .releasing)
  }
}
