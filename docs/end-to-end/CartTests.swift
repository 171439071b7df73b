import FeatureFlags
import Foundation
import Testing

/// The code under test: the new cart gives a discount for three goods.
func total(_ prices: [Double]) -> Double {
  let hasDiscount = Feature.isEnabled("New Cart") && prices.count >= 3
  return prices.reduce(0, +) * (hasDiscount ? 0.9 : 1)
}

struct CartTests {
  init() async throws {
    FeatureFlags.configurationURL = URL(fileURLWithPath: "Features.json")
    // The variable HALYARD_OVERRIDES of `halyard run` has the server with the preset.
    FeatureFlags.refresh()
  }

  @Test func `the new cart has a discount`() {
    #expect(total([10, 10, 10]) == 27)
  }
}
