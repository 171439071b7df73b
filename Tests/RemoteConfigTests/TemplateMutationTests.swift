import Documents
import FeatureFlags
import RemoteConfig
import TestSupport
import Testing

/// Tests parsing of randomly mutated templates.
struct TemplateMutationTests {
  private static let tokens = [
    "null", "true", "-1", "1e999", "\"\"", "\"x\"", "[]", "{}", "[[]]", "{\"value\": 3}",
    "\"BOOLEAN\"", "\"JSON\"",
  ]

  @Test func `a mutated template never crashes the parser, and skipped parameters are reported`() {
    let bytes = Array(SampleTemplate.text.utf8)
    var random = SeededGenerator(seed: 4)
    var counts = (refused: 0, flawed: 0, sound: 0)
    for _ in 0..<(Effort.isFull ? 200_000 : 20_000) {
      let changed = mutated(bytes, tokens: Self.tokens, using: &random)
      do throws(DocumentError) {
        let template = try RemoteConfigTemplate(bytes: changed)
        for parameter in template.parameters {
          _ = parameter.value(where: ["A tenth"])?.text.map(parameter.type.value(of:))
        }
        let features = Configuration(template: template).features
        #expect(features.map(\.name.rawValue) == template.parameters.map(\.key))
        #expect(features.allSatisfy { Set($0.testVariations).count == $0.testVariations.count })
        #expect(Set(template.parameters.map(\.key)).count == template.parameters.count)
        #expect(template.problems.allSatisfy { !"\($0.fact)".isEmpty })
        if template.problems.isEmpty { counts.sound += 1 } else { counts.flawed += 1 }
      } catch {
        counts.refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(counts.refused > 1000 && counts.flawed > 1000 && counts.sound > 1000, "\(counts)")
  }
}
