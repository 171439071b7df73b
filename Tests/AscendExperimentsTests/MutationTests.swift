import Foundation
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests parsing of randomly mutated responses and snapshots.
struct MutationTests {
  private static let count = 20_000

  private static let tokens = [
    "null", "true", "-1", "1e999", "0.5", "\"\"", "\"x\"", "[]", "{}", "[[]]",
    "9223372036854775808", "\"\\ud800\"", "\"BOOL\"", "\"nan\"",
  ]

  @Test(.timeLimit(.minutes(2))) func `a mutated response never crashes the parser`() throws {
    var random = SeededGenerator(seed: 7)
    var (refused, filled) = (0, 0)
    var maps = ExperimentMaps()
    maps.defaults = Lab.defaults
    for _ in 0..<Self.count {
      let bytes = mutated(Array(Lab.response().utf8), tokens: Self.tokens, using: &random)
      do throws(ExperimentsError) {
        let fetched = try ExperimentsResponseBody.experiments(in: bytes, status: 200)
        _ = maps.merge(fetched, requested: Lab.defaults.keys.sorted())
        filled += maps.experiments.isEmpty ? 0 : 1
        Self.readAll(&maps)
      } catch {
        refused += 1
        #expect(!"\(error)".isEmpty)
      }
    }
    #expect(refused > Self.count / 10)
    #expect(filled > Self.count / 10)
  }

  @Test(.timeLimit(.minutes(2)))
  func `a mutated snapshot never crashes the parser, and a parsed snapshot can be encoded`()
    throws
  {
    let parsed = try ExperimentsResponseBody.experiments(
      in: Array(Lab.response().utf8),
      status: 200
    )
    let data = Dictionary(uniqueKeysWithValues: parsed.map { ($0.experimentKey, $0) })
    let good = try SortedJSON.bytes(of: ExperimentSnapshot(timestamp: 1.5, data: data))
    var random = SeededGenerator(seed: 8)
    var read = 0
    for _ in 0..<Self.count {
      let bytes = mutated(good, tokens: Self.tokens, using: &random)
      // Ignores an error: most mutations make the snapshot invalid.
      guard let snapshot = try? JSONDecoder().decode(ExperimentSnapshot.self, from: Data(bytes))
      else { continue }
      read += 1
      let again = try SortedJSON.bytes(of: snapshot)
      #expect(try JSONDecoder().decode(ExperimentSnapshot.self, from: Data(again)) == snapshot)
    }
    #expect(read > Self.count / 20)
    #expect(read < Self.count)
  }

  private static func readAll(_ maps: inout ExperimentMaps) {
    for key in maps.experiments.keys {
      let names = maps.experiments[key]?.variables?.variables?.keys.map(\.self) ?? []
      for name in names {
        let _: Bool = maps.value(of: name, in: key, dontCache: true, ignoreCache: true)
        let _: Int = maps.value(of: name, in: key, dontCache: true, ignoreCache: true)
        let _: Double = maps.value(of: name, in: key, dontCache: true, ignoreCache: true)
        let _: Int64 = maps.value(of: name, in: key, dontCache: true, ignoreCache: true)
        let _: String = maps.value(of: name, in: key, dontCache: true, ignoreCache: true)
      }
      #expect(maps.variablesJSON(of: key) != nil)
    }
  }
}
