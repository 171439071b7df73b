import Files
import FoundationEssentials
import Glibc

extension ConfigurationLoader {
  /// The result of loading a configuration.
  typealias LoadResult = Result<Loaded, SourceError>
}

extension SharedFlags.State {
  /// The URL of the configuration; `nil` for a program without one.
  fileprivate var url: URL? { settings.url ?? SharedFlags.bundledURL }

  var isRemote: Bool {
    url.map { RemoteSource.isAddress($0.absoluteString) } ?? false
  }

  /// The loader for the current settings.
  var loader: ConfigurationLoader {
    get throws(SourceError) {
      let bundled = settings.url == nil ? nil : SharedFlags.bundledURL
      let source: any Source
      if let url, isRemote {
        source = try RemoteSource(url: url.absoluteString, client: SharedFlags.client)
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
      return loader
    }
  }
}

// MARK: Synchronous loading

extension SharedFlags {
  /// Loads the file, the cache or a fallback before the first look-up, and fetches from a server in
  /// the background.
  func loadIfNeeded(_ state: inout State) {
    guard !state.isLoaded else { return }
    reload(&state)
    if state.isRemote { _ = request(&state) }
  }

  /// Reads the file again, or the cache and the fallbacks of a server.
  func reload(_ state: inout State) {
    Self.load(Self.localResult(of: state), into: &state)
  }

  /// The content of the file; `nil` for a server, which would have to be waited for.
  private static func localResult(of state: State) -> Result<Fetched, SourceError>? {
    if state.isRemote { return nil }
    guard let url = state.url else { return .failure(.missing("Features.json")) }
    return read(url).map { Fetched(bytes: $0) }
  }

  /// Activates the configuration of a source, or of its cache and fallbacks.
  static func load(_ response: Result<Fetched, SourceError>?, into state: inout State) {
    state.isLoaded = true
    forgetErrors(of: state)
    let bundledURL = state.settings.url == nil ? nil : bundledURL
    do throws(SourceError) {
      let loader = try state.loader
      var responses = ConfigurationLoader.Responses()
      responses.source = response
      responses.fallback = (state.settings.fallbackURL ?? bundledURL).map(read)
      responses.bundled = loader.bundled == nil ? nil : bundledURL.map(read)
      // The last document is a fallback even without a workspace that caches it.
      responses.standby = state.loaded?.document
      activate(.success(try loader.choose(among: responses)), into: &state)
    } catch {
      activate(.failure(error), into: &state)
    }
  }

  /// Activates a loaded configuration; after an error the active one stays.
  static func activate(_ result: ConfigurationLoader.LoadResult, into state: inout State) {
    switch result {
    case .success(let loaded):
      state.failures = loaded.failures.filter { !$0.isPending }
      state.settings.type = loaded.configuration.format
      state.loaded = loaded
      apply(loaded.configuration, to: &state)
    case .failure(let error):
      state.failures = [.source(error)].filter { !$0.isPending }
    }
  }

  static func apply(_ configuration: Configuration, to state: inout State) {
    var configuration = configuration.merged(withFallback: Configuration(features: state.added))
    for index in configuration.features.indices
    where state.released.contains(configuration.features[index].name) {
      configuration.features[index].isDevelopment = false
    }
    switch state.store.replace(with: configuration, writer: .shared).problem {
    case .notSaved(let error), .notRead(let error): state.failures.append(.workspace(error))
    // The remaining errors are about named features, and loading names none.
    case .unknownFeature, .refused, nil: break
    }
  }

  /// Discards the errors of files that were written for the last load.
  static func forgetErrors(of state: State) {
    if let workspace = state.store.workspace { WorkspaceWriter.shared.forgetErrors(of: workspace) }
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

  /// The configuration file in the folder of the program; `nil` for none.
  static var bundledURL: URL? {
    let folder = FileSystem.parent(of: programPath)
    return ConfigurationType.allCases.lazy
      .map { folder + "/Features." + $0.rawValue }
      .first { access($0, R_OK) == 0 }
      .map { URL(fileURLWithPath: $0) }
  }

  static var programPath: String { FileSystem.programPath ?? "/program" }
}
