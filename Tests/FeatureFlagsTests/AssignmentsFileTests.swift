import Documents
import TestSupport
import Testing

@testable import FeatureFlags

struct AssignmentsFileTests {
  private static func assignments(_ count: Int) -> [Feature.Name: Double] {
    var random = SeededGenerator(seed: UInt64(count))
    let pairs = (0..<count).map { number in
      (Feature.Name(rawValue: "Ü \(number)"), Double.random(in: 0...100, using: &random))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(arguments: [20, 1_000])
  func `assignments are equal after they are written and parsed without a document tree`(
    count: Int
  ) {
    let assignments = Self.assignments(count)
    #expect(AssignmentsFile.readSimple(AssignmentsFile.write(assignments)) == assignments)
  }

  @Test func `a mutated assignments file has the same result with and without a document tree`()
    async throws
  {
    try await onThread {
      var random = SeededGenerator(seed: 7)
      let file = AssignmentsFile.write(Self.assignments(30))
      let tokens = ["100", "100.5", "0", "-1", "null", "1e1", "\"a\"", "01", "33.3", "{}", "NaN"]
      for _ in 0..<(Effort.isFull ? 20_000 : 1_000) {
        let bytes = mutated(file, tokens: tokens, using: &random)
        let found = Result { () throws(DocumentError) in try AssignmentsFile.read(bytes) }
        let expected = Result { () throws(DocumentError) in try AssignmentsFile.readNodes(bytes) }
        try #require(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
