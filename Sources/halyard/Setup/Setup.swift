import Dashboard
import FeatureFlags
import Files
import Glibc
import Locking
import Optimizely

import struct FoundationEssentials.Date

/// The source, the workspace and the store that the options ask for.
struct Setup {
  let source: any Source
  let origin: Origin
  let workspace: Workspace
  let store: FlagStore
  private let fallback: FileSource?
  private let formats: SourceFormats

  /// Works out what the options ask for; nothing is read yet.
  ///
  /// - Throws: `usage` for what an option cannot be, `source` for an address.
  init(
    _ arguments: Arguments,
    environment: Environment,
    isReadOnly: Bool? = nil,
    author: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(Failure) {
    formats = try SourceFormats(arguments, environment)
    let place = try Place(arguments, experiments: formats.experiments, environment: environment)
    source = place.source
    origin = place.origin
    fallback = arguments.value(.fallback).map { FileSource(path: $0) }
    workspace = Workspace(
      name: try Self.workspaceName(arguments) ?? place.workspaceName,
      source: place.fullName,
      stateRoot: environment.stateRoot,
      cacheRoot: environment.cacheRoot
    )
    store = FlagStore(
      user: arguments.value(.user),
      workspace: workspace,
      isReadOnly: isReadOnly ?? arguments.has(.readOnly),
      author: author,
      now: now
    )
  }

  /// Loads the configuration into the store.
  ///
  /// - Parameters:
  ///   - usesCache: Whether the last known good configuration is used while the source fails.
  ///   - previous: The last load, with which the new one is compared.
  /// - Returns: What was loaded, with everything that was got around.
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

  /// For whom a flag service decides; it may change while the program runs.
  var user: Locked<UserContext> { formats.user }

  /// Where impressions are sent; `nil` where none is sent.
  var sink: SinkOption? { formats.sink }

  /// The user for whom a configuration was decided; `nil` where no flag service decides.
  func person(of loaded: ConfigurationLoader.Loaded) -> Person? {
    loaded.configuration.service.map { _ in Person(user.withLock { $0 }) }
  }

  /// The name of the document that is in use: the source, or the fallback in its place.
  func name(of loaded: ConfigurationLoader.Loaded) -> String {
    guard loaded.origin == .fallback, let fallback else { return source.name }
    return fallback.name
  }

  /// The notice, posted once, that changes of files are found by polling.
  static let pollingRemark =
    "inotify is not available: changes of files are noticed within a second"

  /// Watches a source that is a file, for as long as the result is held.
  func followFile(onChange: @escaping @Sendable () -> Void) -> FileWatch? {
    (source as? FileSource).flatMap { FileWatch(path: $0.path, onChange: onChange) }
  }

  /// What stands in for a server until it answers; `nil` if nothing does.
  func standIn() async -> ConfigurationLoader.Loaded? {
    let waiting = WaitingSource(name: source.name, address: source.address)
    // What is wrong with the stand-ins is told once the server has answered, or has not.
    return try? await loader(of: waiting, usesCache: true).load()
  }

  /// What loads from a source, or from what stands in for it.
  ///
  /// The last good configuration of a server always stands in; that of a file only where asked,
  /// since a file that is broken can be mended on the spot.
  func loader(of source: any Source, usesCache: Bool) -> ConfigurationLoader {
    let hasCache = (usesCache || origin == .remote) && !store.isReadOnly && origin != .bundled
    var loader = ConfigurationLoader(
      source: source,
      fallback: fallback,
      cache: hasCache ? workspace : nil,
      origin: origin
    )
    loader.format = formats.wanted
    loader.formats = formats.known
    return loader
  }

  /// Loads the configuration and puts it into the store, for commands that go on or fail.
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

  private static func workspaceName(_ arguments: Arguments) throws(Failure) -> String? {
    guard let name = arguments.value(.workspace) else { return nil }
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), name.utf8.count <= 100 else {
      throw .usage("--workspace \"\(name)\" cannot be the name of a folder", command: nil)
    }
    return name
  }
}

/// A server that has not answered yet.
private struct WaitingSource: Source {
  let name: String
  let address: String?

  func read() async throws(SourceError) -> [UInt8] {
    throw .pending(name)
  }
}
