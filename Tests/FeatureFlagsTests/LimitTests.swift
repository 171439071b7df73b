import CoreTestSupport
import Documents
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the limits for the content of a document.
@Suite(.tags(.timed))
struct LimitTests {
  /// Returns a letter with combining marks in an order that Unicode normalization has to sort.
  private static func marked(_ count: Int) -> String {
    let marks: [Unicode.Scalar] = ["\u{301}", "\u{316}", "\u{345}", "\u{327}"]
    var text = "a"
    for number in 0..<count { text.unicodeScalars.append(marks[number % marks.count]) }
    return text
  }

  @Test func `a feature whose name has too many combining marks is skipped and reported`() throws {
    let limit = InputLimit.clusterScalars.maximum
    let configuration = try Samples.configuration(
      #"[{"name":"\#(Self.marked(limit))"}, {"name":"good"}, {"name":"\#(Self.marked(limit - 1))"}]"#
    )
    #expect(configuration.features.map(\.name.rawValue) == ["good", Self.marked(limit - 1)])
    #expect(configuration.problems.map(\.fact) == [.longCluster(isFatal: true)])
    #expect(configuration.problems.first?.line == 1)
  }

  @Test
  func `a description with too many combining marks is truncated after the last allowed mark`()
    throws
  {
    let limit = InputLimit.clusterScalars.maximum
    let text = "x" + Self.marked(10_000) + "y"
    let feature = try Samples.configuration(#"[{"name":"A","description":"\#(text)"}]"#)
    #expect(feature.features.first?.detailText == "x" + Self.marked(limit - 1) + "\u{FFFD}y")
    #expect(feature.problems.map(\.fact) == [.longCluster(isFatal: false)])
  }

  @Test(arguments: ["a", "a\u{301}", "\u{200D}", "👩‍👩‍👧‍👦", "\u{1100}", "🇪🇸", "ก็", "\u{FE0F}"])
  func `no grapheme cluster of a truncated text is longer than the limit`(seed: String) {
    for count in [1, 63, 64, 65, 129, 1_000] {
      let text = String(repeating: seed, count: count)
      let (bounded, _) = text.truncatingClusters()
      let longest = bounded.map(\.unicodeScalars.count).max() ?? 0
      #expect(longest <= InputLimit.clusterScalars.maximum + 1)
      if text.allSatisfy({ $0.unicodeScalars.count <= InputLimit.clusterScalars.maximum }) {
        #expect(bounded.utf8.elementsEqual(text.utf8))
      }
    }
  }

  @Test(arguments: ["json", "plist", "keys", "word", "names"])
  func `the time to parse combining marks is linear in their number`(location: String) throws {
    func document(_ count: Int) -> String {
      let text = Self.marked(count)
      switch location {
      case "json": return #"[{"name":"\#(text)","section":"\#(text)x"}]"#
      case "plist": return "<array><dict><key>name</key><string>\(text)</string></dict></array>"
      case "keys": return #"[{"name":"A","\#(text)":1,"\#(text)":2}]"#
      case "word": return "[{\(text):1}]"
      default:
        let name = Self.marked(60)
        return "[" + (0..<count / 60).map { #"{"name":"\#(name)\#($0)"}"# }.joined(separator: ",")
          + "]"
      }
    }
    let small = try Self.time { _ = try? Samples.configuration(document(50_000)) }
    let large = try Self.time { _ = try? Samples.configuration(document(200_000)) }
    #expect(large < max(small, .milliseconds(20)) * 12, "\(small) became \(large)")
  }

  /// Returns the minimum CPU time of three runs on this thread, which other tests do not affect.
  private static func time(_ body: () throws -> Void) throws -> Duration {
    try #require((0..<3).map { _ in try threadTime(body) }.min())
  }

  @Test func `a list with too many features is rejected with the number of its entries`() {
    let count = InputLimit.features.maximum + 1
    let zeros = String(repeating: "0,", count: count)
    let error = #expect(throws: ConfigurationError.self) {
      try Samples.configuration("[\n\(zeros)]")
    }
    #expect(error == .document(.limit(.features, found: count, line: 2)))
    #expect(
      error?.description == "found 1000001 features, expected at most 1000000"
    )
  }

  @Test
  func `the first problems of each severity are stored up to a limit, and the rest counted`()
    throws
  {
    let limit = InputLimit.problems.maximum
    let flags = (0..<2 * limit).map { #"{"name":"F\#($0)","enabled":true,"development":true}"# }
    let configuration = try Samples.configuration("[\(flags.joined(separator: ",")),1]")
    #expect(configuration.features.count == 2 * limit)
    #expect(configuration.problems.count == limit + 1)
    #expect(configuration.problems.last?.fact == .notAFeature(found: "a number"))
    let list = configuration.problemTally
    #expect(list.noteCount == 2 * limit)
    #expect(list.warningCount == 0)
    #expect(list.errorCount == 1)
    #expect(list.omittedCount == limit)
  }

  @Test func `a feature needs at most 72 bytes of memory, and a JSON node 24 bytes`() {
    #expect(MemoryLayout<Feature>.stride <= 72)
    #expect(MemoryLayout<Node>.stride == 24)
  }

  @Test func `two names are equal only if their bytes are equal`() {
    let (composed, decomposed): (Feature.Name, Feature.Name) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(Feature.Name(rawValue: "") == Feature.Name(rawValue: ""))
    #expect(Feature.Name(rawValue: "") != Feature.Name(rawValue: "a"))
  }

  @Test func `the last of duplicate lists of features wins, even if it is empty`() throws {
    let twice = #"{"features":[{"name":"A"},1],"x":[],"features":[{"name":"B"}]}"#
    #expect(try Samples.configuration(twice).features.map(\.name) == ["B"])
    let facts = try Samples.configuration(twice).problems.map(\.fact)
    #expect(facts == [.duplicateKey("features", firstLine: 1)])
    let empty = #"{"features":[{"name":"A"}],"features":[]}"#
    #expect(try Samples.configuration(empty).features.isEmpty)
    #expect(throws: ConfigurationError.featuresNotAList(line: 1, found: "null")) {
      try Samples.configuration(#"{"features":[{"name":"A"}],"features":null}"#)
    }
  }
}
