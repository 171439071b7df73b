import FeatureFlags
import Foundation
import TestSupport
import Testing

extension SharedStoreTests {
  /// Tests that an app which checks for `nil` sees that no configuration could be loaded.
  struct FailedLoadTests {
    private let device: Device

    init() throws {
      device = try Device()
    }

    /// Whether all functions that return the active features return `nil`.
    private var hasNoFeatures: Bool {
      FeatureFlags.filter("S") == nil && FeatureFlags.filter(nil as String?) == nil
        && FeatureFlags.filter(FeatureType.featureFlag) == nil && FeatureFlags.sections().isEmpty
    }

    static let invalid = [
      "{", "", "<html>", "42", #"{"features":{"name":"A"}}"#, #"{"features":null}"#, "{}",
      #"{"other":[]}"#, #"[{"enabled":true}]"#, #"{"features":[{"name":"A","enabled":"yes"}]}"#,
    ]

    @Test(arguments: invalid)
    func `with an invalid document and no fallback the API returns nil, not an empty list`(
      text: String
    ) async throws {
      #expect(FeatureFlags.refreshWithData(Data(text.utf8)) == nil)
      #expect(hasNoFeatures)
      try device.configure(text)
      #expect(FeatureFlags.refresh() == nil)
      #expect(await FeatureFlags.reload() == nil)
      #expect(hasNoFeatures)
      #expect(FeatureFlags.failures.count == 1)
      try device.fallBack(to: text)
      #expect(FeatureFlags.refresh() == nil)
      try device.fallBack(to: #"[{"name":"Z"}]"#)
      #expect(FeatureFlags.refresh()?.map(\.name) == ["Z"])
    }

    @Test func `with a missing file the API returns nil until a configuration is found`() throws {
      #expect(hasNoFeatures, "before the first load")
      device.goOffline()
      #expect(FeatureFlags.refresh() == nil)
      #expect(hasNoFeatures)
      try device.configure(#"[{"name":"A","section":"S"}]"#)
      #expect(FeatureFlags.refresh()?.map(\.name) == ["A"])
      device.start()
      device.goOffline()
      #expect(FeatureFlags.refresh()?.map(\.name) == ["A"], "the cache is active")
    }

    @Test func `after the cache is deleted there are no features until the next refresh`() throws {
      FeatureFlags.deleteAllFeaturesFromCache()
      #expect(hasNoFeatures)
      try device.configure(#"[{"name":"A"}]"#)
      #expect(FeatureFlags.refresh()?.count == 1)
      FeatureFlags.deleteAllFeaturesFromCache()
      #expect(hasNoFeatures)
      #expect(FeatureFlags.refresh()?.count == 1)
      FeatureFlags.deleteAllFeaturesFromCache()
      device.goOffline()
      #expect(FeatureFlags.refresh() == nil)
    }

    @Test func `with an empty list of features the API returns an empty list, not nil`() throws {
      for text in ["[]", #"{"features":[]}"#] {
        #expect(FeatureFlags.refreshWithData(Data(text.utf8))?.isEmpty == true)
        #expect(FeatureFlags.filter(FeatureType.featureFlag)?.isEmpty == true)
      }
    }

    @Test func `with a malformed and a valid feature the API returns the valid one`() {
      let text = #"[{"name":"A","enabled":"yes"},{"name":"B","enabled":true}]"#
      #expect(FeatureFlags.refreshWithData(Data(text.utf8))?.map(\.name) == ["B"])
    }

    @Test func `isNoLongerUnderDevelopment of an unknown feature adds no feature`() {
      Feature(name: "Nowhere").isNoLongerUnderDevelopment()
      #expect(hasNoFeatures)
    }

    @Test func `an added feature is available even if no configuration could be loaded`() {
      device.goOffline()
      FeatureFlags.addFeature(Feature(name: "Extra"))
      defer { FeatureFlags.deleteAllFeaturesFromCache() }
      #expect(FeatureFlags.filter(FeatureType.featureFlag)?.map(\.name) == ["Extra"])
    }
  }
}
