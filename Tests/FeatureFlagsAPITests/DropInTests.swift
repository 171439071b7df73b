import FeatureFlags
import Foundation
import TestSupport
import Testing

extension SharedStoreTests {
  /// Tests calls of the drop-in API whose behaviour in the original framework is undocumented or a
  /// bug.
  struct DropInTests {
    private let device: Device

    init() throws {
      device = try Device()
    }

    private static let three = #"""
      [{"name":"A","enabled":true,"section":"Two"},
       {"name":"T","test-variations":["Group A","Group B"]},
       {"name":"U","enabled":true,"unlocked":false,"section":"One"}]
      """#

    private var names: [Feature.Name] { FeatureFlags.store.features.map(\.name) }

    @Test func `setting a state preserves the order of the features`() throws {
      try device.configure(Self.three)
      for isOn in [true, true, false, false, true] {
        FeatureFlags.updateFeatureIsEnabled(feature: "A", isEnabled: isOn)
        #expect(Feature.isEnabled("A") == isOn)
      }
      #expect(names == ["A", "T", "U"])
    }

    @Test func `the overrides of an app survive a refresh and end with the process`() throws {
      try device.configure(Self.three)
      FeatureFlags.updateFeatureIsEnabled(feature: "A", isEnabled: false)
      FeatureFlags.updateFeatureTestVariation(feature: "T", testVariation: .groupB)
      FeatureFlags.refresh()
      #expect(!Feature.isEnabled("A"))
      #expect(Feature.named("T")?.testVariation() == .groupB)
      device.start()
      #expect(Feature.isEnabled("A"), "the override ends with the process")
    }

    @Test func `setting an unknown variation or an unknown feature is ignored`() throws {
      try device.configure(Self.three)
      FeatureFlags.updateFeatureTestVariation(feature: "T", testVariation: "Nope")
      FeatureFlags.updateFeatureTestVariation(feature: "Nope", testVariation: .groupB)
      FeatureFlags.updateFeatureIsEnabled(feature: "Nope", isEnabled: true)
      #expect(Feature.named("T")?.testVariation() == .groupA)
      #expect(names == ["A", "T", "U"])
    }

    @Test
    func `an unlocked feature and all other features are unchanged by an offline restart`() throws {
      try device.configure(Self.three)
      var feature = try #require(Feature.named("U"))
      #expect(!feature.isUnlocked())
      let isUnlocked = feature.unlock()
      #expect(isUnlocked)
      #expect(feature.isUnlocked())
      #expect(names == ["A", "T", "U"])
      device.start()
      device.goOffline()
      #expect(Feature.named("U")?.isUnlocked() == true)
      #expect(Feature.named("U")?.type == .unlockFlag)
      #expect(names == ["A", "T", "U"])
      let isLocked = feature.lock()
      #expect(isLocked)
      FeatureFlags.refresh()
      #expect(Feature.named("U")?.isUnlocked() == false)
    }

    @Test func `only an enabled unlock flag can be unlocked`() throws {
      try device.configure(
        #"[{"name":"A","enabled":true},{"name":"U","enabled":false,"unlocked":false}]"#
      )
      var flag = try #require(Feature.named("A"))
      let results = [flag.unlock(), flag.lock()]
      #expect(results == [false, false])
      var off = try #require(Feature.named("U"))
      let isUnlocked = off.unlock()
      #expect(!isUnlocked)
      FeatureFlags.updateFeatureIsEnabled(feature: "U", isEnabled: true)
      #expect(Feature.named("U")?.isUnlocked() == false)
    }

    @Test func `a flag that becomes an unlock flag has the unlocked state of its configuration`()
      throws
    {
      try device.configure(SharedStoreTests.document(#""enabled":true"#))
      #expect(Feature.isEnabled("F"))
      try device.configure(SharedStoreTests.document(#""enabled":true,"unlocked":true"#))
      #expect(Feature.named("F")?.isUnlocked() == true)
    }

    @Test func `a flag that the configuration enables stays enabled after an offline restart`()
      throws
    {
      device.start(draw: 99)
      for state in [false, true] {
        try device.configure(SharedStoreTests.document(#""enabled":\#(state)"#))
        #expect(Feature.isEnabled("F") == state)
      }
      device.start(draw: 99)
      device.goOffline()
      #expect(Feature.isEnabled("F"))
      #expect(Feature.named("F")?.isTestVariation(.enabled) == true)
    }

    @Test func `an added feature is available immediately and after a refresh`() throws {
      App.addFeature()
      #expect(names == ["Added"])
      try device.configure(Self.three)
      #expect(names == ["A", "T", "U", "Added"])
      App.addFeature()
      FeatureFlags.addFeature(Feature(name: "A", enabled: false))
      FeatureFlags.refresh()
      #expect(names == ["A", "T", "U", "Added"])
      #expect(Feature.isEnabled("A"))
      let added = try #require(Feature.named("Added"))
      #expect(added.testVariation() == .groupB)
      #expect(added.label(.groupB) == "b")
      FeatureFlags.deleteAllFeaturesFromCache()
    }

    @Test
    func `clearing the cache removes all features and unlocked states until the next refresh`()
      throws
    {
      try device.configure(Self.three)
      var feature = try #require(Feature.named("U"))
      feature.unlock()
      device.start()
      FeatureFlags.deleteAllFeaturesFromCache()
      #expect(names.isEmpty)
      FeatureFlags.refresh()
      #expect(Feature.named("U")?.isUnlocked() == false)
      FeatureFlags.deleteAllFeaturesFromCache()
      device.start()
      device.goOffline()
      #expect(names.isEmpty)
    }

    @Test func `overrides that cannot be deleted with the cache are reported as a failure`() throws
    {
      try device.configure(Self.three)
      #expect(Feature.isEnabled("A"))
      try FeatureFlags.store.override(.enabled(false), for: ["A"])
      let path = try #require(FeatureFlags.store.workspace).overridesPath
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      FeatureFlags.deleteAllFeaturesFromCache()
      #expect(FeatureFlags.failures.count == 1)
    }

    @Test func `a feature that its source removes disappears unless the fallback has it`() throws {
      try device.configure(Self.three)
      #expect(Feature.isEnabled("A"))
      try device.configure(#"[{"name":"U"}]"#)
      #expect(names == ["U"])
      #expect(!Feature.isEnabled("A"))
      try device.fallBack(to: #"[{"name":"A","enabled":true}]"#)
      #expect(names == ["U", "A"])
    }

    @Test(arguments: ["{", #"{"features":null}"#, #"{"features":"text"}"#, "", "<html>"])
    func `after an invalid document the last known good configuration stays active`(text: String)
      throws
    {
      try device.configure(Self.three)
      #expect(FeatureFlags.refresh()?.count == 3)
      #expect(FeatureFlags.refreshWithData(Data(text.utf8))?.count == 3)
      #expect(FeatureFlags.failures.count == 1)

      FeatureFlags.store = FlagStore()
      #expect(FeatureFlags.refresh()?.count == 3)
      #expect(FeatureFlags.refreshWithData(Data(text.utf8))?.count == 3, "without a workspace")
    }

    @Test func `a malformed feature is skipped, and the valid features are loaded`() throws {
      try device.configure(
        #"[{"name":"A","enabled":"yes"},{"enabled":true},{"name":"B","enabled":true},[]]"#
      )
      #expect(names == ["B"])
      #expect(Feature.isEnabled("B"))
    }

    @Test
    func `a property list is loaded like JSON, and a restart preserves the variation of its test`()
      throws
    {
      device.start(draw: 99)
      let list = """
        <plist version="1.0"><dict><key>features</key><array><dict><key>name</key><string>T</string>
        <key>test-variations</key><array><string>Group A</string><string>Group B</string></array>
        </dict></array></dict></plist>
        """
      try device.configure(list, named: "Features.plist")
      #expect(Feature.named("T")?.testVariation() == .groupB)
      #expect(FeatureFlags.configurationType == .plist)
      device.start(draw: 0)
      FeatureFlags.refresh()
      #expect(Feature.named("T")?.testVariation() == .groupB)
    }

    @Test func `the source URL can be set before or after the store`() throws {
      try device.configure(Self.three)
      FeatureFlags.store = FlagStore(user: "ana")
      #expect(names == ["A", "T", "U"])
      FeatureFlags.configurationURL = nil
      let store = FlagStore()
      try store.load(Configuration(features: [Feature(name: "Mine")]))
      FeatureFlags.store = store
      #expect(names == ["Mine"])
    }

    @Test
    func `a flag service still evaluates its flags after an app adds and releases a feature`()
      throws
    {
      let store = FlagStore()
      let variations = [Service.on, ServiceVariation("off", isOn: false)]
      var configuration = Configuration(
        features: [Feature(service: "Cart", variations: variations, given: "off")]
      )
      configuration.evaluator = Service()
      try store.load(configuration)
      FeatureFlags.store = store
      FeatureFlags.addFeature(Feature(name: "Another"))
      // Removes the added feature: the following tests share the cache.
      defer { FeatureFlags.deleteAllFeaturesFromCache() }
      Feature.named("Another")?.isNoLongerUnderDevelopment()
      #expect(names == ["Cart", "Another"])
      try store.override(.rule("everyone", "on"), for: ["Cart"])
      #expect(Feature.isEnabled("Cart"))
    }

    /// An evaluator that enables a flag for every user while one of its rules is forced.
    private struct Service: FlagEvaluator {
      static let on = ServiceVariation("on")

      func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
        { _, rules in .outcome(rules.isEmpty ? nil : Self.on, reason: .targetingMatch) }
      }
    }

    @Test func `sections are sorted, and nil is the last section if a feature has no section`()
      throws
    {
      try device.configure(Self.three)
      #expect(FeatureFlags.sections() == ["One", "Two", nil])
      #expect(FeatureFlags.filter("One")?.map(\.name) == ["U"])
      #expect(FeatureFlags.filter(FeatureType.featureTest(.ab))?.map(\.name) == ["T"])
      try device.configure(#"[{"name":"A","section":"S"}]"#)
      #expect(FeatureFlags.sections() == ["S"])
      try device.configure("[]")
      #expect(FeatureFlags.sections().isEmpty)
    }

    @Test
    func `a refresh does not revert isNoLongerUnderDevelopment, even with a fallback`()
      throws
    {
      let document = SharedStoreTests.document(#""enabled":true,"development":true"#, name: "Dev")
      try device.fallBack(to: document)
      try device.configure(SharedStoreTests.document(#""enabled":true"#, name: "Dev"))
      #expect(Feature.named("Dev")?.isDevelopment == true)
      #expect(!FeatureFlags.store.isEnabled("Dev", in: .release))
      Feature.named("Dev")?.isNoLongerUnderDevelopment()
      FeatureFlags.refresh()
      #expect(Feature.named("Dev")?.isDevelopment == false)
      #expect(FeatureFlags.store.isEnabled("Dev", in: .release))
    }

    @Test func `the adapter returns the same results for strings as the typed API`() throws {
      try device.configure(
        SharedStoreTests.document(#""test-variations":["Group A","Group B"],"labels":["a","b"]"#)
      )
      #expect(FeatureFlagsAdapter.isEnabled("F"))
      #expect(FeatureFlagsAdapter.label("F") == "a")
      #expect(FeatureFlagsAdapter.testVariation("F") == "Group A")
      #expect(FeatureFlagsAdapter.userIsInTest("F", variation: "group a"))
      #expect(!FeatureFlagsAdapter.isEnabled("Nope"))
      #expect(FeatureFlagsAdapter.testVariation("Nope") == nil)
      #expect(FeatureFlagsAdapter.label("Nope") == nil)
    }

    @Test func `Feature.named with isDevelopment returns a feature only if it is enabled`() throws {
      try device.configure(Self.three)
      FeatureFlags.isDevelopment = true
      defer { FeatureFlags.isDevelopment = false }
      #expect(FeatureFlags.isDevelopment)
      #expect(Feature.named("A", isDevelopment: true) != nil)
      FeatureFlags.updateFeatureIsEnabled(feature: "A", isEnabled: false)
      #expect(Feature.named("A", isDevelopment: false) == nil)
      #expect(!Feature.isEnabled("A", isDevelopment: true))
    }

    @Test func `four threads call the whole API concurrently without a crash`() throws {
      try device.configure(Self.three)
      let text = Data(Self.three.utf8)
      onThreads(4) { thread in
        let added = Feature.Name(rawValue: "Added \(thread)")
        for number in 0..<100 {
          switch (number + thread) % 8 {
          case 0: FeatureFlags.updateFeatureIsEnabled(feature: "A", isEnabled: number % 3 == 0)
          case 1: FeatureFlags.updateFeatureTestVariation(feature: "T", testVariation: .groupB)
          case 2: FeatureFlags.refreshWithData(text)
          case 3: FeatureFlags.addFeature(Feature(name: added))
          case 4: Feature.named(added)?.isNoLongerUnderDevelopment()
          case 5: FeatureFlags.isDevelopment = number.isMultiple(of: 2)
          default: _ = Feature.isEnabled("A") && App.isTest("T") && FeatureFlags.sections().isEmpty
          }
        }
      }
      FeatureFlags.isDevelopment = false
      #expect(names.prefix(3) == ["A", "T", "U"])
      #expect(names.count == 7)
      FeatureFlags.deleteAllFeaturesFromCache()
    }
  }
}
