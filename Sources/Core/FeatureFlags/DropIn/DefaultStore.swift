import FoundationEssentials
import Glibc
import Locking
import Synchronization

/// Owns the state of the drop-in API: one store, its settings, and the session that loads it.
final class DefaultStore: Sendable {
  static let shared = DefaultStore()

  struct State {
    var settings = Settings()
    var store: FlagStore
    /// The session that loads the store with the current settings; `nil` before the first use.
    var session: FlagSession?
    /// Whether the configuration of the current settings is loaded.
    var isLoaded = false
    /// The error of a configuration URL that cannot be requested; `nil` for a valid URL.
    var invalidURL: SourceError?
    /// The error of the last change of the cache or of the assignments of added features; `nil` for
    /// none.
    var problem: LoadFailure?
    /// The features that the app added, which refreshes do not remove.
    var added: [Feature] = []
    /// The names of the features whose development has ended, whatever the configuration declares.
    var released: Set<Feature.Name> = []
    /// Whether `start(waitingUpTo:)` waits for the server, so that its response becomes active
    /// immediately.
    var isStarting = false
    /// The followed storage of overrides; `nil` if none is followed.
    var followed: OverrideLocator?
    /// The states of all stores that were ever current; they are never released.
    ///
    /// A look-up may use an unretained pointer to such a state, see `read(_:)`. A released store
    /// leaves an empty state of a few hundred bytes.
    var cells: [ObjectIdentifier: Cell] = [:]
  }

  typealias Cell = Locked<FlagStore.State>

  /// The settings that the app has changed, or their defaults.
  struct Settings {
    var url: URL?
    var fallbackURL: URL?
    var type = ConfigurationType.json
    var pollingInterval: Duration?
    var updates = UpdateMoment.atOnce
  }

  let state: Locked<State>
  /// A lock that is held while the followed overrides, or the store that follows them, are replaced.
  ///
  /// A store that starts following reads the overrides first. If it read them under the lock of `state`,
  /// every look-up would be blocked.
  private let exchange = Locked(())
  /// A lock that is held while the configuration is loaded synchronously, so that only one thread
  /// loads it.
  let loading = Locked(())
  private let development = Atomic(false)
  /// The state of the store; `nil` while the next look-up has to load the configuration.
  let current = Atomic<Unmanaged<Cell>?>(nil)

  private init() {
    state = Locked(State(store: FlagStore(workspace: .ofProgram())))
    if let locator = OverrideLocator.ofEnvironment { follow(locator) }
  }

  var isDevelopment: Bool {
    get { development.load(ordering: .relaxed) }
    set { development.store(newValue, ordering: .relaxed) }
  }

  /// The build for which features are evaluated; in debug builds features under development can be
  /// on.
  var build: BuildKind {
    #if DEBUG
    .development
    #else
    isDevelopment ? .development : .release
    #endif
  }

  var settings: Settings {
    state.withLock { $0.settings }
  }

  var failures: [LoadFailure] {
    // Waits for the background writes: their errors are also failures of the last load.
    WorkspaceWriter.shared.flush()
    let state = state.withLock { $0 }
    let unwritten = state.store.workspace.map(WorkspaceWriter.shared.errors) ?? []
    let followed = [state.store.followed.problem].compactMap(\.self)
    let loading = state.invalidURL.map { [.source($0)] } ?? state.session?.loadFailures ?? []
    return loading + [state.problem].compactMap(\.self)
      + (unwritten + followed).map(LoadFailure.workspace)
  }

  /// The session that loads the store with the current settings; `nil` if the URL cannot be
  /// requested.
  var session: FlagSession? { state.withLock { $0.currentSession() } }

  /// Changes a setting; the next look-up loads the configuration with the new setting.
  func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
    state.withLock { state in
      state.settings[keyPath: setting] = value
      invalidate(&state)
    }
  }

  /// The current store, with its configuration loaded.
  var store: FlagStore {
    get {
      loadIfNeeded()
      return state.withLock { state in
        publish(&state)
        return state.store
      }
    }
    set {
      exchange.withLock { _ in
        let (former, locator) = state.withLock { state in
          defer { state.store = newValue }
          invalidate(&state)
          // Without a URL the store retains its features; with a URL the next look-up loads its
          // configuration.
          state.isLoaded = state.settings.url == nil
          return (state.store, state.followed)
        }
        guard let locator, former !== newValue else { return }
        former.stopFollowingOverrides()
        newValue.followOverrides(of: locator)
      }
    }
  }

  /// Ends the session of the former settings, whose late responses are discarded.
  private func invalidate(_ state: inout State) {
    current.store(nil, ordering: .releasing)
    state.isLoaded = false
    state.session?.stop()
    state.session = nil
    state.invalidURL = nil
    // Creates the new session now, not at the next look-up, so that polling continues even if the
    // program does not look up a feature.
    if state.settings.pollingInterval != nil { _ = state.currentSession() }
  }

  func add(_ feature: Feature) {
    loadIfNeeded()
    loading.withLock { _ in
      let isKnown = state.withLock { state in
        guard !state.store.state.withLock({ $0.isKnown(feature.name) }) else { return true }
        state.added.append(feature)
        return false
      }
      if !isKnown { reapply() }
    }
  }

  func release(_ name: Feature.Name) {
    loading.withLock { _ in
      state.withLock { _ = $0.released.insert(name) }
      reapply()
    }
  }

  func deleteCache() {
    // Loads the configuration: deleting features and their overrides requires the feature names.
    loadIfNeeded()
    let store = state.withLock { state in
      state.added = []
      state.session?.forget()
      return state.store
    }
    do throws(WorkspaceError) {
      WorkspaceWriter.shared.flush()
      try store.workspace?.removeLastGood()
    } catch {
      state.withLock { $0.problem = .workspace(error) }
    }
    do throws(FlagStoreError) {
      try store.delete(store.features.map(\.name))
    } catch {
      if let error = error.workspaceError { state.withLock { $0.problem = .workspace(error) } }
    }
    store.state.withLock { $0.forgetLoad() }
  }
}

// MARK: Overrides

extension DefaultStore {
  /// Follows a storage of overrides; `nil` stops following.
  func follow(_ locator: OverrideLocator?) {
    exchange.withLock { _ in
      let store = state.withLock { state in
        state.followed = locator
        return state.store
      }
      if let locator {
        store.followOverrides(of: locator)
      } else {
        store.stopFollowingOverrides()
      }
    }
  }
}

extension Workspace {
  /// Returns the workspace of the running program, in the state and cache folders of the user.
  ///
  /// - Parameter name: The name of the workspace and of its folders.
  /// - Returns: The workspace; `nil` if the user has no home folder.
  package static func ofProgram(_ name: String = "feature-flags") -> Workspace? {
    let program = DefaultStore.programPath.split(separator: "/").last.map(String.init) ?? "program"
    let files = FileManager.default
    guard
      let state = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first,
      let cache = files.urls(for: .cachesDirectory, in: .userDomainMask).first
    else { return nil }
    return Workspace(
      name: name,
      source: program,
      stateRoot: state.path + "/" + program,
      cacheRoot: cache.path + "/" + program
    )
  }
}

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
          // Compares the pointer again under the lock: if another thread has set a different store, the
          // old store may be released, and its state empty. Relaxed ordering suffices, because a state
          // is emptied under this lock, after the pointer has changed.
          guard current.load(ordering: .relaxed)?.toOpaque() == cell.toOpaque() else { return nil }
          return body(state)
        }
      }
      if let result { return result }
    }
    // Retains the store: another thread could release it now, and a released store empties its state.
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

extension Collection {
  /// Transforms the elements, and drops each result that is equal to an earlier one.
  ///
  /// Exists for compatibility with the FeatureFlags framework. The time grows with the square of
  /// the number of distinct results; for hashable results, a `Set` is faster.
  ///
  /// - Parameter transform: The transformation of one element.
  /// - Returns: The distinct results, in the order of the elements.
  /// - Throws: The error of `transform`.
  public func mapDistinct<Result: Equatable>(
    _ transform: (Element) throws -> Result
  ) rethrows -> [Result] {
    var results: [Result] = []
    for element in self {
      let result = try transform(element)
      if !results.contains(result) { results.append(result) }
    }
    return results
  }
}
