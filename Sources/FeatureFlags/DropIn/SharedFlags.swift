import FoundationEssentials
import Glibc
import Locking
import Synchronization

/// What stands behind the drop-in API: one store, and where its configuration comes from.
final class SharedFlags: Sendable {
  static let shared = SharedFlags()

  struct State {
    var settings = Settings()
    var store: FlagStore
    var isLoaded = false
    /// How the features in effect were got; `nil` before the first load.
    var loaded: ConfigurationLoader.Loaded?
    var failures: [LoadFailure] = []
    /// Features that the program added, which stay across a refresh.
    var added: [Feature] = []
    /// Features that are under development no longer, whatever their sources say.
    var released: Set<Feature.Name> = []
    /// Asks the server; there is one at a time.
    var request: Task<ConfigurationLoader.LoadResult, Never>?
    /// Counts what was set, so that an answer to an older question is not taken for a new one.
    var generation = 0
    /// Whether the app waits for the server to begin with, so that its answer is in effect at once.
    var isStarting = false
    var poller: Poller<ContinuousClock>?
    /// The file of overrides that is followed.
    var followedPath: String?
    /// The states of the stores that were current once, which are never released.
    ///
    /// A look-up may hold the address of such a state without a reference, see `read(_:)`. A store
    /// that is gone leaves an empty state of some hundred bytes.
    var cells: [ObjectIdentifier: Cell] = [:]
  }

  typealias Cell = Locked<FlagStore.State>

  /// What an app sets before it asks for features.
  struct Settings {
    var url: URL?
    var fallbackURL: URL?
    var type = ConfigurationType.json
    var pollingInterval: Duration?
    var updates = UpdateMoment.atOnce
  }

  let state: Locked<State>
  /// Held while the file that is followed, or the store that follows it, is exchanged.
  ///
  /// A store that lets go of a file waits for a thread, which is no time to hold the other lock.
  private let exchange = Locked(())
  private let development = Atomic(false)
  /// The state of the store, or `nil` while a look-up has to load the configuration first.
  let current = Atomic<Unmanaged<Cell>?>(nil)

  private init() {
    state = Locked(State(store: FlagStore(workspace: .ofProgram())))
    if let path = FollowedOverrides.pathOfEnvironment { follow(path) }
  }

  var isDevelopment: Bool {
    get { development.load(ordering: .relaxed) }
    set { development.store(newValue, ordering: .relaxed) }
  }

  /// The build for which features are asked: debug builds show what is under development.
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
    // Files are written in the background, and their errors belong to the last load.
    WorkspaceWriter.shared.flush()
    return state.withLock { state in
      let unwritten = state.store.workspace.map(WorkspaceWriter.shared.errors) ?? []
      let followed = [state.store.followed.problem].compactMap(\.self)
      return state.failures + (unwritten + followed).map(LoadFailure.workspace)
    }
  }

  /// Changes a setting; the configuration is loaded anew when a feature is next asked for.
  func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
    state.withLock { state in
      state.settings[keyPath: setting] = value
      forget(&state)
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
        let (former, path) = state.withLock { state in
          defer { state.store = newValue }
          forget(&state)
          // A store without an address keeps what it was given; another one is loaded from there.
          state.isLoaded = state.settings.url == nil
          return (state.store, state.followedPath)
        }
        guard let path, former !== newValue else { return }
        former.stopFollowingOverrides()
        newValue.followOverrides(at: path)
      }
    }
  }

  private func forget(_ state: inout State) {
    current.store(nil, ordering: .releasing)
    state.isLoaded = false
    state.loaded = nil
    state.request = nil
    state.generation += 1
  }

  /// Takes the configuration from bytes that the app has at hand.
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
      // The names of the features are known, and can be forgotten, once they are loaded.
      loadIfNeeded(&state)
      state.added = []
      state.loaded = nil
      do throws(WorkspaceError) {
        WorkspaceWriter.shared.flush()
        try state.store.workspace?.removeLastGood()
      } catch {
        state.failures = [.workspace(error)]
      }
      // Fails only where the workspace cannot be written, which the line above has reported.
      try? state.store.delete(state.store.features.map(\.name))
    }
  }
}

// MARK: Overrides

extension SharedFlags {
  /// Follows a file of overrides, or none.
  func follow(_ path: String?) {
    exchange.withLock { _ in
      let store = state.withLock { state in
        state.followedPath = path
        return state.store
      }
      if let path { store.followOverrides(at: path) } else { store.stopFollowingOverrides() }
    }
  }
}

extension FlagStore {
  /// What is in the store, to be loaded again with changes.
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
  /// A workspace of the running program, among the folders of the user.
  ///
  /// - Parameter name: The name of the workspace, which becomes that of its folders.
  /// - Returns: `nil` for a user without a home.
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
