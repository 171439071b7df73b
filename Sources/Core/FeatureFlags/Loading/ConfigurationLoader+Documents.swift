import Documents
package import Networking

extension ConfigurationLoader {
  /// A parsed document with its features, before other documents are merged into it.
  package struct Document: Sendable {
    /// The bytes and the metadata of the document for the cache; `nil` for a fallback, which is not
    /// cached.
    var lastGood: LastGood?
    let configuration: Configuration
    /// The name of the format in which the document was parsed; `nil` for a fallback.
    var format: String?

    /// Whether both documents have the same bytes, or both are fallbacks without stored bytes.
    func hasSameBytes(as other: Document) -> Bool {
      guard let bytes = lastGood?.bytes, let others = other.lastGood?.bytes else {
        return lastGood == nil && other.lastGood == nil
      }
      return bytes.isEqual(to: others)
    }
  }

  /// The responses of the source and its fallbacks, from which the loader chooses.
  package struct Responses {
    /// The response of the source; `nil` if the source was not read.
    package var source: Result<Fetched, SourceError>?
    package var fallback: Result<[UInt8], SourceError>?
    var bundled: Result<[UInt8], SourceError>?
    /// The last document of the source, which is the first fallback; `nil` means the cached
    /// document.
    var known: Document?

    package init() {}
  }
}

extension ConfigurationLoader: DocumentLoader {
  package func fetch(
    after known: Document?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(LoadFailure) -> Fetched {
    let revision = source.address == nil ? nil : known?.lastGood?.revision
    do throws(SourceError) {
      let fetched = try await source.fetch(unlessStill: revision, progress: progress)
      guard known != nil || fetched.bytes != nil else { throw .pending(source.name) }
      return fetched
    } catch {
      throw .source(error)
    }
  }

  package func parse(
    _ bytes: [UInt8],
    _ facts: FetchFacts?,
    replacing known: Document?
  ) throws(LoadFailure) -> Document {
    var configuration: Configuration
    var name = known?.format ?? formerFormat
    if let unchanged = Self.configuration(of: bytes, ifStill: known) {
      configuration = unchanged
    } else {
      // An empty document can have several formats: it keeps that of the document that it replaces.
      let reader = format ?? FormatDetection(formats).format(of: bytes, after: name)
      name = reader.name
      configuration = try self.configuration(of: bytes, from: source, as: reader, facts, parts)
    }
    configuration.evaluator = configuration.evaluator.fetched(for: context)
    // A gateway or a wrong deployment may respond with status 200 and arbitrary JSON, which must
    // not replace the last known good configuration. Accept an empty list of features, and a first
    // document. An unreadable cache has no features to protect.
    if configuration.isWithoutUsableFeatures, let known = known ?? (try? readCache()),
      !known.configuration.features.isEmpty
    {
      throw .source(.invalid(source.name, configuration.noUsableFeatures, facts))
    }
    let lastGood = LastGood(
      // Drops the error: the parser has decoded the text before.
      bytes: (try? TextEncoding(of: bytes).utf8(bytes)) ?? bytes,
      source: source.address ?? source.name,
      date: now(),
      revision: facts?.revision
    )
    return Document(lastGood: lastGood, configuration: configuration, format: name)
  }

  /// Returns the configuration of the known document if a response has the same bytes; `nil` if the bytes
  /// differ, and for a document of a flag service, whose evaluator may depend on the user.
  private static func configuration(
    of bytes: [UInt8],
    ifStill known: Document?
  ) -> Configuration? {
    guard let known, known.configuration.evaluator is BiasEvaluator,
      known.lastGood?.bytes.isEqual(to: bytes) == true
    else { return nil }
    return known.configuration
  }

  /// Parses a document of the source or of a fallback; `nil` as format detects the format, and `nil`
  /// as parts reports no features while they are parsed.
  func configuration(
    of bytes: [UInt8],
    from source: any Source,
    as format: ConfigurationFormat? = nil,
    _ facts: FetchFacts? = nil,
    _ parts: PartPreview? = nil
  ) throws(LoadFailure) -> Configuration {
    let configuration = try parsed(bytes, from: source, as: format, facts, parts)
    guard requiresUsableFeatures, configuration.isWithoutUsableFeatures else {
      return configuration
    }
    throw .source(.invalid(source.name, configuration.noUsableFeatures, facts))
  }

  private func parsed(
    _ bytes: [UInt8],
    from source: any Source,
    as format: ConfigurationFormat?,
    _ facts: FetchFacts?,
    _ parts: PartPreview?
  ) throws(LoadFailure) -> Configuration {
    let reader = format ?? FormatDetection(formats).format(of: bytes)
    do throws(ConfigurationError) {
      guard let parts, let parse = reader.parseInParts else { return try reader.parse(bytes) }
      let configuration = try parse(bytes) { parts.receive($0, of: bytes.count) }
      if let configuration { return configuration }
    } catch {
      throw .source(.invalid(source.name, error, facts))
    }
    throw .source(.cancelled(source.name))
  }
}

extension Configuration {
  /// The error of a document all of whose features are malformed.
  fileprivate var noUsableFeatures: ConfigurationError {
    .noUsableFeatures(errors: problemTally.errorCount)
  }
}

// MARK: Cache

extension ConfigurationLoader {
  package func readCache() throws(LoadFailure) -> Document? {
    writer?.flush()
    let lastGood = try mapError(cache?.lastGood(for: source), to: LoadFailure.workspace)
    // Drop the parse error of the cached document: the error of the source is reported instead.
    guard let lastGood else { return nil }
    let reader = format ?? FormatDetection(formats).format(of: lastGood.bytes)
    guard let configuration = try? configuration(of: lastGood.bytes, from: source, as: reader)
    else { return nil }
    return Document(lastGood: lastGood, configuration: configuration, format: reader.name)
  }

  package var blocksForCache: Bool { cache != nil && writer == nil }

  package func writeCache(_ document: Document) throws(LoadFailure) {
    guard let cache, let lastGood = document.lastGood,
      !document.configuration.isWithoutUsableFeatures
    else { return }
    if let writer { return writer.keep(lastGood, in: cache) }
    try mapError(cache.keep(lastGood), to: LoadFailure.workspace)
  }
}

extension ConfigurationLoader {
  /// Returns the warnings from comparing the document with the cached document and the fallback.
  static func differences(
    of own: Configuration,
    from cached: Configuration?,
    _ fallback: Configuration?
  ) -> [Problem] {
    let loss = lossOfFeatures(from: cached, to: own).map { [$0] } ?? []
    let others = [(cached, Origin.cache), (fallback, .fallback)]
    return loss
      + others.flatMap { other, origin in
        other.map { own.evaluator.problems(beside: $0.evaluator, of: origin) } ?? []
      }
  }

  /// Returns a warning if a document has less than half of the features that the source had before.
  private static func lossOfFeatures(
    from cached: Configuration?,
    to own: Configuration
  ) -> Problem? {
    guard let before = cached?.features.count, own.features.count * 2 < before else { return nil }
    let fact = Problem.Fact.fewerFeatures(before: before, after: own.features.count)
    return Problem(severity: .warning, line: nil, feature: nil, fact: fact)
  }
}

extension Workspace {
  /// Reads the last known good configuration of a source; `nil` if the cache has none, or one that another
  /// URL or other credentials have selected.
  ///
  /// - Throws: The errors of ``lastGood()``.
  package func lastGood(for source: any Source) throws(WorkspaceError) -> LastGood? {
    let cached = try lastGood()
    return cached?.belongs(to: source) == true ? cached : nil
  }
}

extension LastGood {
  /// Whether the document is a fallback for a source.
  func belongs(to source: any Source) -> Bool {
    source.address == nil || source.address == self.source
  }
}
