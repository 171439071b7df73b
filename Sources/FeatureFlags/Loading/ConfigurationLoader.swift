public import Networking

public import struct FoundationEssentials.Date

/// Reads a configuration from the best place that has a valid one.
///
/// The order is: the source, the last good configuration, the fallback, what the program carries
/// with it. What the source gives is checked before it replaces the last good configuration.
public struct ConfigurationLoader: Sendable {
  /// Where the configuration should come from.
  public var source: any Source
  /// What stands in while neither the source nor the cache has a valid configuration.
  ///
  /// Its features are also added to those of the source, where the source does not have them.
  public var fallback: (any Source)?
  /// What stands in while nothing else has a valid configuration.
  public var bundled: (any Source)?
  /// What keeps the last good configuration; `nil` keeps none, and uses none.
  public var cache: Workspace?
  /// What a configuration that was read from the source counts as.
  public var origin: Origin
  /// The format of what the source gives; `nil` finds it out from the content.
  public var format: ConfigurationFormat?
  /// The formats to choose from: the first that recognises a document is taken, and the last one
  /// if none does.
  public var formats: [ConfigurationFormat] = [.features]
  /// The user for whom the problems of the configuration are computed.
  public var context = EvaluationContext()
  /// Writes the cache in the background; `nil` writes it before loading ends.
  var writer: WorkspaceWriter?
  private let now: @Sendable () -> Date

  /// Makes a loader.
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
  /// A server is asked only for what changed: since the document of `previous`, or since the one in
  /// the cache. A cache of another address, or one that is damaged, counts as none.
  ///
  /// - Parameters:
  ///   - previous: What was loaded before, by a loader of the same source.
  ///   - progress: Called as the document comes in, on any thread; must be quick.
  /// - Returns: What is to be used, with everything that was got around.
  /// - Throws: What is wrong with the source, if there is nothing to stand in for it.
  public func load(
    after previous: Loaded? = nil,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws(SourceError) -> Loaded {
    var answers = Answers()
    let previous = previous?.document
    answers.standby = previous.flatMap { isUsable($0.lastGood) ? $0 : nil }
    // Only a server is told what is kept, so that a file is not held up by reading it.
    if answers.standby == nil, source.address != nil { readCache(into: &answers) }
    let revision = source.address == nil ? nil : answers.standby?.lastGood.revision
    do throws(SourceError) {
      answers.source = .success(try await source.fetch(unlessStill: revision, progress: progress))
    } catch {
      answers.source = .failure(error)
    }
    answers.fallback = await Self.read(fallback)
    return try await choose(answers)
  }

  private static func read(_ source: (any Source)?) async -> Result<[UInt8], SourceError>? {
    guard let source else { return nil }
    do throws(SourceError) { return .success(try await source.read()) } catch {
      return .failure(error)
    }
  }

  private func choose(_ answers: Answers) async throws(SourceError) -> Loaded {
    do throws(SourceError) {
      return try choose(among: answers)
    } catch {
      guard bundled != nil else { throw error }
      var answers = answers
      answers.bundled = await Self.read(bundled)
      return try choose(among: answers)
    }
  }
}

// MARK: Choosing

extension ConfigurationLoader {
  /// Makes the best configuration of what the places gave.
  ///
  /// - Throws: What is wrong with the source, if there is nothing to stand in for it.
  package func choose(among answers: Answers) throws(SourceError) -> Loaded {
    var failures: [LoadFailure] = []
    let fallback = parse(answers.fallback, from: self.fallback, &failures)
    let facts = answers.facts
    var answers = answers
    do throws(SourceError) {
      let (document, date) = try take(&answers)
      // A cache that is damaged and now replaced is reported all the same.
      failures += answers.failures
      if date == nil, !document.configuration.isWithoutUsableFeatures {
        failures += keep(document.lastGood)
      }
      return loaded(
        document,
        fallback,
        besides: date == nil ? answers.standby : nil,
        origin: origin,
        date: date,
        failures: failures,
        facts: facts
      )
    } catch {
      if answers.standby == nil, !answers.hasReadCache { readCache(into: &answers) }
      failures = [.source(error)] + answers.failures + failures
      if let document = answers.standby {
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
        return standIn(fallback, origin: .fallback, failures, reason: error, facts)
      }
      guard let bundled = parse(answers.bundled, from: bundled, &failures) else { throw error }
      return standIn(bundled, origin: .bundled, failures, reason: error, facts)
    }
  }

  /// The document that the source returned, or the cached one with its date if it is unchanged.
  private func take(_ answers: inout Answers) throws(SourceError) -> (Document, Date?) {
    guard let fetched = try answers.source?.get() else { throw .pending(source.name) }
    guard let bytes = fetched.bytes else {
      guard let document = answers.standby else { throw .pending(source.name) }
      return (document, document.lastGood.date)
    }
    var configuration = try parse(bytes, from: source, as: format, fetched.facts)
    configuration.evaluator = configuration.evaluator.fetched(for: context)
    try checkUsable(configuration, fetched.facts, &answers)
    let lastGood = LastGood(
      bytes: bytes,
      source: source.address ?? source.name,
      date: now(),
      revision: fetched.facts?.revision
    )
    return (Document(lastGood: lastGood, configuration: configuration), nil)
  }

  /// Refuses a document whose entries yield no feature, if the source had features before.
  ///
  /// A gateway or a wrong deployment may respond with status 200 and any JSON; such a body must not
  /// replace the last known good configuration. An empty list of features is accepted.
  private func checkUsable(
    _ configuration: Configuration,
    _ facts: FetchFacts?,
    _ answers: inout Answers
  ) throws(SourceError) {
    guard configuration.isWithoutUsableFeatures else { return }
    if answers.standby == nil, !answers.hasReadCache { readCache(into: &answers) }
    guard answers.standby?.configuration.features.isEmpty == false else { return }
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

  private func standIn(
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
  /// Reads what stands in for the source, and what is wrong with it.
  private func readCache(into answers: inout Answers) {
    answers.hasReadCache = true
    writer?.flush()
    do throws(WorkspaceError) {
      guard let lastGood = try cache?.lastGood(), isUsable(lastGood) else { return }
      // What does not parse now is as good as nothing; the source's own error is reported.
      guard let configuration = try? configuration(of: lastGood.bytes, as: format) else { return }
      answers.standby = Document(lastGood: lastGood, configuration: configuration)
    } catch {
      answers.failures.append(.workspace(error))
    }
  }

  private func isUsable(_ lastGood: LastGood) -> Bool {
    source.address == nil || source.address == lastGood.source
  }

  private func keep(_ lastGood: LastGood) -> [LoadFailure] {
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

extension ConfigurationLoader.Answers {
  /// What the server answered, whether or not that is of use.
  fileprivate var facts: FetchFacts? {
    switch source {
    case .success(let fetched): fetched.facts
    case .failure(let error): error.facts
    case nil: nil
    }
  }
}
