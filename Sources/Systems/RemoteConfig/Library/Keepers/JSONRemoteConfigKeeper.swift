import Documents
public import FeatureFlags
public import Networking

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
