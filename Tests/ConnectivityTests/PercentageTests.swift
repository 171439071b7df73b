import Testing

@testable import Connectivity

struct PercentageTests {
  @Test(arguments: [
    (-Double.infinity, 0), (-0.1, 0), (0, 0), (0.1, 0.1), (49.999, 49.999), (50, 50),
    (99.999, 99.999), (100, 100), (100.1, 100), (.infinity, 100), (.nan, 0),
  ])
  func `a percentage is clamped to 0...100`(value: Double, percentage: Double) {
    #expect(Connectivity.Percentage(value).value == percentage)
  }

  @Test(arguments: [
    (1, 0, 0), (0, 0, 0), (0, 1, 0), (1, 1, 100), (1, 2, 50), (3, 4, 75), (2, 10, 20),
    (199, 200, 99.5), (1, 3, 33.33333333333333), (2, 3, 66.66666666666666), (3, 2, 100),
    (1.0, 0.5, 100), (-1.0, 2, 0), (1, -2.0, 0), (.nan, 1, 0), (1, .nan, 0),
  ])
  func `a number out of a total is converted to a percentage`(
    value: Double,
    total: Double,
    percentage: Double
  ) {
    #expect(Connectivity.Percentage(value, outOf: total).value == percentage)
    if value >= 0, total >= 0 {
      #expect(
        Connectivity.Percentage(UInt(value), outOf: UInt(total)).value == percentage || total < 1
      )
    }
  }

  @Test func `two percentages are equal if they are equal after clamping`() {
    #expect(!(Connectivity.Percentage(0) < Connectivity.Percentage(0)))
    #expect(Connectivity.Percentage(50) >= Connectivity.Percentage(50))
    #expect(Connectivity.Percentage(150) == Connectivity.Percentage(100))
  }

  @Test(arguments: [
    (0, 4, 1), (25, 4, 1), (25.1, 4, 2), (50, 4, 2), (75, 4, 3), (100, 4, 4), (.nan, 4, 1),
    (33.3, 3, 1), (33.34, 3, 2), (66.7, 3, 3), (50, 1, 1), (0, 0, 1), (50, 0, 1), (100, 200, 200),
  ])
  func `every threshold requires at least one successful probe`(
    threshold: Double,
    total: Int,
    required: Int
  ) {
    #expect(Connectivity.Percentage(threshold).required(of: total) == required)
  }
}
