import FoundationEssentials
import Glibc
import Locking
import Synchronization

/// The state of the drop-in API: one store, its settings, and the request for its configuration.
final class SharedFlags: Sendable {
  static let shared = SharedFlags()

  struct State {
    var settings = Settings()
    var store: FlagStore
    var isLoaded = false
    /// The result of the last load; `nil` before the first one.
    var loaded: ConfigurationLoader.Loaded?
    var failures: [LoadFailure] = []
    /// The features that the program added, which persist across a refresh.
    var added: [Feature] = []
    /// The features whose development has ended, with precedence over their sources.
    var released: Set<Feature.Name> = []
    /// The running request to the server; there is at most one.
    var request: Task<ConfigurationLoader.LoadResult, Never>?
    /// The number of changes of the settings, to discard responses to requests from before a
    /// change.
    var generation = 0
    /// Whether `start(waitingUpTo:)` waits for the server, so that its response is active
    /// immediately.
    var isStarting = false
    var poller: Poller<ContinuousClock>?
    /// The storage of overrides that is followed.
    var followed: OverrideLocator?
    /// The states of the stores that were current once, which are never released.
    ///
    /// A look-up may hold an unretained pointer to such a state, see `read(_:)`. A released store
    /// leaves an empty state of some hundred bytes.
    var cells: [ObjectIdentifier: Cell] = [:]
  }

  typealias Cell = Locked<FlagStore.State>

  /// The settings of the app.
  struct Settings {
    var url: URL?
    var fallbackURL: URL?
    var type = ConfigurationType.json
    var pollingInterval: Duration?
    var updates = UpdateMoment.atOnce
  }

  let state: Locked<State>
  /// Held while the followed overrides, or the store that follows them, are exchanged.
  ///
  /// A store that stops following joins its watcher thread. Doing that under the lock of `state`
  /// would block every look-up, and could deadlock.
  private let exchange = Locked(())
  private let development = Atomic(false)
  /// The state of the store, or `nil` while a look-up has to load the configuration first.
  let current = Atomic<Unmanaged<Cell>?>(nil)

  private init() {
    state = Locked(State(store: FlagStore(workspace: .ofProgram())))
    if let locator = OverrideLocator.ofEnvironment { follow(locator) }
  }

  var isDevelopment: Bool {
    get { development.load(ordering: .relaxed) }
    set { development.store(newValue, ordering: .relaxed) }
  }

  /// The build for which features are evaluated; debug builds enable features under development.
  var build: Build {
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
    // Files are written in the background: waits for the errors of the last load.
    WorkspaceWriter.shared.flush()
    return state.withLock { state in
      let unwritten = state.store.workspace.map(WorkspaceWriter.shared.errors) ?? []
      let followed = [state.store.followed.problem].compactMap(\.self)
      return state.failures + (unwritten + followed).map(LoadFailure.workspace)
    }
  }

  /// Changes a setting; the next look-up loads the configuration again.
  func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
    state.withLock { state in
      state.settings[keyPath: setting] = value
      invalidate(&state)
    }
  }

  /// The store, with its configuration loaded.
  var store: FlagStore {
    get {
      state.withLock { state in
        loadIfNeeded(&state)
        publish(&state)
        return state.store
      }
    }
    set {
      exchange.withLock { _ in
        let (former, locator) = state.withLock { state in
          defer { state.store = newValue }
          invalidate(&state)
          // Without a URL the store keeps its features; with one it is loaded from there.
          state.isLoaded = state.settings.url == nil
          return (state.store, state.followed)
        }
        guard let locator, former !== newValue else { return }
        former.stopFollowingOverrides()
        newValue.followOverrides(of: locator)
      }
    }
  }

  private func invalidate(_ state: inout State) {
    current.store(nil, ordering: .releasing)
    state.isLoaded = false
    state.loaded = nil
    state.request = nil
    state.generation += 1
  }

  /// Loads the configuration from a document in memory.
  func refresh(with bytes: [UInt8]) {
    state.withLock { Self.load(.success(Fetched(bytes: bytes)), into: &$0) }
  }

  func add(_ feature: Feature) {
    state.withLock { state in
      loadIfNeeded(&state)
      guard state.store.feature(named: feature.name) == nil else { return }
      state.added.append(feature)
      Self.apply(state.store.configuration, to: &state)
    }
  }

  func release(_ name: Feature.Name) {
    state.withLock { state in
      state.released.insert(name)
      Self.apply(state.store.configuration, to: &state)
    }
  }

  func deleteCache() {
    state.withLock { state in
      // Loads the configuration, whose feature names are needed to delete their assignments.
      loadIfNeeded(&state)
      state.added = []
      state.loaded = nil
      do throws(WorkspaceError) {
        WorkspaceWriter.shared.flush()
        try state.store.workspace?.removeLastGood()
      } catch {
        state.failures = [.workspace(error)]
      }
      // Ignores an error of writing the workspace: removing the cache has reported it.
      try? state.store.delete(state.store.features.map(\.name))
    }
  }
}

// MARK: Overrides

extension SharedFlags {
  /// Follows a storage of overrides, or none.
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

extension FlagStore {
  /// The configuration in the store, to be changed and loaded again.
  fileprivate var configuration: Configuration {
    state.withLock { state in
      var configuration = Configuration(features: state.features)
      configuration.evaluator = state.evaluator
      configuration.origin = state.origin
      return configuration
    }
  }
}

extension Workspace {
  /// The workspace of the running program, in the state and cache folders of the user.
  ///
  /// - Parameter name: The name of the workspace and of its folders.
  /// - Returns: `nil` for a user without a home folder.
  package static func ofProgram(_ name: String = "feature-flags") -> Workspace? {
    let program = SharedFlags.programPath.split(separator: "/").last.map(String.init) ?? "program"
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
