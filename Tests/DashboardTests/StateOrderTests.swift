import FeatureFlags
import TestSupport
import Testing

@testable import Dashboard

/// Tests the order of the list by state.
struct StateOrderTests {
  @Test
  func `the sort order by state lists features that are on, then off, then in other states`() {
    let features = [
      Feature(name: "a", testVariations: ["x", "y"]).assigned(10),
      Feature(name: "b"),
      Feature(name: "c", enabled: true),
      Feature(value: "d", variables: [Variable(name: "v", value: .string("on"))]),
      Feature(name: "e", enabled: true, unlocked: false),
    ]
    let list = FeatureList(features)
    let positions = FeatureOrder.state.positions(of: list, DashboardData(context: Shop.context))
    let names = positions?.map { list.features[$0].name.rawValue }
    #expect(names == ["c", "e", "b", "a", "d"])
  }
}
