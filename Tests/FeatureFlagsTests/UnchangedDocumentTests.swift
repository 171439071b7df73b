import TestSupport
import Testing

@testable import FeatureFlags

struct UnchangedDocumentTests {
  private static let source = InMemorySource(
    result: .success(Array(#"[{"name":"A","enabled":true},{"name":"B"}]"#.utf8))
  )

  private static func address(of configuration: Configuration) -> UnsafePointer<Feature>? {
    configuration.features.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test func `a document with the same bytes as the previous one is not parsed again`() async throws
  {
    let loader = ConfigurationLoader(source: Self.source)
    let first = try await loader.load()
    let second = try await loader.load(after: first)
    #expect(Self.address(of: second.configuration) == Self.address(of: first.configuration))
    #expect(second.configuration == first.configuration)
    #expect(second.isSame(as: first))
  }

  @Test func `a document with the length of the previous one but other bytes is parsed`()
    async throws
  {
    let first = try await ConfigurationLoader(source: Self.source).load()
    let bytes = Array(#"[{"name":"A","enabled":true},{"name":"C"}]"#.utf8)
    let other = ConfigurationLoader(source: InMemorySource(result: .success(bytes)))
    let second = try await other.load(after: first)
    #expect(second.configuration.features.map(\.name) == ["A", "C"])
    #expect(!second.isSame(as: first))
  }
}
