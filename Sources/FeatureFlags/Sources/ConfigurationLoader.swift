public import struct FoundationEssentials.Date

/// Reads a configuration from the best place that has a valid one.
///
/// The order is: the source, the last good configuration of the workspace, the fallback. What the
/// source gives is checked before it replaces the last good configuration.
public struct ConfigurationLoader: Sendable {
  /// Where the configuration should come from.
  public var source: any Source
  /// What stands in while neither the source nor the cache has a valid configuration.
  ///
  /// Its features are also added to those of the source, where the source does not have them.
  public var fallback: (any Source)?
  /// What keeps the last good configuration; `nil` keeps none, and uses none.
  public var cache: Workspace?
  /// What a configuration that was read from the source counts as.
  public var origin: Origin
  private let now: @Sendable () -> Date

  /// A configuration, and how it was got.
  public struct Loaded: Sendable {
    /// The features and the problems.
    public let configuration: Configuration
    /// How the configuration was got.
    public let origin: Origin
    /// When it was received from its source, where that was not just now.
    public let date: Date?
    /// Why something better was not used, or could not be kept; empty when all is well.
    public let failures: [LoadFailure]
  }

  /// Makes a loader.
  public init(
    source: any Source,
    fallback: (any Source)? = nil,
    cache: Workspace? = nil,
    origin: Origin = .file,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.source = source
    self.fallback = fallback
    self.cache = cache
    self.origin = origin
    self.now = now
  }

  /// Loads the configuration.
  ///
  /// - Throws: What is wrong with the source, if there is nothing to stand in for it.
  public func load() async throws(SourceError) -> Loaded {
    let document: Result<[UInt8], SourceError>
    do throws(SourceError) { document = .success(try await source.read()) } catch {
      document = .failure(error)
    }
    var fallbackDocument: Result<[UInt8], SourceError>?
    if let fallback {
      do throws(SourceError) { fallbackDocument = .success(try await fallback.read()) } catch {
        fallbackDocument = .failure(error)
      }
    }
    return try choose(document: document, fallbackDocument: fallbackDocument)
  }

  /// Makes the best configuration of what the source and the fallback gave.
  ///
  /// - Throws: What is wrong with the source, if there is nothing to stand in for it.
  package func choose(
    document: Result<[UInt8], SourceError>,
    fallbackDocument: Result<[UInt8], SourceError>?
  ) throws(SourceError) -> Loaded {
    var failures: [LoadFailure] = []
    let fallback = parseFallback(fallbackDocument, &failures)
    do throws(SourceError) {
      let bytes = try document.get()
      let configuration = try Self.parse(bytes, from: source)
      keep(bytes, &failures)
      return Loaded(
        configuration: fallback.map(configuration.merged(withFallback:)) ?? configuration,
        origin: origin,
        date: nil,
        failures: failures
      )
    } catch {
      failures.insert(.source(error), at: 0)
      if let (cached, date) = readCache(&failures) {
        let merged = fallback.map(cached.merged(withFallback:)) ?? cached
        return Loaded(configuration: merged, origin: .cache, date: date, failures: failures)
      }
      guard let fallback else { throw error }
      return Loaded(configuration: fallback, origin: .fallback, date: nil, failures: failures)
    }
  }

  private static func parse(
    _ bytes: [UInt8],
    from source: any Source
  ) throws(SourceError) -> Configuration {
    do throws(ConfigurationError) {
      return try Configuration(bytes: bytes)
    } catch {
      throw .invalid(source.name, error)
    }
  }

  private func parseFallback(
    _ document: Result<[UInt8], SourceError>?,
    _ failures: inout [LoadFailure]
  ) -> Configuration? {
    guard let fallback, let document else { return nil }
    do throws(SourceError) {
      return try Self.parse(try document.get(), from: fallback)
    } catch {
      failures.append(.source(error))
      return nil
    }
  }

  private func readCache(_ failures: inout [LoadFailure]) -> (Configuration, Date)? {
    do throws(WorkspaceError) {
      guard let lastGood = try cache?.lastGood() else { return nil }
      // What does not parse now is as good as nothing; the source's own error is reported.
      guard let configuration = try? Configuration(bytes: lastGood.bytes) else { return nil }
      return (configuration, lastGood.date)
    } catch {
      failures.append(.workspace(error))
      return nil
    }
  }

  private func keep(_ bytes: [UInt8], _ failures: inout [LoadFailure]) {
    do throws(WorkspaceError) {
      try cache?.keep(LastGood(bytes: bytes, source: source.name, date: now()))
    } catch {
      failures.append(.workspace(error))
    }
  }
}

/// Something that went wrong while a configuration was loaded, and was got around.
public enum LoadFailure: Error, Hashable, Sendable {
  /// A source, or the fallback, could not be read.
  case source(SourceError)
  /// The last good configuration could not be read or kept.
  case workspace(WorkspaceError)
}

extension LoadFailure: CustomStringConvertible {
  /// What happened, in words.
  public var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .workspace(let error): "\(error)"
    }
  }
}
