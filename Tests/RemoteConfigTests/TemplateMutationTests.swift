import FeatureFlags
import RemoteConfig
import TestSupport
import Testing

/// Templates that something has gone wrong with.
struct TemplateMutationTests {
  private static let tokens = [
    "null", "true", "-1", "1e999", "\"\"", "\"x\"", "[]", "{}", "[[]]", "{\"value\": 3}",
    "\"BOOLEAN\"", "\"JSON\"",
  ]

  @Test func `no mutation crashes, and what is left out is named`() {
    let bytes = Array(SampleTemplate.text.utf8)
    var random = SeededGenerator(seed: 4)
    var counts = (refused: 0, flawed: 0, sound: 0)
    for _ in 0..<(Effort.isFull ? 200_000 : 20_000) {
      let mutated = Self.mutated(bytes, &random)
      do throws(ConfigurationError) {
        let template = try RemoteConfigTemplate(bytes: mutated)
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

  private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.removeSubrange(place..<min(place + 40, bytes.count))
      case 3: bytes.insert(contentsOf: bytes[place..<min(place + 60, bytes.count)], at: place)
      default: replaceValue(in: &bytes, after: place, &random)
      }
    }
    return bytes
  }

  /// Puts another value in the place of the next one that has no parts.
  private static func replaceValue(
    in bytes: inout [UInt8],
    after place: Int,
    _ random: inout SeededGenerator
  ) {
    guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
      let end = bytes[colon...].firstIndex(where: { ",]}[{".utf8.contains($0) }),
      let token = tokens.randomElement(using: &random)
    else { return }
    bytes.replaceSubrange(colon + 1..<end, with: Array(token.utf8))
  }
}
