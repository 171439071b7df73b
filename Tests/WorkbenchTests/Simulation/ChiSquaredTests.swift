import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the chi-squared statistic and its p-value.
struct ChiSquaredTests {
  /// Critical values of the chi-squared distribution, from the usual tables.
  static let table: [(degrees: Int, p: Double, statistic: Double)] = [
    (1, 0.99, 0.00015709), (1, 0.5, 0.45493642), (1, 0.05, 3.84145882), (1, 0.001, 10.82756617),
    (2, 0.95, 0.10258659), (2, 0.1, 4.60517019), (2, 0.01, 9.21034037),
    (3, 0.05, 7.81472790), (4, 0.01, 13.27670414), (5, 0.9, 1.61030799), (5, 0.025, 12.83250199),
    (10, 0.995, 2.15585648), (10, 0.05, 18.30703805), (10, 0.001, 29.58829845),
    (30, 0.1, 40.25602374), (50, 0.05, 67.50480655), (100, 0.975, 74.22192747),
    (100, 0.01, 135.80672317), (1_000, 0.05, 1074.67944976),
  ]

  @Test(arguments: table)
  func `the p-value of a critical value agrees with the table`(
    degrees: Int,
    p: Double,
    statistic: Double
  ) {
    let found = GammaFunction.upperRegularised(Double(degrees) / 2, statistic / 2)
    #expect(abs(found - p) < 1e-7 * max(p, 1e-1))
  }

  @Test func `the incomplete gamma function has its exact values for whole and half shapes`() {
    for x in [0.01, 0.5, 1, 2, 2.5, 7, 40.0] {
      #expect(abs(GammaFunction.upperRegularised(1, x) - Self.exp(-x)) < 1e-14)
      let second = Self.exp(-x) * (1 + x)
      #expect(abs(GammaFunction.upperRegularised(2, x) - second) < 1e-14)
    }
    #expect(GammaFunction.upperRegularised(0.5, 0) == 1)
    #expect(GammaFunction.upperRegularised(3, .infinity) == 0)
    #expect(GammaFunction.upperRegularised(0.5, 2_000) == 0)
  }

  /// The exponential function by its power series; a large argument is divided first.
  private static func exp(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1..<40 {
      term *= x / 64 / Double(index)
      sum += term
    }
    return (0..<6).reduce(sum) { value, _ in value * value }
  }

  @Test func `equal counts and shares have the statistic 0 and the p-value 1`() throws {
    let test = try #require(ChiSquared(counts: [10, 30, 60], shares: [1, 3, 6]))
    #expect(test.statistic == 0)
    #expect(test.degreesOfFreedom == 2)
    #expect(test.pValue == 1)
  }

  @Test func `the statistic is the sum of the squared differences over the expected counts`() throws
  {
    let test = try #require(ChiSquared(counts: [44, 56], shares: [50, 50]))
    #expect(abs(test.statistic - 1.44) < 1e-12)
    #expect(abs(test.pValue - 0.230139) < 1e-6)
  }

  @Test
  func `a category with share 0 gives the p-value 0 if it has users, and otherwise does not count`()
    throws
  {
    let impossible = try #require(ChiSquared(counts: [1, 50, 49], shares: [0, 50, 50]))
    #expect(impossible.statistic == .infinity)
    #expect(impossible.pValue == 0)
    #expect(ChiSquared(counts: [0, 50, 50], shares: [0, 50, 50])?.degreesOfFreedom == 1)
  }

  @Test func `there is no statistic without users or with a single category`() {
    #expect(ChiSquared(counts: [0, 0], shares: [50, 50]) == nil)
    #expect(ChiSquared(counts: [7, 0], shares: [100, 0]) == nil)
  }
}
