import FeatureFlags
import Foundation
import TestSupport
import Testing

extension SharedStoreTests {
  /// Tests calls as in code that was written for the FeatureFlags framework.
  struct FrameworkTests {
    private let device: Device

    init() throws {
      device = try Device()
    }

    private static let document = #"""
      [{"name":"A","enabled":true,"section":"S"},
       {"name":"T","enabled":false,"test-variations":["Group A","Group B"],"labels":["a","b"]},
       {"name":"R","test-variations":["Group A","Group B"],"labels":["a","b"]}]
      """#

    @Test func `refresh can be called in an async function without await`() async throws {
      try device.configure(Self.document)
      FeatureFlags.refresh()
      _ = await Task { FeatureFlags.refresh() }.value
      #expect(FeatureFlags.store.features.count == 3)
    }

    @Test func `refresh loads a file and calls the completion before it returns`() throws {
      try device.configure(Self.document)
      var isCalled = false
      #expect(FeatureFlags.refresh { isCalled = true }?.count == 3)
      #expect(isCalled)
    }

    @Test func `filter with a nil section returns the features without a section`() throws {
      try device.configure(Self.document)
      let names = FeatureFlags.sections().map { FeatureFlags.filter($0)?.map(\.name) }
      #expect(names == [["A"], ["T", "R"]])
      #expect(FeatureFlags.filter("Nope")?.isEmpty == true)
    }

    @Test func `a disabled A/B test reports Disabled through every API call`() throws {
      try device.configure(Self.document)
      let test = try #require(ABTest(rawValue: "T"))
      #expect(test.variation() == .disabled)
      #expect(!test.isGroupA() && !test.isGroupB())
      #expect(Feature.named("T")?.testVariation() == .disabled)
      #expect(Feature.isTestVariation(feature: "T", variation: .disabled))
      #expect(FeatureFlagsAdapter.testVariation("T") == "Disabled")
      #expect(FeatureFlagsAdapter.label("T") == nil)
      FeatureFlags.updateFeatureIsEnabled(feature: "T", isEnabled: true)
      #expect(ABTest(rawValue: "T")?.isGroupA() == true)
      FeatureFlags.updateFeatureTestVariation(feature: "T", testVariation: .groupB)
      #expect(ABTest(rawValue: "T")?.isGroupB() == true)
      FeatureFlags.updateFeatureTestVariation(feature: "T", testVariation: .disabled)
      #expect(ABTest(rawValue: "T")?.variation() == .disabled)
    }

    @Test func `the adapter accepts and returns Foundation's NSString`() throws {
      try device.configure(Self.document)
      let name: NSString = "R"
      #expect(FeatureFlagsAdapter.isEnabled(name))
      let label: NSString? = FeatureFlagsAdapter.label(name)
      #expect(label == "a")
      #expect(FeatureFlagsAdapter.testVariation(name)?.length == 7)
      #expect(FeatureFlagsAdapter.userIsInTest(name, variation: NSString(string: "Group A")))
      #expect(FeatureFlagsAdapter.label("Nope" as NSString) == nil)
      #expect(FeatureFlagsAdapter.label("RX".prefix(1)) == "a", "a substring is a text too")
      let adapter: Any = FeatureFlagsAdapter()
      #expect(adapter is FeatureFlagsAdapter)
    }

    @Test func `looking up a feature succeeds while other threads replace the store`() throws {
      let document = Data(Self.document.utf8)
      let stores = try (0..<4).map { _ in
        let store = FlagStore()
        try store.load(Configuration(data: document))
        return store
      }
      FeatureFlags.store = stores[0]
      onThreads(4) { thread in
        for number in 0..<2_000 {
          if thread == 0 {
            let store = FlagStore()
            // Cannot fail: these features were loaded before.
            try? store.load(Configuration(features: stores[0].features))
            FeatureFlags.store = number.isMultiple(of: 2) ? store : stores[number % 4]
          } else {
            guard Feature.isEnabled("A"), ABTest(rawValue: "R") != nil else {
              Issue.record("found no feature in round \(number)")
              return
            }
          }
        }
      }
    }

    @Test func `a replaced store is released`() throws {
      weak var former: FlagStore?
      do {
        let store = FlagStore()
        former = store
        FeatureFlags.store = store
        #expect(!Feature.isEnabled("A"))
      }
      #expect(former != nil)
      FeatureFlags.store = FlagStore()
      #expect(!Feature.isEnabled("A"))
      #expect(former == nil)
    }

    @Test func `a refresh with data applies at once, and flush waits until the cache is written`()
      throws
    {
      for state in [true, false, true] {
        FeatureFlags.refreshWithData(
          Data(SharedStoreTests.document(#""enabled":\#(state)"#).utf8)
        )
        #expect(Feature.isEnabled("F") == state)
      }
      FeatureFlags.flush()
      let kept = try FeatureFlags.store.workspace?.lastGood()
      #expect(kept.map { String(decoding: $0.bytes, as: UTF8.self) }?.contains("true") == true)
      #expect(FeatureFlags.failures.isEmpty)
    }
  }
}
