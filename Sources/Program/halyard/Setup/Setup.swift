import Dashboard
import FeatureFlags
import Files
import FlagSystem
import Team
import Text
import Workbench

import struct FoundationEssentials.Date

/// The parts of a running program that the options select: the session with its source and store, the
/// workspace, the team and the event server.
struct Setup {
  /// The session, which loads the source into the store, polls it, and publishes changes.
  let session: FlagSession
  let origin: Origin
  /// The workspace; the store of an isolated program does not use it, see ``SourceOptions/isIsolated``.
  let workspace: Workspace
  /// The storage of the overrides that a team shares; `nil` if the overrides of the workspace are used.
  let team: EtcdOverrideStorage?
  /// The server that receives impressions; `nil` if none are sent.
  let sink: EventServerOption?
  /// Whether `--read-only` was given.
  let isReadOnly: Bool
  /// The timeout of a request, which the screen shows beside a slow request.
  let timeout: Duration
  /// The options that select the same source and workspace on a command line in any working folder.
  let commandOptions: [String]
  let program: Program
  /// The source of the features that the main source does not have; it also replaces a source that
  /// cannot be read.
  let fallback: (any Source)?
  /// The storage of the workspace's overrides; `nil` with a team.
  private let overridesFile: FileOverrideStorage?

  var store: FlagStore { session.store }

  /// The source; for a server with a different document per user, the source for the active user.
  var source: any Source { session.source }

  /// Selects the trigger that reloads a source without a request of the user.
  typealias Trigger = (_ source: any Source, _ origin: Origin) -> SessionTrigger

  /// Creates the session with its store; reads nothing yet except the settings.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - program: The dependencies of the command.
  ///   - usesCache: Whether the last known good configuration of a file is the fallback while the
  ///     file cannot be parsed; a server always uses it.
  ///   - isReadOnly: Whether changes apply only until the program ends; with `nil`, the
  ///     option `--read-only` determines this.
  ///   - author: The author of new overrides.
  ///   - sessionOwner: The process whose end also ends new overrides with the lifetime `session`.
  ///   - now: Returns the current date, which determines whether an override has expired.
  ///   - trigger: Selects the trigger that reloads the source; no trigger by default.
  /// - Throws: `usage` or `source`, for a malformed name of a source or of a team.
  init(
    _ options: SourceOptions,
    _ program: Program,
    usesCache: Bool = false,
    isReadOnly: Bool? = nil,
    author: String? = nil,
    sessionOwner: ProcessIdentity? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    trigger: Trigger = { _, _ in .none }
  ) throws(Failure) {
    self.program = program
    let location = try LocatedSource(options, program)
    origin = location.origin
    commandOptions = options.commandOptions(for: location, program.environment)
    fallback = options.fallback.map { FileSource(path: $0) } ?? location.service
    (timeout, sink) = (options.timeout, options.events)
    self.isReadOnly = options.isReadOnly
    workspace = Self.workspace(options, location, program)
    let isReadOnly = isReadOnly ?? options.isReadOnly
    team = try Self.team(options, program, isReadOnly: isReadOnly)
    let stored = options.isIsolated ? nil : workspace
    let overridesFile = stored?.overrideStorage
    self.overridesFile = team == nil ? overridesFile : nil
    let store = FlagStore(
      storage: team ?? overridesFile,
      context: options.user,
      workspace: stored,
      isReadOnly: isReadOnly,
      author: author,
      program: program.name,
      session: sessionOwner,
      now: now
    )
    let hasCache = (usesCache || origin == .remote) && !store.isReadOnly && origin != .bundled
    self.session = FlagSession(
      store: store,
      loader: Self.loader(options, location, fallback, cache: hasCache ? stored : nil),
      trigger: trigger(location.source, origin)
    )
  }

  private static func team(
    _ options: SourceOptions,
    _ program: Program,
    isReadOnly: Bool
  ) throws(Failure) -> EtcdOverrideStorage? {
    guard !options.isIsolated else { return nil }
    return try TeamOptions.selected(options.team, program)?
      .storage(program, isForcing: options.isForcing, isReadOnly: isReadOnly)
  }

  private static func loader(
    _ options: SourceOptions,
    _ location: LocatedSource,
    _ fallback: (any Source)?,
    cache: Workspace?
  ) -> ConfigurationLoader {
    var loader = ConfigurationLoader(
      source: location.source,
      fallback: fallback,
      cache: cache,
      origin: location.origin
    )
    loader.formats = FileFormats.candidates(options.formatSettings)
    loader.format = options.selectedReader
    return loader
  }

  private static func workspace(
    _ options: SourceOptions,
    _ location: LocatedSource,
    _ program: Program
  ) -> Workspace {
    var workspace = Workspace(
      name: options.workspace ?? location.workspaceName,
      source: location.fullName,
      stateRoot: program.environment.stateRoot,
      cacheRoot: program.environment.cacheRoot
    )
    if program.log != nil { workspace.writes.report = program.recordWrite }
    return workspace
  }

  /// Loads the configuration, without applying it to the store.
  ///
  /// - Parameter previous: The result of the last load, whose ETag is used for a conditional
  ///   request.
  /// - Returns: The configuration, with the failures that made a fallback necessary.
  /// - Throws: `source`, if neither the source nor a fallback has a valid configuration.
  func load(
    after previous: ConfigurationLoader.Loaded? = nil
  ) async throws(Failure) -> ConfigurationLoader.Loaded {
    try await mapError(awaiting: await session.load(after: previous), to: Failure.source)
  }

  /// Revokes the lease of this program in the team, so that its overrides with the lifetime `session` end
  /// for everyone.
  func close() async {
    await team?.close()
  }

  /// The name of the active document: the name of the source or of the fallback.
  func name(of loaded: ConfigurationLoader.Loaded) -> String {
    guard loaded.origin == .fallback, let fallback else { return source.name }
    return fallback.name
  }

  /// Loads the configuration into the store, for commands that change overrides.
  ///
  /// - Throws: `source`, or `store` if the workspace cannot be read or written.
  func open() async throws(Failure) -> ConfigurationLoader.Loaded {
    let loaded = try await load()
    try mapError(store.load(loaded.configuration), to: Failure.store)
    warnOfOverrides()
    remarkOnUser()
    return loaded
  }

  /// Prints how to choose a user, if the features have no results because there is no user.
  func remarkOnUser() {
    guard store.features.lackUser else { return }
    program.console.remark("no user: \(Option.user.flag) KEY chooses one")
  }

  /// Warns of fields of the overrides file that are ignored.
  ///
  /// With a team, warns instead if the team cannot be reached, and of keys of its namespace that are
  /// skipped.
  func warnOfOverrides() {
    if let unknown = overridesFile?.unknownFields(limit: Self.defectLimit) {
      let path = workspace.overridesPath
      for field in unknown.first { program.console.warn(field.description(in: path)) }
      let rest = unknown.count - unknown.first.count
      if rest > 0 {
        program.console.warn("\(path): \(Number.count(rest, "more unknown field")) ignored")
      }
    }
    guard let activity = team?.activity else { return }
    if case .offline(_, let reason) = activity.status {
      program.console.warn("\(reason); the overrides are read from the copy on this machine")
    }
    for defect in activity.defects.prefix(Self.defectLimit) { program.console.warn("\(defect)") }
    let rest = activity.defects.count - Self.defectLimit
    if rest > 0 { program.console.warn("\(Number.count(rest, "more key")) in etcd ignored") }
  }

  /// The maximum number of warnings about ignored fields, or about skipped keys of a team.
  private static let defectLimit = 5
}

extension SessionTrigger {
  /// Creates the trigger for a program that stays open: polls a server, and watches a file.
  init(_ source: any Source, _ origin: Origin, interval: Duration) {
    if origin == .remote {
      self = .poll(PollSettings(interval: interval))
    } else if let paths = source.filePaths {
      let settings = PollSettings(interval: Defaults.localPollInterval)
      self = .fileChange(paths: paths, otherwise: settings)
    } else {
      self = .none
    }
  }
}

extension Setup {
  /// Refuses an output file that the source or its fallback reads, because the output would replace that
  /// file.
  ///
  /// - Throws: `output` for such a file, even if another path names it, such as that of a link.
  func refuseSource(as output: String?) throws(Failure) {
    guard let output, case let file = FileStamp(output), file.modificationTime != nil
    else { return }
    let paths = [source, fallback].compactMap { $0?.filePaths }.joined()
    guard paths.contains(where: { FileStamp($0) == file }) else { return }
    throw .output(path: output, reason: "it is the source of the features")
  }
}

extension Source {
  /// The paths of the files that the source reads; `nil` for another kind of source.
  var filePaths: [String]? {
    (self as? any LocalSource)?.paths
  }
}

extension Setup {
  /// The features of the store and the state of their load, for the screen with the given context.
  func snapshot(of loaded: ConfigurationLoader.Loaded, _ context: DashboardContext) -> LoadedSource
  {
    LoadedSource(loaded, store.loaded, failures: loaded.failures, context)
  }

  /// The events when the screen opens: the features and their failures, or the progress of the first
  /// load of a large file.
  func firstEvents(_ context: DashboardContext) -> [Event] {
    guard let loaded = session.loaded else {
      guard let size = (source as? FileSource)?.size else { return [] }
      return [.session(.loading(LoadProgress(bytes: 0, totalBytes: size)))]
    }
    let features = Event.loaded(snapshot(of: loaded, context))
    // Omits the failures of a polled server: its first poll, which starts later, reports them.
    return session.isPolled
      ? [features] : [features, .session(.notWritten(loaded.failures, loaded))]
  }
}
