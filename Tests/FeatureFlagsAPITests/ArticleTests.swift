import FeatureFlags
import Foundation
import Testing

extension SharedStoreTests {
  /// Tests the API calls and the documents in the article about the original framework.
  struct ArticleTests {
    private let device: Device

    init() throws {
      device = try Device()
    }

    private static let colours = """
      {
          "name": "Example Colours",
          "enabled": true, // whether or not the test is enabled
          "test-variations": ["Red", "Green", "Blue"]
      }
      """

    @Test func `a feature flag reports its state`() throws {
      try device.configure(
        """
        {
            "features": [{
                "name": "Example Feature Flag",
                "enabled": false
            }]
        }
        """
      )
      #expect(
        App.flag() == ["by name -> false", "name -> Example Feature Flag", "enabled -> false"]
      )
      #expect(!Feature.isEnabled(.misspelled))
      #expect(Feature.named(.misspelled) == nil)
      #expect(Feature(named: .exampleFeatureFlag)?.name == .exampleFeatureFlag)
      #expect(!App.isTest(.exampleFeatureFlag))
    }

    @Test(arguments: [(0, true), (99, false)])
    func `an A/B test reports the variation of the user`(draw: Double, isGroupA: Bool) throws {
      device.start(draw: draw)
      try device.configure(
        """
        {"features": [{
            "name": "Example A/B Test",
            "enabled": true,
            "test-variations": ["Group A", "Group B"]
        }]}
        """
      )
      let group = isGroupA ? "Group A" : "Group B"
      #expect(App.abTest() == ["A -> \(isGroupA)", "B -> \(!isGroupA)", "is -> \(group)"])
      #expect(
        App.groups(of: .exampleABTest) == [
          "name -> Example A/B Test", "A -> \(isGroupA)", "B -> \(!isGroupA)", "C -> false",
          "is -> \(group)",
        ]
      )
      #expect(App.isTest(.exampleABTest))
      #expect(Feature.isTestVariation(feature: .exampleABTest, variation: .groupA) == isGroupA)
      #expect(!Feature.isTestVariation(feature: .misspelled, variation: .groupA))
    }

    @Test(arguments: [(0, true), (99, false)])
    func `an on/off test reports whether the feature is enabled`(draw: Double, isOn: Bool) throws {
      device.start(draw: draw)
      let members = #""test-variations": ["Enabled", "Disabled"]"#
      try device.configure(
        SharedStoreTests.document(
          #""enabled": true, \#(members)"#,
          name: "Example Feature A/B Test"
        )
      )
      #expect(
        App.onOffTest() == [
          "by name -> \(isOn)", "enabled -> \(isOn)", "disabled -> \(!isOn)",
          "is -> \(isOn ? "Enabled" : "Disabled")",
        ]
      )
      #expect(!App.isABTest(.exampleFeatureABTest))
      try device.configure(
        SharedStoreTests.document(
          #""enabled": false, \#(members)"#,
          name: "Example Feature A/B Test"
        )
      )
      #expect(!Feature.isEnabled(.exampleFeatureABTest))
    }

    @Test func `a multivariate test reports its variation`() throws {
      device.start(draw: 50)
      try device.configure(
        """
        {"features": [{
            "name": "Example MVT Test",
            "enabled": true,
            "test-variations": ["Group A", "Group B", "Group C"]
        }, \(Self.colours)]}
        """
      )
      #expect(
        App.groups(of: .exampleMVTTest) == [
          "name -> Example MVT Test", "A -> false", "B -> true", "C -> false", "is -> Group B",
        ]
      )
      #expect(App.colours() == ["red -> false", "green -> true", "blue -> false", "is -> Green"])
    }

    @Test func `a test has the biases and labels of its document`() throws {
      device.start(draw: 79)
      let test = #""test-variations": ["Group A", "Group B"], "test-biases": [80, 20]"#
      let labels = #""labels": ["label1-for-analytics", "label2-for-analytics"]"#
      try device.configure(
        SharedStoreTests.document(
          #""enabled": true, \#(test), \#(labels)"#,
          name: "Example A/B Test"
        )
      )
      #expect(App.abTest() == ["A -> true", "B -> false", "is -> Group A"])
      #expect(App.labels() == ["label1-for-analytics", "label2-for-analytics"])
    }

    @Test func `a growing roll-out adds users and removes none`() throws {
      device.start(draw: 60)
      let name = "Example A/B Test"
      let variations = #""enabled": true, "test-variations": ["Group A", "Group B"]"#
      for (share, isGroupA) in [(50, false), (70, true)] {
        try device.configure(
          SharedStoreTests.document(
            #"\#(variations), "test-biases": [\#(share), \#(100 - share)]"#,
            name: name
          )
        )
        #expect(App.abTest().first == "A -> \(isGroupA)")
      }
      try device.configure(SharedStoreTests.document(#""enabled": true"#, name: name))
      #expect(Feature.isEnabled(.exampleABTest))
      #expect(App.abTest() == ["none"])
      device.start()
      device.goOffline()
      #expect(Feature.isEnabled(.exampleABTest))
      #expect(Feature.isTestVariation(feature: .exampleABTest, variation: .enabled))
    }

    @Test func `without a source the cached document is loaded, without a cache the bundled one`()
      throws
    {
      try device.fallBack(
        to: SharedStoreTests.document(#""enabled": true"#, name: "Example Feature Flag")
      )
      device.goOffline()
      #expect(App.flag().last == "enabled -> true")
      try device.configure(
        SharedStoreTests.document(#""enabled": false"#, name: "Example Feature Flag")
      )
      #expect(App.flag().last == "enabled -> false")
      device.start()
      device.goOffline()
      #expect(App.flag().last == "enabled -> false")
      #expect(!FeatureFlags.failures.isEmpty)
    }

    @Test func `refresh loads the configuration from its source or from the given data`() throws {
      try device.configure(
        SharedStoreTests.document(#""enabled": false"#, name: "Example Feature Flag")
      )
      #expect(!Feature.isEnabled(.exampleFeatureFlag))
      var isRefreshed = false
      let features = FeatureFlags.refreshWithData(
        Data(SharedStoreTests.document(#""enabled": true"#, name: "Example Feature Flag").utf8)
      ) {
        isRefreshed = Feature.isEnabled(.exampleFeatureFlag)
      }
      #expect(isRefreshed)
      #expect(features?.map(\.name) == [.exampleFeatureFlag])
      FeatureFlags.refresh { isRefreshed = Feature.isEnabled(.exampleFeatureFlag) }
      #expect(!isRefreshed)
    }

    @Test func `a list of features is decoded by Foundation's decoder`() throws {
      let features = try JSONDecoder().decode(
        [Feature].self,
        from: Data(#"[{"name":"A","test-variations":["X","Y"],"enabled":true}]"#.utf8)
      )
      #expect(features.first?.type == .featureTest(.ab))
      #expect(["X", "Y"].contains(features.first?.testVariation()))
    }
  }
}
