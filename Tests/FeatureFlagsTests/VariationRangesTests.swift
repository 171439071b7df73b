import CoreTestSupport
import Testing

@testable import FeatureFlags

struct VariationRangesTests {
  static let assignments = [0, 33, 34, 49.999, 50, 66.6, 66.7, 75, 99.99999999999999]

  /// The number of variations, and the index of the variation that each of `assignments` selects.
  static let equalSplits: [(count: Int, indices: [Int])] = [
    (2, [0, 0, 0, 0, 1, 1, 1, 1, 1]),
    (3, [0, 0, 1, 1, 1, 1, 2, 2, 2]),
    (12, [0, 3, 4, 5, 6, 7, 8, 9, 11]),
    (14, [0, 4, 4, 6, 7, 9, 9, 10, 13]),
    (100, [0, 33, 34, 49, 50, 66, 66, 75, 99]),
  ]

  @Test(arguments: equalSplits)
  func `variations with equal biases split the range from 0 to 100 evenly`(
    count: Int,
    indices: [Int]
  ) throws {
    let feature = try Samples.test(variations: (0..<count).map { "V\($0)" })
    let found = Self.assignments.map { Samples.index(of: $0, in: feature) }
    #expect(found == indices)
  }

  @Test func `an assignment of 100 or just below selects the last variation`()
    throws
  {
    for count in 2...200 {
      let feature = try Samples.test(variations: (0..<count).map { "V\($0)" })
      #expect(Samples.index(of: 100.0.nextDown, in: feature) == count - 1)
      #expect(Samples.index(of: 100, in: feature) == count - 1)
      #expect(Samples.index(of: 0, in: feature) == 0)
    }
  }

  @Test func `a bound between the ranges of two variations belongs to the upper range`() throws {
    for count in 2...100 {
      let feature = try Samples.test(variations: (0..<count).map { "V\($0)" })
      for index in 1..<count {
        let bound = Double(index) * 100 / Double(count)
        #expect(Samples.index(of: bound + 1e-7, in: feature) == index, "\(index) of \(count)")
        #expect(Samples.index(of: bound - 1e-7, in: feature) == index - 1, "\(index) of \(count)")
      }
    }
  }

  static let extremes: [(biases: [Double], indices: [Int])] = [
    ([0, 100], [1, 1, 1, 1]), ([100, 0], [0, 0, 0, 0]), ([80, 20], [0, 0, 1, 1]),
    ([0.0, 0, 100, 0], [2, 2, 2, 2]),
  ]

  @Test(arguments: extremes)
  func `a variation with a bias of 0 has no users`(biases: [Double], indices: [Int]) throws {
    let feature = try Samples.test(
      variations: biases.indices.map { "V\($0)" },
      biases: biases
    )
    #expect([0, 50, 80, 100].map { Samples.index(of: $0, in: feature) } == indices)
  }

  @Test(arguments: [
    [33.4, 33.3, 33.3], [33.3, 33.4, 33.3], [33.3, 33.3, 33.4], [33.33, 33.33, 33.33],
  ])
  func `three biases of one third each are accepted with any number of digits`(
    biases: [Double]
  ) throws {
    let feature = try Samples.test(variations: ["X", "Y", "Z"], biases: biases)
    #expect(feature.testBiases.map(\.rawValue) == biases)
    let bounds = [biases[0], biases[0] + biases[1]]
    #expect(Samples.index(of: bounds[0].nextDown - 1e-6, in: feature) == 0)
    #expect(Samples.index(of: bounds[0] + 1e-6, in: feature) == 1)
    #expect(Samples.index(of: bounds[1] + 1e-6, in: feature) == 2)
    #expect(Samples.index(of: 100.0.nextDown, in: feature) == 2)
  }

  @Test func `every triple of biases with one decimal that adds up to 100 is accepted`() throws {
    for first in stride(from: 0, through: 1000, by: 7) {
      for second in stride(from: 0, through: 1000 - first, by: 3) {
        let tenths = [first, second, 1000 - first - second]
        var refused = false
        let raw = RawFeature(
          name: "T",
          variations: ["X", "Y", "Z"],
          biases: tenths.map { Double($0) / 10 }
        )
        _ = Feature(raw) { _ in refused = true }
        #expect(!refused, "\(tenths)")
      }
    }
  }

  @Test func `a feature without biases has no variation`() {
    #expect(VariationRanges(biases: []).index(at: 50) == nil)
  }
}
