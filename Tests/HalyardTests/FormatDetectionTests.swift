import FeatureFlags
import FlagSystem
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the detection of the format from the whole document, and the errors for unknown formats.
struct FormatDetectionTests {
  private static let flag = #"{"state": "ENABLED", "variants": {"on": true}}"#

  @Test(arguments: [
    (#"{"flags": {}}"#, "flagd"), ("flags: {}\n", "flagd"),
    (#"{"flags": {}, "segments": {}}"#, "launchdarkly"),
    (#"{"flags": {"a": null, "b": \#(flag)}}"#, "flagd"),
    (#"{"flags": {"a": {"state": "ENABLED"}}}"#, "flagd"),
    (
      #"{"flags": {"a": {}, "b": {"deleted": true}, "c": {"on": true, "variations": [1]}}}"#,
      "launchdarkly"
    ),
    (#"{"flags": {"a": {"on": false}}}"#, "launchdarkly"), (#"{"features": {}}"#, "growthbook"),
    (#"{"features": {"a": null, "b": {"defaultValue": 1}}}"#, "growthbook"),
    (
      #"{"version": 2, "features": [{"name": "a", "enabled": true}, {"name": "b", "strategies": []}]}"#,
      "unleash"
    ),
    (#"{"version": 1, "features": []}"#, "unleash"), (#"{"features": []}"#, "features"),
    (#"{"flags": []}"#, "ofrep"),
    (#"{"flags": [{"key": "a"}, {"key": "b", "value": 1}]}"#, "ofrep"),
    (#"{"flags": {"a": {}, "b": {"flagType": "boolean", "defaultValue": true}}}"#, "openfeature"),
    (#"{"features": {"a": null}}"#, "growthbook"), (#"{"features": {"a": {}}}"#, "growthbook"),
    (#"{"features": {"a": {"defaultVaule": true, "rule": []}}}"#, "growthbook"),
    (#"{"features": {"a": {"owner": "\#(String(repeating: "x", count: 5_000))"}}}"#, "growthbook"),
  ])
  func `the format of a document is detected from all of its flags, and without flags, too`(
    text: String,
    format: String
  ) throws {
    let bytes = Array(text.utf8)
    #expect(FileFormats.format(of: bytes, SourceOptions()).name == format)
    #expect(throws: Never.self) { try FileFormats.parse(bytes, SourceOptions()) }
  }

  @Test(arguments: [
    (
      #"{"featureFlags": {"a": true}, "errorsWhileComputingFlags": false}"#,
      "flags of PostHog for one person"
    ),
    (
      "namespace: default\nflags:\n- key: a\n  type: BOOLEAN_FLAG_TYPE\n  enabled: true\n",
      "flags of Flipt"
    ),
    (
      #"[{"id": 1, "feature": {"name": "a"}, "enabled": true, "feature_state_value": null}]"#,
      "flags of Flagsmith"
    ),
    (
      #"{"version": 2, "features": [{"name": "a", "type": "release", "environments": []}]}"#,
      "a list of flags of the admin API of Unleash"
    ),
    (
      #"{"features": [{"id": "a", "valueType": "boolean", "environments": {"dev": {}}}], "limit": 10}"#,
      "a response of the management API of GrowthBook"
    ),
    (
      #"{"items": [{"key": "f", "variations": [], "environments": {}}], "totalCount": 1}"#,
      "a response of the management API of LaunchDarkly"
    ),
    (
      #"{"version": "2", "projectId": "1", "accountId": "1", "experiments": [{"trafficAllocation": []}]}"#,
      #"a datafile of Optimizely of version "2""#
    ),
    (
      #"{"version": "3", "projectId": "1", "experiments": [{"trafficAllocation": []}], "variables": []}"#,
      #"a datafile of Optimizely of version "3""#
    ),
  ])
  func `the error for a document of an unsupported product or version names the product`(
    text: String,
    name: String
  )
    throws
  {
    let error = try #require(throws: ConfigurationError.self) {
      try FileFormats.parse(Array(text.utf8), SourceOptions())
    }
    #expect("\(error)".contains("found \(name), expected"), "\(error)")
  }

  /// Documents with member names in single quotes; the document of GrowthBook is longer than 4 kB.
  private static let quoted = [
    "unleash": "{'version': 1, 'features': [{'name': 'a', 'enabled': true, 'strategies': []}]}",
    "remote-config": "{'parameters': {'a': {'defaultValue': {'value': 'x'}}}}",
    "growthbook": "{'features': {\(features)}}",
    "flagd": "{'flags': {'a': {'state': 'ENABLED', 'variants': {'a': 1}, 'defaultVariant': 'a'}}}",
    "launchdarkly": "{'flags': {'a': {'on': false, 'variations': [1], 'offVariation': 0}}}",
  ]
  private static let features = (0..<200).map { "'f\($0)': {'defaultValue': true}" }
    .joined(separator: ", ")

  @Test(arguments: quoted.keys.sorted())
  func `member names without double quotes are reported as an error, and the flags are read`(
    format: String
  ) throws {
    let text = try #require(Self.quoted[format])
    let bare = text.replacing(/'(\w+)':/) { "\($0.1) :" }
    for text in [text, bare] {
      let bytes = Array(text.utf8)
      #expect(FileFormats.format(of: bytes, SourceOptions()).name == format)
      let configuration = try FileFormats.parse(bytes, SourceOptions())
      #expect(configuration.features.count == (format == "growthbook" ? 200 : 1))
      let error = try #require(configuration.problems.first { $0.severity == .error })
      #expect(error.line == 1)
      #expect("\(error.fact)".hasPrefix("column 2: "), "\(error.fact)")
      #expect("\(error.fact)".hasSuffix(" read JSON only"), "\(error.fact)")
    }
  }

  @Test(arguments: [
    #"{features: [{name: "a", description: "The conversion: strategies, toggles"}]}"#,
    #"{"features": [{"name": "rules"}], "metadata": {"parameters": 1}}"#,
  ])
  func `a document in the format features is detected even if it contains words of other formats`(
    text: String
  )
    throws
  {
    let bytes = Array(text.utf8)
    #expect(FileFormats.format(of: bytes, SourceOptions()).name == "features")
    #expect(try FileFormats.parse(bytes, SourceOptions()).features.count == 1)
  }

  @Test(arguments: [
    ("flags:\n\ta:\n", 2), ("flags: {}\n---\nflags: {}\n", 2), ("flags: !x!y {}\n", 1),
    ("flags:\n  a: [1\n", 3),
  ])
  func `malformed YAML is reported with the line of the YAML error, not as malformed JSON`(
    text: String,
    line: Int
  ) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try FileFormats.parse(Array(text.utf8), SourceOptions())
    }
    #expect(error.line == line, "\(error)")
    #expect(!"\(error)".contains("column 1: found \"flags\""), "\(error)")
  }

  @Test(arguments: [
    (
      #"{"flgas": {"a": \#(flag)}}"#,
      #"found "flgas" ("flgas", did you mean "flags"?), expected one of"#
    ),
    ("just text", "found a text, expected one of these formats: "),
  ])
  func `the error for a document in no known format names a misspelt member or the formats`(
    text: String,
    expected: String
  )
    throws
  {
    let error = try #require(throws: ConfigurationError.self) {
      try FileFormats.parse(Array(text.utf8), SourceOptions())
    }
    #expect("\(error)".contains(expected), "\(error)")
  }

  @Test(arguments: [
    (
      #"{"flags": {"a": {"on": true, "variations": [1]}}}"#, #"{"flags": {}}"#,
      "LaunchDarklyEvaluator"
    ),
    (#"{"flags": {"a": \#(flag)}}"#, "flags: {}", "FlagdEvaluator"),
    (#"{"features": {"a": {"defaultValue": 1}}}"#, #"{"features": {}}"#, "GrowthBookEvaluator"),
    (
      #"{"version": 2, "features": [{"name": "a", "enabled": true, "strategies": []}]}"#,
      #"{"version": 2, "features": []}"#, "UnleashEvaluator"
    ),
    (#"{"flags": {"a": \#(flag)}}"#, #"{"flags": {"a": null}}"#, "FlagdEvaluator"),
    (#"{"flags": {"a": \#(flag)}}"#, "flags:\n", "FlagdEvaluator"),
    (#"{"flags": {"a": {"on": true, "variations": [1]}}}"#, "{}", "LaunchDarklyEvaluator"),
    (
      #"{"features": {"a": {"defaultValue": 1}}}"#, #"{"features": {"a": null}}"#,
      "GrowthBookEvaluator"
    ),
    (#"{"a": {"defaultValue": 1}}"#, "{}", "GrowthBookEvaluator"),
    (#"{"parameters": {"a": {"defaultValue": {"value": "x"}}}}"#, "{}", "TemplateEvaluator"),
  ])
  func `a document that becomes empty is loaded in the format of the former document`(
    text: String,
    empty: String,
    evaluator: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "flags.json")
    var loader = ConfigurationLoader(source: FileSource(path: path))
    loader.formats = FileFormats.candidates(SystemSettings())
    try folder.write(text, to: "flags.json")
    let first = try await loader.load()
    #expect(first.configuration.features.count == 1)
    try folder.write(empty, to: "flags.json")
    let second = try await loader.load(after: first)
    #expect(second.failures.isEmpty)
    #expect(second.configuration.features.isEmpty)
    #expect("\(type(of: second.configuration.evaluator))" == evaluator)
  }

  @Test func `a document in UTF-16 is loaded, and stored in UTF-8`() async throws {
    let folder = try TemporaryFolder()
    let text = #"{"features": [{"name": "é"}]}"#
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try Data(bytes).write(to: URL(filePath: folder.path(of: "f.json")))
    var loader = ConfigurationLoader(source: FileSource(path: folder.path(of: "f.json")))
    loader.formats = FileFormats.candidates(SystemSettings())
    let loaded = try await loader.load()
    #expect(loaded.configuration.features.map(\.name) == ["é"])
    #expect(loaded.configuration.problems.isEmpty)
    #expect(loaded.bytes == Array(text.utf8))
  }
}
