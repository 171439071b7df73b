import Files
import FoundationEssentials
import Glibc

extension ConfigurationLoader {
  /// How loading ended.
  typealias LoadResult = Result<Loaded, SourceError>
}

extension SharedFlags.State {
  /// Where the configuration comes from; `nil` for a program without one.
  fileprivate var url: URL? { settings.url ?? SharedFlags.bundledURL }

  var isRemote: Bool {
    url.map { RemoteSource.isAddress($0.absoluteString) } ?? false
  }

  /// What loads by the settings.
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

// MARK: At once

extension SharedFlags {
  /// Puts in effect what is at hand, if nothing is yet, and asks the server behind.
  func loadIfNeeded(_ state: inout State) {
    guard !state.isLoaded else { return }
    reload(&state)
    if state.isRemote { _ = request(&state) }
  }

  /// Takes a file again.
  func reload(_ state: inout State) {
    Self.load(Self.answer(of: state), into: &state)
  }

  /// What the source gives without waiting; `nil` for a server.
  private static func answer(of state: State) -> Result<Fetched, SourceError>? {
    if state.isRemote { return nil }
    guard let url = state.url else { return .failure(.missing("Features.json")) }
    return read(url).map { Fetched(bytes: $0) }
  }

  /// Takes the configuration from what the source gave, or from what stands in for it.
  static func load(_ answer: Result<Fetched, SourceError>?, into state: inout State) {
    state.isLoaded = true
    forgetErrors(of: state)
    let bundledURL = state.settings.url == nil ? nil : bundledURL
    do throws(SourceError) {
      let loader = try state.loader
      var answers = ConfigurationLoader.Answers()
      answers.source = answer
      answers.fallback = (state.settings.fallbackURL ?? bundledURL).map(read)
      answers.bundled = loader.bundled == nil ? nil : bundledURL.map(read)
      // What was read last stands in even where no workspace keeps it.
      answers.standby = state.loaded?.document
      take(.success(try loader.choose(among: answers)), into: &state)
    } catch {
      take(.failure(error), into: &state)
    }
  }

  /// Puts in effect what was loaded; what is in place is better than nothing.
  static func take(_ result: ConfigurationLoader.LoadResult, into state: inout State) {
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
    do throws(FlagStoreError) {
      try state.store.load(configuration, writer: .shared)
    } catch .notSaved(let error), .notRead(let error) {
      state.failures.append(.workspace(error))
    } catch {
      // Loading names no feature, so that it can fail in no other way.
    }
  }

  /// Forgets the errors of files that were written for the last load.
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

  /// The configuration that stands beside the program.
  static var bundledURL: URL? {
    let folder = FileSystem.parent(of: programPath)
    return ConfigurationType.allCases.lazy
      .map { folder + "/Features." + $0.rawValue }
      .first { access($0, R_OK) == 0 }
      .map { URL(fileURLWithPath: $0) }
  }

  static var programPath: String { FileSystem.programPath ?? "/program" }
}

extension LoadFailure {
  /// Whether this only says that the server has not answered yet.
  fileprivate var isPending: Bool {
    if case .source(.pending) = self { true } else { false }
  }
}
