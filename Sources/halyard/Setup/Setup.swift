import Dashboard
import FeatureFlags
import Files
import Glibc
import Locking

import struct FoundationEssentials.Date

/// The source, the workspace and the store that the options select.
struct Setup {
  /// The source, for the active user.
  private let currentSource: Locked<any Source>
  let origin: Origin
  let workspace: Workspace
  let store: FlagStore
  /// The server that receives impressions; `nil` if none are sent.
  let sink: SinkOption?
  /// Whether `--read-only` was given.
  let isReadOnly: Bool
  let program: Program
  private let fallback: FileSource?
  /// The readers of all formats, in the order in which they are tried.
  private let formats: [ConfigurationFormat]
  /// The format of the source; `nil` if its content determines it.
  private let format: ConfigurationFormat?

  /// Makes the source, the workspace and the store; nothing is read yet.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - program: The dependencies of the command.
  ///   - isReadOnly: Whether no change is saved; `nil` follows the options.
  ///   - author: The author of new overrides.
  ///   - now: The clock of expiries.
  /// - Throws: `usage` or `source`, for a name that no source can have.
  init(
    _ options: SourceOptions,
    _ program: Program,
    isReadOnly: Bool? = nil,
    author: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(Failure) {
    self.program = program
    let environment = program.environment
    let location = try SourceLocation(options, program)
    currentSource = Locked(location.source)
    origin = location.origin
    fallback = options.fallback.map { FileSource(path: $0) }
    sink = options.events
    self.isReadOnly = options.isReadOnly
    let formatOptions = FileFormats.Options(options)
    formats = FileFormats.readers(formatOptions)
    let kind = options.name.map(SourceKinds.kind)
    format = (options.format ?? kind?.format)?.reader(formatOptions)
    var workspace = Workspace(
      name: options.workspace ?? location.workspaceName,
      source: location.fullName,
      stateRoot: environment.stateRoot,
      cacheRoot: environment.cacheRoot
    )
    if program.log != nil { workspace.writes.report = program.recordWrite }
    self.workspace = workspace
    store = FlagStore(
      context: options.user,
      workspace: workspace,
      isReadOnly: isReadOnly ?? options.isReadOnly,
      author: author,
      now: now
    )
  }

  /// Loads the configuration into the store.
  ///
  /// - Parameters:
  ///   - usesCache: Whether the last known good configuration is used while the source fails.
  ///   - previous: The last load, with which the new one is compared.
  /// - Returns: The configuration, with the failures that were recovered from.
  /// - Throws: `source`, if there is nothing to load.
  func load(
    usesCache: Bool = false,
    after previous: ConfigurationLoader.Loaded? = nil
  ) async throws(Failure) -> ConfigurationLoader.Loaded {
    do throws(SourceError) {
      return try await loader(of: source, usesCache: usesCache).load(after: previous)
    } catch {
      throw .source(error)
    }
  }

  /// The source, for the active user where the server sends each user a document of their own.
  var source: any Source { currentSource.withLock { $0 } }

  /// Evaluates the features for another user from now on.
  ///
  /// - Returns: Whether the source has to be read again, because its document is that of the former
  ///   user.
  /// - Throws: `notRead` or `notSaved`, as ``FlagStore/setContext(_:)``; the user is active even then.
  func setContext(_ context: EvaluationContext) throws(FlagStoreError) -> Bool {
    let isOther = currentSource.withLock { source in
      let other = source.source(for: context)
      defer { source = other }
      return other.address != source.address
    }
    try store.setContext(context)
    return isOther
  }

  /// The user as a tester edits them; `nil` where all users have the same features.
  func userFields(of loaded: ConfigurationLoader.Loaded) -> UserFields? {
    loaded.configuration.evaluator.targetingKeyUse == .unused ? nil : UserFields(store.context)
  }

  /// The name of the active document: the source, or the fallback.
  func name(of loaded: ConfigurationLoader.Loaded) -> String {
    guard loaded.origin == .fallback, let fallback else { return source.name }
    return fallback.name
  }

  /// The notice, posted once, that changes of files are detected by polling.
  static let pollingRemark =
    "inotify is not available: changes of files are noticed within a second"

  /// Watches a source that is a file, for as long as the result is held.
  func followFile(onChange: @escaping @Sendable () -> Void) -> FileWatch? {
    (source as? FileSource).flatMap { FileWatch(path: $0.path, onChange: onChange) }
  }

  /// The configuration until a server has responded, from the cache or the fallback; `nil` if there is
  /// neither.
  func standIn() async -> ConfigurationLoader.Loaded? {
    let waiting = WaitingSource(name: source.name, address: source.address)
    // Failures of the cache and the fallback are reported with the first result of the server.
    return try? await loader(of: waiting, usesCache: true).load()
  }

  /// Makes the loader of a source, with its cache and its fallback.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - usesCache: Whether the last known good configuration of a file is used while the file cannot
  ///     be parsed; a server always uses it.
  /// - Returns: The loader.
  func loader(of source: any Source, usesCache: Bool) -> ConfigurationLoader {
    let hasCache = (usesCache || origin == .remote) && !store.isReadOnly && origin != .bundled
    var loader = ConfigurationLoader(
      source: source,
      fallback: fallback,
      cache: hasCache ? workspace : nil,
      origin: origin
    )
    loader.context = store.context
    loader.format = format
    loader.formats = formats
    return loader
  }

  /// Loads the configuration into the store, for commands that change overrides.
  ///
  /// - Throws: `source`, or `store` if the workspace cannot be read or written.
  func open() async throws(Failure) -> ConfigurationLoader.Loaded {
    let loaded = try await load()
    do throws(FlagStoreError) {
      try store.load(loaded.configuration)
    } catch {
      throw .store(error)
    }
    return loaded
  }
}

/// A server that has not responded yet.
private struct WaitingSource: Source {
  let name: String
  let address: String?

  func read() async throws(SourceError) -> [UInt8] {
    throw .pending(name)
  }
}
