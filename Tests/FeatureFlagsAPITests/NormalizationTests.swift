import FeatureFlags
import Foundation
import TestSupport
import Testing

extension SharedStoreTests {
  /// Tests names that are one text in two Unicode normalization forms.
  struct NormalizationTests {
    /// A name as the document spells it, and as the code of the app spells it.
    static let spellings = [
      ("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}"), ("\u{212B}", "\u{C5}"),
      ("\u{AC00}", "\u{1100}\u{1161}"),
    ]

    private let device: Device

    init() throws {
      device = try Device()
    }

    @Test(arguments: spellings)
    func `a look-up finds the feature by a name in another normalization form`(
      spelling: (document: String, code: String)
    ) throws {
      try device.configure(
        """
        [{"name":"\(spelling.document)","enabled":true},
         {"name":"\(spelling.document) test","test-variations":["X","Y"]}]
        """
      )
      let flag = Feature.Name(rawValue: spelling.code)
      let test = Feature.Name(rawValue: spelling.code + " test")
      #expect(Feature.isEnabled(flag))
      #if DEBUG
      // In release builds, `isEnabled` with `isDevelopment` is false for every feature.
      #expect(Feature.isEnabled(flag, isDevelopment: true))
      #endif
      #expect(
        Feature(named: flag)?.name.rawValue.utf8.elementsEqual(spelling.document.utf8) == true
      )
      #expect(ABTest(rawValue: test)?.isGroupA() == true)
      #expect(Feature.isTestVariation(feature: test, variation: "X"))
      #expect(FeatureFlagsAdapter.testVariation(test.rawValue) == "X")
      FeatureFlags.updateFeatureIsEnabled(feature: flag, isEnabled: false)
      FeatureFlags.updateFeatureTestVariation(feature: test, testVariation: "Y")
      #expect(!Feature.isEnabled(flag))
      #expect(ABTest(rawValue: test)?.isGroupB() == true)
      FeatureFlags.addFeature(Feature(name: flag))
      #expect(FeatureFlags.store.features.count == 2, "the name is known")
    }

    @Test func `a look-up by a name with other letters or another letter case finds nothing`()
      throws
    {
      try device.configure(#"[{"name":"caf\u00e9","enabled":true}]"#)
      for name in ["CAF\u{C9}", "cafe", "caf\u{E8}", "cafe\u{300}"] {
        #expect(Feature(named: Feature.Name(rawValue: name)) == nil)
      }
    }

    @Test func `two features whose names differ only in normalization are found by exact name`()
      throws
    {
      let (one, other) = ("caf\u{E9}", "cafe\u{301}")
      try device.configure(#"[{"name":"\#(one)","enabled":true},{"name":"\#(other)"}]"#)
      #expect(Feature.isEnabled(Feature.Name(rawValue: one)))
      #expect(!Feature.isEnabled(Feature.Name(rawValue: other)))
    }
  }
}
