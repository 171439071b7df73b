import Documents
public import FeatureFlags
public import Networking

/// Reads remote values from one JSON object, by key name, in a file or on a server.
///
/// The text of a JSON string is the string itself; any other value has the shortest JSON text, such
/// as `true`, and `1` for `1.0`. Null means no value. There are no values before the first
/// ``fetch()``:
///
/// ```swift
/// let keeper = JSONRemoteConfigKeeper(path: "values.json")
/// try await keeper.fetch()
/// ```
public struct JSONRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let document: CachedDocument<[String: String]>

  /// Refers to a source; nothing is read until the first ``fetch()``.
  public init(source: any Source) {
    document = CachedDocument(of: source, empty: [:], parse: Self.texts)
  }

  /// Refers to a file; nothing is read until the first ``fetch()``.
  public init(path: String) {
    self.init(source: FileSource(path: path))
  }

  /// Refers to a URL; nothing is requested until the first ``fetch()``.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - headers: The headers of each request.
  ///   - client: Sends the requests.
  /// - Throws: `SourceError` if the URL or a header is invalid.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    client: HTTPClient = HTTPClient()
  ) throws(SourceError) {
    self.init(source: try RemoteSource(url: url, headers: headers, client: client))
  }

  /// The text of a key; `nil` without one.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    document.content[key.name]
  }

  /// Fetches and parses the document.
  ///
  /// - Throws: The reason for the failure; the values are then unchanged.
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
