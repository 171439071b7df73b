import Locking
import Synchronization

extension SharedFlags {
  /// Reads the state of the store, with the configuration loaded.
  ///
  /// Acquires only the store's lock: the shared lock and a retained reference would double the time
  /// of a look-up.
  @inline(__always)
  func read<Result>(_ body: (FlagStore.State) -> Result) -> Result {
    if let cell = current.load(ordering: .acquiring) {
      let result = cell._withUnsafeGuaranteedRef { reference in
        reference.withLock { state -> Result? in
          // Another store may have been set since, and this one may be empty now. Then it was
          // emptied under this lock, so that the new pointer is visible.
          guard current.load(ordering: .relaxed)?.toOpaque() == cell.toOpaque() else { return nil }
          return body(state)
        }
      }
      if let result { return result }
    }
    // The store empties its state when it is released, which another thread may cause meanwhile.
    let store = store
    return withExtendedLifetime(store) { store.state.withLock { body($0) } }
  }

  /// Lets look-ups read the state of the store directly.
  func publish(_ state: inout State) {
    guard state.isLoaded else { return }
    let cell = state.store.state
    state.cells[ObjectIdentifier(cell)] = cell
    current.store(.passUnretained(cell), ordering: .releasing)
  }
}
