import Documents
public import FeatureFlags
public import Networking

/// The values of a Firebase Remote Config template, in a file or on a server.
///
/// Whether a condition holds is known to Firebase alone, so the keeper is told which do; of
/// those, the one that the template lists first decides. There are no values before the first
/// fetch.
public struct TemplateRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  /// The names of the conditions that are taken to hold.
  public let conditions: Set<String>
  private let document: CachedDocument<Content>

  private struct Content {
    var template: RemoteConfigTemplate?
    var texts: [String: String] = [:]
  }

  /// Names a source; it is not read until the first fetch.
  ///
  /// - Parameters:
  ///   - source: Where the template is.
  ///   - conditions: The names of the conditions that are taken to hold.
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

  /// Names a file; it is not read until the first fetch.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - conditions: The names of the conditions that are taken to hold.
  public init(path: String, conditions: Set<String> = []) {
    self.init(source: FileSource(path: path), conditions: conditions)
  }

  /// Names an address; nothing is asked until the first fetch.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` address.
  ///   - headers: What is sent with each request, such as `Authorization`.
  ///   - conditions: The names of the conditions that are taken to hold.
  ///   - client: What asks.
  /// - Throws: What keeps the address from ever being asked.
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

  /// The template as it was fetched last; `nil` before that.
  public var template: RemoteConfigTemplate? { document.content.template }

  /// The text of a key; `nil` also where the template leaves the value to the app.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    document.content.texts[key.name]
  }

  /// The text that a key has where one condition holds, or by default.
  public func stringValueRepresentation(
    for key: any RemoteKey,
    variation: String
  ) -> String? {
    let parameter = document.content.template?.parameters.first { $0.key == key.name }
    let wanted = TestVariation(name: variation)
    return parameter?.variations.first { TestVariation(name: $0.name) == wanted }?.value?.text
  }

  /// Reads the template.
  ///
  /// - Throws: Why it could not be read; the values are then what they were.
  public func fetch() async throws(SourceError) {
    try await document.fetch()
  }
}
