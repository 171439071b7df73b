import Locking
import Synchronization

extension SharedFlags {
  /// Returns a result from the state of the store, after loading the configuration.
  ///
  /// Only the lock of the store is acquired: the shared lock and a retained reference would double
  /// the time of a look-up.
  @inline(__always)
  func read<Result>(_ body: (FlagStore.State) -> Result) -> Result {
    if let cell = current.load(ordering: .acquiring) {
      let result = cell._withUnsafeGuaranteedRef { reference in
        reference.withLock { state -> Result? in
          // A different store may have been set since the pointer was read, so that this state is
          // empty now. The state was emptied under this lock, so the new pointer is visible.
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

  /// Publishes the pointer to the state of the store, so that look-ups read it directly.
  func publish(_ state: inout State) {
    guard state.isLoaded else { return }
    let cell = state.store.state
    state.cells[ObjectIdentifier(cell)] = cell
    current.store(.passUnretained(cell), ordering: .releasing)
  }
}
