import Documents
public import FeatureFlags
public import Networking

/// Values in one JSON object, by the names of their keys, in a file or on a server.
///
/// Texts are taken as they are, everything else in its shortest form in JSON, such as `true`, and `1`
/// for `1.0`; null is no value. There are no values before the first fetch.
public struct JSONRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let document: CachedDocument<[String: String]>

  /// Names a source; it is not read until the first fetch.
  public init(source: any Source) {
    document = CachedDocument(of: source, empty: [:], read: Self.texts)
  }

  /// Names a file; it is not read until the first fetch.
  public init(path: String) {
    self.init(source: FileSource(path: path))
  }

  /// Names an address; nothing is asked until the first fetch.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` address.
  ///   - headers: What is sent with each request.
  ///   - client: What asks.
  /// - Throws: What keeps the address from ever being asked.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    client: HTTPClient = HTTPClient()
  ) throws(SourceError) {
    self.init(source: try RemoteSource(url: url, headers: headers, client: client))
  }

  /// The text of a key.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    document.content[key.name]
  }

  /// Reads the document.
  ///
  /// - Throws: Why it could not be read; the values are then what they were.
  public func fetch() async throws(SourceError) {
    try await document.fetch()
  }

  private static func texts(_ bytes: [UInt8]) throws(DocumentError) -> [String: String] {
    let document = try JSONReader.read(bytes)
    guard let members = document.members else {
      throw document.mismatch(wanted: "an object of values")
    }
    var texts: [String: String] = [:]
    for member in members {
      texts[member.key] = member.node.isNull ? nil : VariableValue(member.node)?.description
    }
    return texts
  }
}
