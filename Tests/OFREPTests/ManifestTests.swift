import Documents
import TestSupport
import Testing

@testable import FeatureFlags
@testable import OFREP

/// Tests the manifest of OpenFeature as a document.
struct ManifestTests {
  private static let file = """
    { "$schema": "../schema/v0/flag-manifest.json",
      "flags": {
        "cart": { "flagType": "boolean", "defaultValue": true, "description": "The cart" },
        "length": { "flagType": "integer", "defaultValue": 50 },
        "greeting": { "flagType": "string", "defaultValue": "Hello", "description": "" },
        "discount": { "flagType": "float", "defaultValue": 1 },
        "colours": { "flagType": "object", "defaultValue": { "primary": "#007bff" } } } }
    """

  private func parse(_ text: String) throws -> Configuration {
    try ConfigurationFormat.manifest.parse(Array(text.utf8))
  }

  @Test func `each flag of a manifest becomes a feature with the default value`() throws {
    let configuration = try parse(Self.file)
    #expect(configuration.problems.isEmpty)
    let features = configuration.features
    #expect(features.map(\.name) == ["cart", "length", "greeting", "discount", "colours"])
    #expect(features.map(\.type) == [.featureFlag, .value, .value, .value, .value])
    #expect(
      features.map(\.stateText) == ["Enabled", "50", "Hello", "1", ##"{"primary":"#007bff"}"##]
    )
    #expect(features.map { $0.definition.detailText } == ["The cart", nil, nil, nil, nil])
    let types = features.dropFirst().map { $0.declaredVariables.first?.value.type }
    #expect(types == [.integer, .string, .double, .json])
  }

  @Test func `the response of a manifest server is parsed like a manifest file`() throws {
    let configuration = try parse(
      #"{ "flags": [{ "key": "cart", "type": "boolean", "defaultValue": false, "description": null }] }"#
    )
    #expect(configuration.problems.isEmpty)
    #expect(configuration.features.map(\.stateText) == ["Disabled"])
  }

  @Test func `a malformed flag is reported with its line, and the other flags are parsed`() throws {
    let configuration = try parse(
      """
      { "flags": {
        "a": { "flagType": "bool", "defaultValue": true },
        "b": { "flagType": "integer", "defaultValue": 1.5 },
        "c": { "flagType": "string" },
        "d": { "flagType": "boolean", "defaultValue": "yes" },
        "e": { "flagType": "boolean", "defaultValue": true },
        "e": { "flagType": "boolean", "defaultValue": false },
        "f": 5 } }
      """
    )
    #expect(configuration.features.map(\.name) == ["b", "c", "d", "e"])
    #expect(
      configuration.features.map(\.stateText) == ["no value", "no value", "Disabled", "Disabled"]
    )
    #expect(configuration.problems.map(\.line) == [7, 2, 3, 4, 5, 8])
    #expect(configuration.problems.map(\.feature) == ["e", "a", "b", "c", "d", "f"])
    #expect(
      configuration.problems.dropFirst().first.map { "\($0.fact)" }?
        .contains("expected one of boolean, string, integer, float, object") == true
    )
  }

  @Test(arguments: [
    ("[]", "flags"), ("{}", "found nothing, expected flags"), (#"{ "flags": 3 }"#, "found 3"),
    ("{", "the end of the document"),
  ])
  func `a manifest without flags is rejected`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try parse(text) }
    #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
  }

  @Test func `a written manifest file or response is parsed to the same values`() throws {
    let manifest = FlagManifest(flags: [
      FlagManifest.Flag(key: "cart", value: .boolean(true), description: "The cart"),
      FlagManifest.Flag(key: "rate", value: .double(2), description: nil),
      FlagManifest.Flag(key: "list", value: .json("[1,2]"), description: nil),
    ])
    for json in [manifest.file, manifest.response] {
      let bytes = Array(json.text(isPretty: true).utf8)
      #expect(ConfigurationFormat.manifest.recognises(bytes))
      let configuration = try ConfigurationFormat.manifest.parse(bytes)
      #expect(configuration.problems.isEmpty)
      #expect(configuration.features.map(\.stateText) == ["Enabled", "2", "[1,2]"])
    }
    let empty = FlagManifest(flags: []).file
    #expect(ConfigurationFormat.manifest.recognises(Array(empty.text().utf8)))
  }
}
