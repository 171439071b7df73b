import Documents
public import FeatureFlags
import Locking
public import Networking

/// A store of remote values, which fetches new values on request.
///
/// A ``RemoteConfigService`` calls its keeper from every thread that requests a value, and calls
/// ``fetch()`` from a task. The protocol does not require `Sendable`; a keeper with mutable state
/// must guard it. A keeper implements two methods:
///
/// ```swift
/// final class Keeper: RemoteConfigKeeper {
///   func stringValueRepresentation(for key: any RemoteKey) -> String? { "true" }
///   func fetch() async throws {}
/// }
/// ```
public protocol RemoteConfigKeeper {
  /// Returns the value of the key; `nil` if the key has no value of the type.
  ///
  /// The default implementation converts ``stringValueRepresentation(for:)``.
  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value?

  /// Returns the string of the key; `nil` if the key has none.
  func stringValueRepresentation(for key: any RemoteKey) -> String?

  /// Returns the string that corresponds to a forced variation of the key; `nil` for an unknown
  /// variation.
  ///
  /// The default implementation returns the name of the variation; for a Boolean key, `true` for
  /// the variation Enabled and `false` for Disabled.
  func stringValueRepresentation(for key: any RemoteKey, variation: String) -> String?

  /// Fetches new values; called from any thread.
  ///
  /// - Throws: The error of the fetch; the values are unchanged.
  func fetch() async throws
}

extension RemoteConfigKeeper {
  /// Returns the name of the variation; for a Boolean key, `true` for the variation Enabled and `false`
  /// for Disabled.
  public func stringValueRepresentation(
    for key: any RemoteKey,
    variation: String
  ) -> String? {
    let type = key.valueType
    guard type is any BoolRemoteValue.Type || type is any BaselineBoolRemoteValue.Type else {
      return variation
    }
    let chosen = TestVariation(rawValue: variation)
    if chosen == .enabled { return "true" }
    return chosen == .disabled ? "false" : variation
  }

  /// Converts the string of the key to a value of the type; returns `nil` for a string that is not
  /// valid.
  public func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    stringValueRepresentation(for: key).flatMap { RemoteValueConversion.value($0, as: Value.self) }
  }
}

/// Stores remote values in memory, for tests and previews.
///
/// All members are safe to use on any thread:
///
/// ```swift
/// let keeper = InMemoryRemoteConfigKeeper(["paywall": "long"])
/// keeper["new_cart"] = "true"
/// let service = RemoteConfigService(remoteConfigKeeper: keeper)
/// ```
public final class InMemoryRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let texts: Locked<[String: String]>

  /// Creates a keeper with the given strings, by key name.
  public init(_ texts: [String: String] = [:]) {
    self.texts = Locked(texts)
  }

  /// The string of the key with the given name; `nil` if it has none.
  public subscript(name: String) -> String? {
    get { texts.withLock { $0[name] } }
    set { texts.withLock { $0[name] = newValue } }
  }

  /// Returns the string of the key; `nil` if the key has none.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    self[key.name]
  }

  /// Does nothing, because values in memory need no fetch.
  public func fetch() async {}
}

/// Reads remote values from a JSON object in a file or on a server, by key name.
///
/// A JSON string is used without its quotes; any other value is used as its shortest JSON text,
/// such as `true`, and `1` for `1.0`. Null means no value. Before the first ``fetch()`` there are
/// no values:
///
/// ```swift
/// let keeper = JSONRemoteConfigKeeper(path: "values.json")
/// try await keeper.fetch()
/// ```
public struct JSONRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let document: CachedDocument<[String: String]>

  /// Creates a keeper for a source; the first ``fetch()`` reads the source.
  public init(source: any Source) {
    document = CachedDocument(of: source, empty: [:], parse: Self.texts)
  }

  /// Creates a keeper for a file; the first ``fetch()`` reads the file.
  public init(path: String) {
    self.init(source: FileSource(path: path))
  }

  /// Creates a keeper for a URL; the first ``fetch()`` sends the first request.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - headers: The headers of each request.
  ///   - client: The HTTP client that sends the requests.
  /// - Throws: `SourceError` if the URL or a header is invalid.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    client: HTTPClient = HTTPClient()
  ) throws(SourceError) {
    self.init(source: try RemoteSource(url: url, headers: headers, client: client))
  }

  /// Returns the string of the key; `nil` if the document has no value for it.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    document.content[key.name]
  }

  /// Fetches the document with a conditional request, and parses it.
  ///
  /// - Throws: The error of the request or of the document; the values are unchanged.
  public func fetch() async throws(SourceError) {
    try await document.fetch()
  }

  private static func texts(_ bytes: [UInt8]) throws(DocumentError) -> [String: String] {
    let document = try JSONReader.read(bytes)
    guard let members = document.members else {
      throw document.mismatch(expected: "an object of values")
    }
    var texts: [String: String] = [:]
    for member in members {
      texts[member.key] = member.node.isNull ? nil : VariableValue(member.node)?.description
    }
    return texts
  }
}

/// Caches the parsed document of a source until the next fetch.
struct CachedDocument<Content: Sendable>: Sendable {
  private struct State {
    var content: Content
    var revision: HTTPRevision?
  }

  private let source: any Source
  private let parse: @Sendable ([UInt8]) throws(DocumentError) -> Content
  private let state: Locked<State>

  /// Creates an empty cache for a source; the first ``fetch()`` reads the source.
  init(
    of source: any Source,
    empty: Content,
    parse: @escaping @Sendable ([UInt8]) throws(DocumentError) -> Content
  ) {
    self.source = source
    self.parse = parse
    state = Locked(State(content: empty))
  }

  /// The parsed content of the last fetch; the initial content before the first fetch.
  var content: Content { state.withLock { $0.content } }

  /// Fetches the document with a conditional request, and parses the document if it has changed.
  func fetch() async throws(SourceError) {
    let revision = state.withLock { $0.revision }
    let fetched = try await source.fetch(unlessStill: revision, progress: nil)
    guard let bytes = fetched.bytes else { return }
    let content = try mapError(parse(bytes)) { (error: DocumentError) in
      SourceError.invalid(source.name, .document(error))
    }
    state.withLock { $0 = State(content: content, revision: fetched.facts?.revision) }
  }
}
