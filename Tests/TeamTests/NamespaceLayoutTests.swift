import FeatureFlags
import Testing

@testable import Team

/// Tests the keys of a namespace.
struct NamespaceLayoutTests {
  private static let layout = NamespaceLayout(namespace: "qa")

  @Test(arguments: ["New Cart", "a/b", "100 %", "Grün", "~tilde_-.", "", "\u{0}\u{10FFFF}"])
  func `the key of an override is parsed to the name of its feature`(name: String) {
    let key = NamespaceKey.override(OverrideKey(Feature.Name(rawValue: name)))
    #expect(Self.layout.key(Self.layout.bytes(of: key)) == key)
  }

  @Test(
    arguments: [
      .key("ana"), .key("a/b=c"), .key("acme", kind: "org"), .attribute("country", "es"),
      .attribute("age", 42), .attribute("a/b", "42"), .key(""),
    ] as [OverrideScope]
  )
  func `the key of an override or a lock for single users is parsed to its scope`(
    scope: OverrideScope
  ) {
    for name in ["New Cart", "a/b", ""] {
      let override = OverrideKey(Feature.Name(rawValue: name), for: scope)
      for key in [NamespaceKey.override(override), .lock(override)] {
        #expect(Self.layout.key(Self.layout.bytes(of: key)) == key)
      }
    }
  }

  @Test func `the parts of a scope follow the name of the feature in the key`() {
    let key = OverrideKey("a/b", for: .attribute("country", "es"))
    let bytes = Self.layout.bytes(of: .override(key))
    let path = "/halyard/v1/qa/override/a%2Fb/attribute/country/%22es%22"
    #expect(String(decoding: bytes, as: UTF8.self) == path)
  }

  @Test func `the name of a feature is percent-encoded in its key`() {
    let bytes = Self.layout.bytes(of: .override("New Cart/ä"))
    #expect(String(decoding: bytes, as: UTF8.self) == "/halyard/v1/qa/override/New%20Cart%2F%C3%A4")
  }

  @Test(arguments: [
    "/halyard/v1/qb/override/A", "/halyard/v1/qa/other/A", "/halyard/v1/qa/override/%4",
    "/halyard/v1/qa/override/%41", "/halyard/v1/qa/override/%FF", "/halyard/v1/qa/override/a b",
    "/halyard/v1/qa/override/%c3%a4", "/halyard/v1/qa/override/A/", "/halyard/v1/qa/override/A/key",
    "/halyard/v1/qa/override/A/key/b/c", "/halyard/v1/qa/override/A/other/b",
    "/halyard/v1/qa/override/A/attribute/b/c", "/halyard/v1/qa/override/A/attribute/b/%5B%5D", "",
  ])
  func `parsing a key that Halyard does not write returns nil`(text: String) {
    #expect(Self.layout.key(Array(text.utf8)) == nil)
  }
}
