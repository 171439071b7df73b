import Documents
public import FeatureFlags
public import Networking

/// Reads remote values from a Firebase Remote Config template, in a file or on a server.
///
/// Only Firebase can evaluate conditions, so the keeper is configured with the conditions that are
/// true. The first of them in the order of the template applies. There are no values before the
/// first ``fetch()``:
///
/// ```swift
/// let keeper = TemplateRemoteConfigKeeper(path: "template.json", conditions: ["beta_testers"])
/// try await keeper.fetch()
/// ```
public struct TemplateRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  /// The names of the conditions that are true.
  public let conditions: Set<String>
  private let document: CachedDocument<Content>

  private struct Content {
    var template: RemoteConfigTemplate?
    var texts: [String: String] = [:]
  }

  /// Refers to a source; nothing is read until the first ``fetch()``.
  ///
  /// - Parameters:
  ///   - source: The source of the template.
  ///   - conditions: The names of the conditions that are true.
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

  /// Refers to a file; nothing is read until the first ``fetch()``.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - conditions: The names of the conditions that are true.
  public init(path: String, conditions: Set<String> = []) {
    self.init(source: FileSource(path: path), conditions: conditions)
  }

  /// Refers to a URL; nothing is requested until the first ``fetch()``.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - headers: The headers of each request, such as `Authorization`.
  ///   - conditions: The names of the conditions that are true.
  ///   - client: Sends the requests.
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

  /// The template of the last fetch; `nil` before the first one.
  public var template: RemoteConfigTemplate? { document.content.template }

  /// The text of a key; `nil` without one, and if the template uses the default of the app.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    document.content.texts[key.name]
  }

  /// The text of a key for a condition, or for the default of the template.
  public func stringValueRepresentation(
    for key: any RemoteKey,
    variation: String
  ) -> String? {
    let parameter = document.content.template?.parameters.first { $0.key == key.name }
    let expected = TestVariation(name: variation)
    return parameter?.variations.first { TestVariation(name: $0.name) == expected }?.value?.text
  }

  /// Fetches and parses the template.
  ///
  /// - Throws: The reason for the failure; the values are then unchanged.
  public func fetch() async throws(SourceError) {
    try await document.fetch()
  }
}
