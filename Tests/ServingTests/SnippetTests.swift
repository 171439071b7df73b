import FeatureFlags
import FlagSystem
import Flagd
import Foundation
import GoFeatureFlag
import GrowthBook
import LaunchDarkly
import OptimizelyEngine
import PostHog
import RemoteConfig
import Serving
import TestSupport
import Testing
import Unleash

/// Tests that the snippets for Python in the pages of flag systems run as printed, and get the overrides.
@Suite(.onlyInFullRun, .timeLimit(.minutes(30)))
struct SnippetTests {
  /// A page with the document of its source, whose flag is off.
  private struct Page: CustomTestStringConvertible {
    let name: String
    let document: String
    let format: ConfigurationFormat
    var flag = "new-cart"
    var choice = OverrideChoice.enabled(true)

    var testDescription: String { name }
  }

  private static let flagd = """
    { "flags": { "new-cart": { "state": "ENABLED", "defaultVariant": "off",
      "variants": { "on": true, "off": false } } } }
    """

  private static let pages = [
    Page(name: "flagd", document: flagd, format: FlagSystemSample.flagdFormat),
    Page(name: "ofrep", document: flagd, format: FlagSystemSample.flagdFormat),
    Page(
      name: "go-feature-flag",
      document:
        "new-cart: { variations: { on: true, off: false }, defaultRule: { variation: off } }",
      format: .goFeatureFlag()
    ),
    Page(
      name: "posthog",
      document: """
        { "flags": [{ "key": "new-cart", "active": true,
          "filters": { "groups": [{ "properties": [], "rollout_percentage": 0 }] } }] }
        """,
      format: .postHog()
    ),
    Page(
      name: "unleash",
      document: """
        { "version": 2, "features": [{ "name": "new-cart", "enabled": false, "strategies": [] }] }
        """,
      format: FlagSystemSample.unleashFormat
    ),
    Page(
      name: "launchdarkly",
      document: """
        { "flags": { "new-cart": { "key": "new-cart", "on": false, "variations": [true, false],
          "offVariation": 1, "fallthrough": { "variation": 0 } } }, "segments": {} }
        """,
      format: .launchDarkly
    ),
    Page(
      name: "growthbook",
      document: #"{ "features": { "new-cart": { "defaultValue": false } } }"#,
      format: .growthBook()
    ),
    Page(
      name: "remote-config",
      document: """
        { "parameters": { "new_cart": { "valueType": "BOOLEAN",
          "defaultValue": { "value": "false" } } } }
        """,
      format: .remoteConfigTemplate,
      flag: "new_cart"
    ),
    Page(
      name: "optimizely",
      document: DatafileSample.text.replacing("buy_now", with: "new_cart"),
      format: .optimizely(),
      flag: "new_cart",
      choice: .variation("one_touch")
    ),
  ]

  /// The packages of the snippets with the versions that are tested.
  private static let versions = [
    "UnleashClient": ">=6,<7", "openfeature-provider-flagd": ">=0.6,<0.7",
    "launchdarkly-server-sdk": ">=9,<10", "growthbook": ">=2", "firebase-admin": ">=7,<8",
    "posthog": ">=7,<8", "optimizely-sdk": ">=5,<6", "openfeature-sdk": ">=0.10,<0.11",
    "openfeature-provider-ofrep": ">=0.3,<0.4", "gofeatureflag-python-provider": ">=1.3,<2",
  ]

  @Test(arguments: pages)
  private func `the snippet for Python of a page about a flag system gets the override`(page: Page)
    async throws
  {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/systems/\(page.name).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let snippet = try #require(text.firstMatch(of: /```python\n((?:.|\n)*?)```/)?.output.1)
    let example = try await ServedExample(page.document, formats: [page.format])
    let flag = Feature.Name(rawValue: page.flag)
    try example.store.applyAndWait(.set([page.choice], for: [flag], only: .everyone))
    let names = try #require(snippet.firstMatch(of: /# pip install (.*)/)?.output.1)
    let packages = try names.split(separator: " ").map { name in
      String(name) + (try #require(Self.versions[String(name)]))
    }
    let code = snippet.replacing("http://127.0.0.1:8016", with: example.server.url)
    let folder = try TemporaryFolder()
    try folder.write(String(code), to: "snippet.py")
    // Does not block a thread of the cooperative pool: the server needs the pool for responses.
    let output = try await onThread {
      let python = try PythonEnvironment.shared(packages)
      let script = "cd '\(folder.path)' && exec '\(python)' -W ignore snippet.py"
      return try PythonEnvironment.run("sh", ["-c", script], in: folder)
    }
    #expect(output.split(separator: "\n").last == "True", "\(output)")
  }
}
