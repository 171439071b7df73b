import FoundationEssentials
import Glibc
import Locking
import Synchronization

/// What stands behind the drop-in API: one store, and where its configuration comes from.
final class SharedFlags: Sendable {
  static let shared = SharedFlags()

  private struct State {
    var settings = Settings()
    var store: FlagStore
    var isLoaded = false
    var failures: [LoadFailure] = []
    /// Features that the program added, which stay across a refresh.
    var added: [Feature] = []
    /// Features that are under development no longer, whatever their sources say.
    var released: Set<Feature.Name> = []
  }

  /// What an app sets before it asks for features.
  struct Settings {
    var url: URL?
    var fallbackURL: URL?
    var type = ConfigurationType.json
  }

  private let state = Locked(State(store: FlagStore(workspace: .ofProgram())))
  private let development = Atomic(false)

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
    state.withLock { $0.failures }
  }

  /// Changes a setting; the configuration is loaded anew when a feature is next asked for.
  func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
    state.withLock { state in
      state.settings[keyPath: setting] = value
      state.isLoaded = false
    }
  }

  /// The store, with its configuration loaded.
  var store: FlagStore {
    get {
      state.withLock { state in
        if !state.isLoaded { Self.load(into: &state) }
        return state.store
      }
    }
    set {
      state.withLock { state in
        state.store = newValue
        // A store without an address keeps what it was given; another one is loaded from there.
        state.isLoaded = state.settings.url == nil
      }
    }
  }

  /// Loads the configuration again.
  func refresh() {
    state.withLock { Self.load(into: &$0) }
  }

  /// Takes the configuration from bytes that the app has at hand.
  func refresh(with bytes: [UInt8]) {
    state.withLock { Self.load(.success(bytes), into: &$0) }
  }

  func add(_ feature: Feature) {
    state.withLock { state in
      if !state.isLoaded { Self.load(into: &state) }
      guard state.store.feature(named: feature.name) == nil else { return }
      state.added.append(feature)
      Self.apply(Configuration(features: state.store.features), to: &state)
    }
  }

  func release(_ name: Feature.Name) {
    state.withLock { state in
      state.released.insert(name)
      Self.apply(Configuration(features: state.store.features), to: &state)
    }
  }

  func deleteCache() {
    state.withLock { state in
      // The names of the features are known, and can be forgotten, once they are loaded.
      if !state.isLoaded { Self.load(into: &state) }
      state.added = []
      do throws(WorkspaceError) {
        try state.store.workspace?.removeLastGood()
      } catch {
        state.failures = [.workspace(error)]
      }
      // Fails only where the workspace cannot be written, which the line above has reported.
      try? state.store.delete(state.store.features.map(\.name))
    }
  }
}

// MARK: Loading

extension SharedFlags {
  private static func load(into state: inout State) {
    let url = state.settings.url ?? bundledURL
    guard let url else {
      state.isLoaded = true
      return load(nil, into: &state)
    }
    load(read(url), into: &state)
  }

  private static func load(
    _ document: Result<[UInt8], SourceError>?,
    into state: inout State
  ) {
    state.isLoaded = true
    let url = state.settings.url ?? bundledURL
    let fallbackURL = state.settings.fallbackURL ?? (state.settings.url == nil ? nil : bundledURL)
    let loader = ConfigurationLoader(
      source: FileSource(path: url?.path ?? "Features.json"),
      fallback: fallbackURL.map { FileSource(path: $0.path) },
      cache: state.store.workspace
    )
    do throws(SourceError) {
      let (standby, failures) = loader.readCache()
      let loaded = try loader.choose(
        among: ConfigurationLoader.Answers(
          source: (document ?? .failure(.missing("Features.json"))).map { Fetched(bytes: $0) },
          fallback: fallbackURL.map(read),
          standby: standby,
          failures: failures
        )
      )
      state.failures = loaded.failures
      state.settings.type = loaded.configuration.format
      apply(loaded.configuration, to: &state)
    } catch {
      // What is in place is better than nothing.
      state.failures = [.source(error)]
    }
  }

  private static func apply(_ configuration: Configuration, to state: inout State) {
    var configuration = configuration.merged(withFallback: Configuration(features: state.added))
    for index in configuration.features.indices
    where state.released.contains(configuration.features[index].name) {
      configuration.features[index].isDevelopment = false
    }
    do throws(FlagStoreError) {
      try state.store.load(configuration)
    } catch .notSaved(let error) {
      state.failures.append(.workspace(error))
    } catch {
      // Loading names no feature, so that it can fail in no other way.
    }
  }

  private static func read(_ url: URL) -> Result<[UInt8], SourceError> {
    guard url.isFileURL else {
      return .failure(.unsupported(url.absoluteString, scheme: url.scheme ?? "none"))
    }
    do throws(SourceError) {
      return .success(try FileSource(path: url.path).readNow())
    } catch {
      return .failure(error)
    }
  }

  /// The configuration that stands beside the program.
  static var bundledURL: URL? {
    let folder = FileSystem.parent(of: programPath)
    return ConfigurationType.allCases.lazy
      .map { folder + "/Features." + $0.rawValue }
      .first { access($0, R_OK) == 0 }
      .map { URL(fileURLWithPath: $0) }
  }

  static var programPath: String {
    // A system without /proc has no name for its program; the words stand in for it.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/program"
  }
}

extension Workspace {
  /// The workspace of the running program, among the folders of the user.
  ///
  /// - Returns: `nil` for a user without a home.
  static func ofProgram() -> Workspace? {
    let program = SharedFlags.programPath.split(separator: "/").last.map(String.init) ?? "program"
    let files = FileManager.default
    guard
      let state = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first,
      let cache = files.urls(for: .cachesDirectory, in: .userDomainMask).first
    else { return nil }
    return Workspace(
      name: "feature-flags",
      source: program,
      stateRoot: state.path + "/" + program,
      cacheRoot: cache.path + "/" + program
    )
  }
}
