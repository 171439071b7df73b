public import Networking

public import struct FoundationEssentials.Date

/// Loads the configuration of a source, with the cache and local files as fallbacks.
///
/// The first valid configuration of this order is used: the source, the cached last known good
/// configuration, the fallback, the bundled configuration. A document of the source is validated
/// before it replaces the cached one.
///
/// ```swift
/// let loader = ConfigurationLoader(
///   source: try RemoteSource(url: "https://flags.example.test/features.json"),
///   fallback: FileSource(path: "Fallback.json"),
///   origin: .remote
/// )
/// let loaded = try await loader.load()
/// print(loaded.origin, loaded.configuration.features.count, loaded.failures)
/// ```
public struct ConfigurationLoader: Sendable {
  /// The source of the configuration.
  public var source: any Source
  /// The fallback if neither the source nor the cache has a valid configuration.
  ///
  /// Its features are also added to those of the source, unless the source has them.
  public var fallback: (any Source)?
  /// The configuration that is bundled with the program, the last fallback.
  public var bundled: (any Source)?
  /// The workspace that caches the last known good configuration; `nil` for no cache.
  public var cache: Workspace?
  /// The origin of a configuration that was read from the source.
  public var origin: Origin
  /// The format of the document; `nil` detects it from the content.
  public var format: ConfigurationFormat?
  /// The formats to detect: the first that recognises the document is used, or else the last one.
  public var formats: [ConfigurationFormat] = [.features]
  /// The user for whom the problems of the configuration are computed.
  public var context = EvaluationContext()
  /// Writes the cache in the background; with `nil` it is written before `load` returns.
  var writer: WorkspaceWriter?
  private let now: @Sendable () -> Date

  /// Creates a loader.
  public init(
    source: any Source,
    fallback: (any Source)? = nil,
    bundled: (any Source)? = nil,
    cache: Workspace? = nil,
    origin: Origin = .file,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.source = source
    self.fallback = fallback
    self.bundled = bundled
    self.cache = cache
    self.origin = origin
    self.now = now
  }

  /// Loads the configuration.
  ///
  /// A server receives a conditional request with the revision of `previous`, or else of the cache.
  /// The cached document of another URL, or a damaged one, is ignored.
  ///
  /// - Parameters:
  ///   - previous: The result of the last load, by a loader of the same source.
  ///   - progress: Called while the document is received, on any thread; must be fast.
  /// - Returns: The configuration, with the errors for which a fallback was used.
  /// - Throws: The error of the source, if there is no valid fallback.
  public func load(
    after previous: Loaded? = nil,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws(SourceError) -> Loaded {
    var responses = Responses()
    let previous = previous?.document
    responses.standby = previous.flatMap { isUsable($0.lastGood) ? $0 : nil }
    // Only a server uses the cached revision: for a file, reading the cache would be a needless
    // delay.
    if responses.standby == nil, source.address != nil { readCache(into: &responses) }
    let revision = source.address == nil ? nil : responses.standby?.lastGood.revision
    do throws(SourceError) {
      responses.source = .success(try await source.fetch(unlessStill: revision, progress: progress))
    } catch {
      responses.source = .failure(error)
    }
    responses.fallback = await Self.read(fallback)
    return try await choose(responses)
  }

  private static func read(_ source: (any Source)?) async -> Result<[UInt8], SourceError>? {
    guard let source else { return nil }
    do throws(SourceError) { return .success(try await source.read()) } catch {
      return .failure(error)
    }
  }

  private func choose(_ responses: Responses) async throws(SourceError) -> Loaded {
    do throws(SourceError) {
      return try choose(among: responses)
    } catch {
      guard bundled != nil else { throw error }
      var responses = responses
      responses.bundled = await Self.read(bundled)
      return try choose(among: responses)
    }
  }
}

// MARK: Choosing

extension ConfigurationLoader {
  /// Chooses the best configuration among the responses.
  ///
  /// - Throws: The error of the source, if there is no valid fallback.
  package func choose(among responses: Responses) throws(SourceError) -> Loaded {
    var failures: [LoadFailure] = []
    let fallback = parse(responses.fallback, from: self.fallback, &failures)
    let facts = responses.facts
    var responses = responses
    do throws(SourceError) {
      let (document, date) = try accept(&responses)
      // The damage of the cache is reported even if the new document replaces it.
      failures += responses.failures
      if date == nil, !document.configuration.isWithoutUsableFeatures {
        failures += writeCache(document.lastGood)
      }
      return loaded(
        document,
        fallback,
        besides: date == nil ? responses.standby : nil,
        origin: origin,
        date: date,
        failures: failures,
        facts: facts
      )
    } catch {
      if responses.standby == nil, !responses.hasReadCache { readCache(into: &responses) }
      failures = [.source(error)] + responses.failures + failures
      if let document = responses.standby {
        return loaded(
          document,
          fallback,
          origin: .cache,
          date: document.lastGood.date,
          failures: failures,
          reason: error,
          facts: facts
        )
      }
      if let fallback {
        return substitute(fallback, origin: .fallback, failures, reason: error, facts)
      }
      guard let bundled = parse(responses.bundled, from: bundled, &failures) else { throw error }
      return substitute(bundled, origin: .bundled, failures, reason: error, facts)
    }
  }

  /// The document that the source returned, or the cached one with its date if it is unchanged.
  private func accept(_ responses: inout Responses) throws(SourceError) -> (Document, Date?) {
    guard let fetched = try responses.source?.get() else { throw .pending(source.name) }
    guard let bytes = fetched.bytes else {
      guard let document = responses.standby else { throw .pending(source.name) }
      return (document, document.lastGood.date)
    }
    var configuration = try parse(bytes, from: source, as: format, fetched.facts)
    configuration.evaluator = configuration.evaluator.fetched(for: context)
    try checkUsable(configuration, fetched.facts, &responses)
    let lastGood = LastGood(
      bytes: bytes,
      source: source.address ?? source.name,
      date: now(),
      revision: fetched.facts?.revision
    )
    return (Document(lastGood: lastGood, configuration: configuration), nil)
  }

  /// Rejects a document whose entries yield no feature, if the source had features before.
  ///
  /// A gateway or a wrong deployment may respond with status 200 and any JSON; such a body must not
  /// replace the last known good configuration. An empty list of features is accepted.
  private func checkUsable(
    _ configuration: Configuration,
    _ facts: FetchFacts?,
    _ responses: inout Responses
  ) throws(SourceError) {
    guard configuration.isWithoutUsableFeatures else { return }
    if responses.standby == nil, !responses.hasReadCache { readCache(into: &responses) }
    guard responses.standby?.configuration.features.isEmpty == false else { return }
    let errors = configuration.problemTally.errorCount
    throw .invalid(source.name, .noUsableFeatures(errors: errors), facts)
  }

  private func loaded(
    _ document: Document,
    _ fallback: Configuration?,
    besides kept: Document? = nil,
    origin: Origin,
    date: Date?,
    failures: [LoadFailure],
    reason: SourceError? = nil,
    facts: FetchFacts?
  ) -> Loaded {
    let own = document.configuration
    let differences = Self.differences(of: own, from: kept?.configuration, fallback)
    let merged = fallback.map(own.merged(withFallback:)) ?? own
    return Loaded(
      merged,
      context: context,
      origin: origin,
      date: date,
      failures: failures,
      reason: reason,
      facts: facts,
      document: document,
      differences: differences
    )
  }

  private func substitute(
    _ configuration: Configuration,
    origin: Origin,
    _ failures: [LoadFailure],
    reason: SourceError,
    _ facts: FetchFacts?
  ) -> Loaded {
    Loaded(
      configuration,
      context: context,
      origin: origin,
      failures: failures,
      reason: reason,
      facts: facts
    )
  }

  private func parse(
    _ bytes: [UInt8],
    from source: any Source,
    as format: ConfigurationFormat? = nil,
    _ facts: FetchFacts? = nil
  ) throws(SourceError) -> Configuration {
    do throws(ConfigurationError) {
      return try configuration(of: bytes, as: format)
    } catch {
      throw .invalid(source.name, error, facts)
    }
  }

  private func configuration(
    of bytes: [UInt8],
    as format: ConfigurationFormat?
  ) throws(ConfigurationError) -> Configuration {
    let recognised = format ?? formats.dropLast().first { $0.recognises(bytes) } ?? formats.last
    return try (recognised ?? .features).parse(bytes)
  }

  private func parse(
    _ document: Result<[UInt8], SourceError>?,
    from source: (any Source)?,
    _ failures: inout [LoadFailure]
  ) -> Configuration? {
    guard let source, let document else { return nil }
    do throws(SourceError) {
      return try parse(try document.get(), from: source)
    } catch {
      failures.append(.source(error))
      return nil
    }
  }
}

// MARK: Cache

extension ConfigurationLoader {
  /// Reads the cached document, which is the fallback for the source, and records its errors.
  private func readCache(into responses: inout Responses) {
    responses.hasReadCache = true
    writer?.flush()
    do throws(WorkspaceError) {
      guard let lastGood = try cache?.lastGood(), isUsable(lastGood) else { return }
      // Drops the parse error of the cache: the error of the source is reported instead.
      guard let configuration = try? configuration(of: lastGood.bytes, as: format) else { return }
      responses.standby = Document(lastGood: lastGood, configuration: configuration)
    } catch {
      responses.failures.append(.workspace(error))
    }
  }

  private func isUsable(_ lastGood: LastGood) -> Bool {
    source.address == nil || source.address == lastGood.source
  }

  private func writeCache(_ lastGood: LastGood) -> [LoadFailure] {
    if let writer, let cache {
      writer.keep(lastGood, in: cache)
      return []
    }
    do throws(WorkspaceError) {
      try cache?.keep(lastGood)
      return []
    } catch {
      return [.workspace(error)]
    }
  }
}

extension ConfigurationLoader.Responses {
  /// The facts of the response, also of a failed one.
  fileprivate var facts: FetchFacts? {
    switch source {
    case .success(let fetched): fetched.facts
    case .failure(let error): error.facts
    case nil: nil
    }
  }
}
