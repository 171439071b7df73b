import Files
import FoundationEssentials
import Glibc
import Locking
internal import Networking

extension DefaultStore.State {
  /// The URL of the configuration; `nil` if the app has not set one and the program has no bundled
  /// configuration.
  var url: URL? { settings.url ?? DefaultStore.bundledURL }

  var isRemote: Bool {
    url.map { RemoteSource.isAddress($0.absoluteString) } ?? false
  }

  /// The loader with the source and the fallbacks of the current settings.
  fileprivate var loader: ConfigurationLoader {
    get throws(SourceError) {
      let bundled = settings.url == nil ? nil : DefaultStore.bundledURL
      let source: any Source
      if let url, isRemote {
        source = try RemoteSource(url: url.absoluteString, client: DefaultStore.client)
      } else {
        source = FileSource(path: url?.path ?? "Features.json")
      }
      var loader = ConfigurationLoader(
        source: source,
        fallback: (settings.fallbackURL ?? bundled).map { FileSource(path: $0.path) },
        bundled: settings.fallbackURL == nil ? nil : bundled.map { FileSource(path: $0.path) },
        cache: store.workspace,
        origin: isRemote ? .remote : .file
      )
      loader.writer = .shared
      loader.requiresUsableFeatures = true
      return loader
    }
  }

  /// Returns the session that loads the store with the current settings, and creates it if necessary;
  /// `nil` if the URL cannot be requested.
  mutating func currentSession() -> FlagSession? {
    if let session { return session }
    do throws(SourceError) {
      let session = FlagSession(store: store, loader: try loader, trigger: .none) {
        DefaultStore.shared.prepare($0, of: $1, isRequested: $2)
      }
      session.poll(settings.pollSettings)
      Task(executorPreference: FlagSession.executor) { await session.runLoads() }
      self.session = session
    } catch {
      invalidURL = error
    }
    return session
  }
}

extension DefaultStore.Settings {
  /// The settings of polling; `nil` if polling is disabled.
  var pollSettings: PollSettings? {
    pollingInterval.map { PollSettings(interval: $0, jitter: 0.1) }
  }
}

// MARK: Synchronous loading

extension DefaultStore {
  /// Loads the file, the cache or a fallback before the first look-up; a document on a server is
  /// fetched in the background.
  ///
  /// The configuration is read and parsed without holding the lock of `state`.
  func loadIfNeeded() {
    guard !state.withLock({ $0.isLoaded }) else { return }
    loading.withLock { _ in
      // Checks again: another thread may have loaded the configuration before this thread acquired the
      // lock.
      guard !state.withLock({ $0.isLoaded }) else { return }
      loadLocally()
      if state.withLock({ $0.isRemote }) { session?.refresh() }
    }
  }

  /// Reads the file; for a server, reads the cache and the fallbacks.
  func reload() {
    loading.withLock { _ in loadLocally() }
  }

  /// Replaces the configuration by a document in memory.
  func refresh(with bytes: [UInt8]) {
    loading.withLock { _ in load(.success(Fetched(bytes: bytes))) }
  }

  private func loadLocally() {
    let (url, isRemote) = state.withLock { ($0.url, $0.isRemote) }
    guard !isRemote else { return load(nil) }
    guard let url else { return load(.failure(.missing("Features.json"))) }
    load(Self.read(url).map { Fetched(bytes: $0) })
  }

  /// Activates the configuration of a source, its cache or its fallbacks.
  ///
  /// - Parameter response: The document of the source; `nil` for a server that has not responded
  ///   yet.
  private func load(_ response: Result<Fetched, SourceError>?) {
    let (session, settings) = state.withLock { ($0.currentSession(), $0.settings) }
    defer {
      // If a setting has changed in the meantime, the session was replaced: `isLoaded` remains `false`,
      // so that the next look-up loads the new configuration.
      state.withLock { state in
        if state.session === session { state.isLoaded = true }
      }
    }
    guard let session else { return }
    forgetErrors()
    let loader = session.loader.withLock { $0 }
    let bundledURL = settings.url == nil ? nil : Self.bundledURL
    var responses = ConfigurationLoader.Responses()
    responses.source = response
    responses.fallback = (settings.fallbackURL ?? bundledURL).map(Self.read)
    responses.bundled = loader.bundled == nil ? nil : bundledURL.map(Self.read)
    // Without a workspace there is no cache: the last document in memory is also a fallback.
    responses.known = session.loaded?.document
    session.apply(Result { () throws(SourceError) in try loader.choose(among: responses) })
  }

  private static func read(_ url: URL) -> Result<[UInt8], SourceError> {
    guard url.isFileURL else {
      let name = URLRedaction.redacted(url.absoluteString)
      return .failure(.unsupported(name, scheme: url.scheme ?? "none"))
    }
    return Result { () throws(SourceError) in try FileSource(path: url.path).readNow() }
  }

  /// The configuration file in the folder of the program; `nil` if there is none.
  static var bundledURL: URL? {
    let folder = FileSystem.parent(of: programPath)
    return ConfigurationType.allCases.lazy
      .map { folder + "/Features." + $0.rawValue }
      .first { access($0, R_OK) == 0 }
      .map { URL(fileURLWithPath: $0) }
  }

  static var programPath: String { FileSystem.programPath ?? "/program" }
}

// MARK: Activation

extension DefaultStore {
  /// Returns the configuration to activate after a load, with the features that the app added;
  /// `nil` if the load belongs to former settings, or becomes active at the next start.
  fileprivate func prepare(
    _ loaded: ConfigurationLoader.Loaded,
    of session: FlagSession,
    isRequested: Bool
  ) -> Configuration? {
    let isFirst = session.loaded == nil
    return state.withLock { state in
      guard state.session === session else { return nil }
      let isDeferred =
        isRequested && state.settings.updates == .nextStart && !isFirst && !state.isStarting
      guard !isDeferred else { return nil }
      state.settings.type = loaded.configuration.format
      if isRequested { state.isLoaded = true }
      return state.prepared(loaded.configuration)
    }
  }

  /// Loads the active configuration again, with the features that the app added, and without the
  /// development state of features whose development the app has ended.
  func reapply() {
    let (store, configuration) = state.withLock { state in
      (state.store, state.prepared(state.store.configuration))
    }
    // Without a configuration and added features there is nothing to load: `filter` and `refresh`
    // still have to return `nil`.
    guard store.loadedFeatures != nil || !configuration.features.isEmpty else { return }
    let problem = store.replace(with: configuration, writer: .shared)
    state.withLock { $0.problem = problem?.workspaceError.map { .workspace($0) } }
  }

  /// Discards the write errors of the last load.
  func forgetErrors() {
    let workspace = state.withLock { state in
      state.problem = nil
      return state.store.workspace
    }
    if let workspace { WorkspaceWriter.shared.forgetErrors(of: workspace) }
  }
}

extension DefaultStore.State {
  /// Returns the given configuration with the features that the app added; a feature whose
  /// development the app has ended is not under development.
  fileprivate func prepared(_ configuration: Configuration) -> Configuration {
    var configuration = configuration.merged(withFallback: Configuration(features: added))
    for index in configuration.features.indices
    where released.contains(configuration.features[index].name) {
      configuration.features[index].isDevelopment = false
    }
    return configuration
  }
}

extension FlagStore {
  /// A configuration with the features of the store, to be modified and loaded again.
  fileprivate var configuration: Configuration {
    state.withLock { $0.configuration(with: $0.features) }
  }
}
