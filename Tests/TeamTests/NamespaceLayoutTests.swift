import FeatureFlags
import Testing

@testable import Team

/// Tests the keys of a namespace.
struct NamespaceLayoutTests {
  private static let layout = NamespaceLayout(namespace: "qa")

  @Test(arguments: ["New Cart", "a/b", "100 %", "Grün", "~tilde_-.", "", "\u{0}\u{10FFFF}"])
  func `the key of an override is parsed to the name of its feature`(name: String) {
    let key = NamespaceKey.override(Feature.Name(rawValue: name))
    #expect(Self.layout.key(Self.layout.bytes(of: key)) == key)
  }

  @Test func `the name of a feature is percent-encoded in its key`() {
    let bytes = Self.layout.bytes(of: .override("New Cart/ä"))
    #expect(String(decoding: bytes, as: UTF8.self) == "/halyard/v1/qa/override/New%20Cart%2F%C3%A4")
  }

  @Test(arguments: [
    "/halyard/v1/qb/override/A", "/halyard/v1/qa/other/A", "/halyard/v1/qa/override/%4",
    "/halyard/v1/qa/override/%41", "/halyard/v1/qa/override/%FF", "/halyard/v1/qa/override/a b",
    "/halyard/v1/qa/override/%c3%a4", "",
  ])
  func `parsing a key that Halyard does not write returns nil`(text: String) {
    #expect(Self.layout.key(Array(text.utf8)) == nil)
  }
}
