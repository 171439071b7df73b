import Documents
import TestSupport
import Testing

@testable import FeatureFlags

struct ParsedPartTests {
  private static func entries(_ count: Int, _ prefix: String = "F") -> String {
    (0..<count).map { #"{"name":"\#(prefix)\#($0)"}"# }.joined(separator: ",\n")
  }

  @Test(arguments: [0, 1, 255, 256, 257, 768, 769, 40_000])
  func `the parts of a document have all features in order, and the last one ends at the last byte`(
    count: Int
  ) throws {
    let bytes = Array("[\(Self.entries(count))]".utf8)
    var parts: [ParsedPart] = []
    let parsed = try Configuration(bytes: bytes) { part in
      parts.append(part)
      return true
    }
    let configuration = try #require(parsed)
    #expect(configuration == (try Configuration(bytes: bytes)))
    #expect(parts.flatMap(\.features) == configuration.features)
    #expect(parts.last?.parsedBytes == bytes.count)
    #expect(parts.map(\.parsedBytes) == parts.map(\.parsedBytes).sorted())
    #expect(parts.map(\.isFirst) == parts.indices.map { $0 == 0 })
    #expect(parts.allSatisfy { $0.features.count <= 16_384 })
  }

  @Test func `the parts of a second list of features replace the parts of the first list`() throws {
    let lists = [Self.entries(600), Self.entries(300, "G")]
    let json = #"{"features":[\#(lists[0])],"features":[\#(lists[1])]}"#
    var features: [Feature] = []
    let parsed = try Configuration(bytes: Array(json.utf8)) { part in
      features = part.isFirst ? part.features : features + part.features
      return true
    }
    #expect(features.map(\.name.rawValue) == (0..<300).map { "G\($0)" })
    #expect(parsed?.features == features)
  }

  @Test func `cancelled parsing returns no configuration and reports no further part`() throws {
    let bytes = Array("[\(Self.entries(5_000)),".utf8)
    var count = 0
    let parsed = try Configuration(bytes: bytes) { _ in
      count += 1
      return count < 3
    }
    #expect(parsed == nil)
    #expect(count == 3)
  }

  @Test func `a property list is reported as one part`() throws {
    let xml = "<array><dict><key>name</key><string>A</string></dict></array>"
    var parts: [ParsedPart] = []
    let parsed = try Configuration(bytes: Array(xml.utf8)) { part in
      parts.append(part)
      return true
    }
    #expect(parts.map { $0.features.map(\.name) } == [["A"]])
    #expect(parsed?.features.count == 1)
  }

  @Test func `an error that occurs after the first part is rethrown`() {
    let bytes = Array("[\(Self.entries(1_000)), x]".utf8)
    #expect(throws: ConfigurationError.self) { try Configuration(bytes: bytes) { _ in true } }
  }
}
