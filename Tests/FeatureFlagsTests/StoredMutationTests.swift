import Documents
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests randomly mutated files of a workspace.
struct StoredMutationTests {
  private static let overrides = """
    { "version": 1, "source": "flags.json", "overrides": {
      "New Cart": { "enabled": true, "lifetime": "kept", "at": "2026-11-21T10:02:11Z", "by": "ana" },
      "CTA": { "variation": "B", "rules": { "r": "A" }, "until": "2026-11-21T10:02:11Z" },
      "Gold": { "unlocked": true, "variables": { "a": 1, "b": "x", "c": { "d": [true, null] } },
                "lifetime": "session" } } }
    """
  private static let assignments = """
    { "version": 1, "assignments": { "CTA": 62.5, "Layout": 0, "x": 100 } }
    """
  private static let tokens = [
    "null", "true", "1e999", "-1", "\"\"", "[]", "{}", "\"\\ud800\"", "\"kept\"", "NaN", "\u{301}",
  ]

  /// Parses 20,000 mutated files of each kind.
  @Test(arguments: [overrides, assignments])
  func `a mutated workspace file is parsed, or rejected with an error that quotes its text`(
    text: String
  ) throws {
    var random = SeededGenerator(seed: 11)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = mutated(Array(text.utf8), tokens: Self.tokens, using: &random)
      do throws(DocumentError) {
        if text == Self.overrides {
          let found = try OverridesFile.read(bytes)
          // A parsed file can be encoded and parsed again.
          let again = try OverridesFile.read(OverridesFile.write(found, source: "s"))
          #expect(again.count == found.count)
        } else {
          _ = try AssignmentsFile.read(bytes)
        }
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    #expect(read > 1_000)
    #expect(refused > 1_000)
  }
}
