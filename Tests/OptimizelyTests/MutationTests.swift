import FeatureFlags
import Testing

@testable import Optimizely

/// Datafiles that something has gone wrong with.
struct MutationTests {
  /// Numbers that look random and are the same in every run.
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  #if DEBUG
  private static let count = 400
  #else
  private static let count = 25_000
  #endif

  private static let tokens = [
    "null", "true", "-1", "1e999", "0.5", "\"\"", "\"x\"", "[]", "{}", "[[]]", "\"and\"", "\"not\"",
  ]

  @Test(arguments: [(Fixture.rules, 1), (Fixture.holdouts, 2)] as [(String, UInt64)])
  func `no mutation crashes, and what is refused is named`(file: String, seed: UInt64) throws {
    let bytes = try Fixture.bytes(file)
    var random = Random(state: seed)
    var refused = 0
    for _ in 0..<Self.count {
      let mutated = Self.mutated(bytes, &random)
      do {
        let evaluator = Evaluator(try Datafile(bytes: mutated))
        let user = UserContext(
          id: "u",
          attributes: ["age": 20, "country": "us", "app_version": "2"]
        )
        let decisions = evaluator.decideAll(for: user, options: [.includeReasons, .includeTrace])
        #expect(decisions.count == evaluator.keys.count)
        _ = OptimizelyConfig(evaluator.datafile)
      } catch {
        refused += 1
        guard case .invalid(.unexpected(let path, let line, _, _)) = error else { continue }
        #expect(!path.isEmpty && line != nil, "\(error)")
      }
    }
    #expect(refused > Self.count / 10)
    #expect(refused < Self.count, "every mutation was refused, so nothing was decided")
  }

  private static func mutated(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.removeSubrange(place..<min(place + 40, bytes.count))
      case 3: bytes.insert(contentsOf: bytes[place..<min(place + 60, bytes.count)], at: place)
      default: replaceValue(in: &bytes, after: place, &random)
      }
      if bytes.isEmpty { return bytes }
    }
    return bytes
  }

  /// Puts another value in the place of the next one that has no parts.
  private static func replaceValue(
    in bytes: inout [UInt8],
    after place: Int,
    _ random: inout Random
  ) {
    guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
      let end = bytes[colon...].firstIndex(where: { ",]}[{".utf8.contains($0) }),
      let token = tokens.randomElement(using: &random)
    else { return }
    bytes.replaceSubrange(colon + 1..<end, with: Array(token.utf8))
  }

  @Test func `audiences that stand in one another without end are unknown`() throws {
    var datafile = SmallDatafile.targeted(#"["or", "8"]"#)
    datafile.audiences = """
      [{ "id": "7", "name": "a", "conditions": ["or", "8", "8"] },
       { "id": "8", "name": "b", "conditions": ["and", "7", "7"] }]
      """
    let decision = try datafile.evaluator().decide(
      "f",
      for: UserContext(id: "u"),
      options: .includeReasons
    )
    #expect(decision.variation == nil)
    #expect(decision.reasons.contains { $0.contains("too many, or too deep") })
  }
}
