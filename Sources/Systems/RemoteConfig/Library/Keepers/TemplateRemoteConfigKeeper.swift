import Documents
public import FeatureFlags
public import Networking

/// Reads remote values from a Firebase Remote Config template in a file or on a server.
///
/// Only Firebase can evaluate conditions, so the keeper is created with the names of the conditions that
/// are true. If several true conditions have a value for a key, the first one in the order of the
/// template wins. Before the first ``fetch()`` there are no values:
///
/// ```swift
/// let keeper = TemplateRemoteConfigKeeper(path: "template.json", conditions: ["beta_testers"])
/// try await keeper.fetch()
/// ```
public struct TemplateRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  /// The names of the conditions that are true for the app.
  public let conditions: Set<String>
  private let document: CachedDocument<Content>

  private struct Content {
    var template: RemoteConfigTemplate?
    var texts: [String: String] = [:]
  }

  /// Creates a keeper for a source; the first ``fetch()`` reads the source.
  ///
  /// - Parameters:
  ///   - source: The source of the template.
  ///   - conditions: The names of the conditions that are true; none by default.
  public init(source: any Source, conditions: Set<String> = []) {
    self.conditions = conditions
    document = CachedDocument(of: source, empty: Content()) { bytes throws(DocumentError) in
      let template = try RemoteConfigTemplate(bytes: bytes)
      var texts: [String: String] = [:]
      for parameter in template.parameters {
        texts[parameter.key] = parameter.value(where: conditions)?.text
      }
      return Content(template: template, texts: texts)
    }
  }

  /// Creates a keeper for a file; the first ``fetch()`` reads the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - conditions: The names of the conditions that are true; none by default.
  public init(path: String, conditions: Set<String> = []) {
    self.init(source: FileSource(path: path), conditions: conditions)
  }

  /// Creates a keeper for a URL; the first ``fetch()`` sends the first request.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - headers: The headers of each request, such as `Authorization`.
  ///   - conditions: The names of the conditions that are true; none by default.
  ///   - client: The HTTP client that sends the requests.
  /// - Throws: `SourceError` if the URL or a header is invalid.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    conditions: Set<String> = [],
    client: HTTPClient = HTTPClient()
  ) throws(SourceError) {
    self.init(
      source: try RemoteSource(url: url, headers: headers, client: client),
      conditions: conditions
    )
  }

  /// The template of the last successful fetch; `nil` before the first one.
  public var template: RemoteConfigTemplate? { document.content.template }

  /// Returns the string of the key; `nil` if the template has no value for the key, or refers to the
  /// default of the app.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    document.content.texts[key.name]
  }

  /// Returns the string that corresponds to a variation of the key.
  ///
  /// The variation is the name of a condition, or `Default` for the default value.
  public func stringValueRepresentation(
    for key: any RemoteKey,
    variation: String
  ) -> String? {
    let parameter = document.content.template?.parameters.first { $0.key == key.name }
    let expected = TestVariation(name: variation)
    return parameter?.variations.first { TestVariation(name: $0.name) == expected }?.value?.text
  }

  /// Fetches the template with a conditional request, and parses it.
  ///
  /// - Throws: The error of the request or of the template; the values are unchanged.
  public func fetch() async throws(SourceError) {
    try await document.fetch()
  }
}
