import FeatureFlags
import FlagSystem
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests each file format with a document of that format.
struct FileFormatTests {
  /// A document of each format, by the name of the format.
  private static let documents = [
    "features": #"[{ "name": "Cart" }]"#,
    "optimizely": datafile,
    "remote-config": ServiceTests.template,
    "ascend": ServiceTests.allocation,
    "flagd": """
    { "flags": { "f": { "state": "ENABLED", "defaultVariant": "on", "variants": { "on": true } } } }
    """,
    "unleash": delta,
    "launchdarkly": """
    { "flags": { "f": { "on": true, "variations": [true, false], "offVariation": 1,
      "fallthrough": { "variation": 0 } } } }
    """,
    "growthbook": #"{ "f": { "defaultValue": "a", "rules": [{ "force": "b" }] } }"#,
    "goff": #"{ "f": { "variations": { "a": 1, "b": 2 }, "defaultRule": { "variation": "a" } } }"#,
    "posthog": #"{ "flags": [{ "key": "f", "active": true, "filters": { "groups": [{}] } }] }"#,
    "ofrep": ServiceTests.evaluation,
    "openfeature": #"{ "flags": { "f": { "flagType": "boolean", "defaultValue": true } } }"#,
  ]

  /// A delta document of Unleash; a document of client features would also be a list of features.
  private static let delta = """
    { "events": [{ "type": "hydration", "eventId": 1, "segments": [],
      "features": [{ "name": "f", "enabled": true, "strategies": [] }] }] }
    """

  /// The formats without an evaluator of their own: the biases of a feature select its variation.
  private static let formatsWithBiases = ["features", "openfeature"]

  private static var datafile: String {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../OptimizelyTests/Fixtures/datafile.json")
    // Returns an empty text for an unreadable file, so that the tests of its format fail.
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }

  private static let readers = FileFormats.readers(SystemSettings())

  /// Parses the document of a format.
  static func configuration(_ format: String) throws -> Configuration {
    let reader = try #require(readers.first { $0.name == format })
    let document = try #require(documents[format], "the format \(format) has no document")
    return try reader.parse(Array(document.utf8))
  }

  @Test(arguments: FileFormats.names)
  func `a document is recognised by its own format, and by no other one`(format: String) throws {
    let document = try #require(Self.documents[format], "the format \(format) has no document")
    let names = Self.readers.filter { $0.recognises(Array(document.utf8)) }.map(\.name)
    #expect(names == [format])
  }

  @Test(arguments: FileFormats.names)
  func `a parsed document has features, and the evaluator of its flag service`(format: String)
    throws
  {
    let configuration = try Self.configuration(format)
    #expect(!configuration.features.isEmpty)
    let hasBiases = configuration.evaluator is BiasEvaluator
    #expect(hasBiases == Self.formatsWithBiases.contains(format))
  }

  @Test func `every type that conforms to FlagEvaluator is the evaluator of a format`() throws {
    // `ChainedEvaluator` has no format: it combines the evaluators of two merged documents.
    var types: Set = ["ChainedEvaluator"]
    for format in FileFormats.names {
      types.insert("\(type(of: try Self.configuration(format).evaluator))")
    }
    #expect(try SourceCode.types(conformingTo: "FlagEvaluator") == types)
  }

  @Test func `the table of formats has every format that a library defines`() throws {
    let names = try SourceCode.matches(of: /ConfigurationFormat\(\s*name: "([^"]+)"/)
    #expect(names == Set(FileFormats.names))
  }
}
