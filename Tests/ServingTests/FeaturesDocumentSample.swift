/// A configuration with every type of feature that the original framework can decode.
enum FeaturesDocumentSample {
  static let text = """
    {
      "author": "ana",
      "features": [
        { "name": "Flag off", "enabled": false, "unknown": { "b": 1, "a": [1.5, null] } },
        { "name": "Flag on", "section": "Shop", "enabled": true },
        { "name": "Bare flag" },
        { "name": "Development flag", "development": true, "enabled": true },
        { "name": "Development flag off", "development": true },
        { "name": "One variation", "enabled": true, "test-variations": ["Sale"] },
        { "name": "One variation off", "test-variations": ["Sale"], "test-biases": [100] },
        { "name": "On/off", "test-variations": ["enabled", "disabled"], "test-biases": [30, 70] },
        { "name": "Off/on", "test-variations": ["off", "on"], "labels": ["l0", "l1"] },
        { "name": "On/off disabled", "enabled": false, "test-variations": ["on", "off"] },
        { "name": "On/off development", "development": true, "test-variations": ["on", "off"] },
        { "name": "Upper case", "test-variations": ["ON", "OFF"], "test-biases": [30, 70] },
        { "name": "A/B", "test-variations": ["Group A", "Group B"], "labels": [null, "b"] },
        { "name": "A/B disabled", "enabled": false, "test-variations": ["A", "B"],
          "test-biases": [50.5, 49.5] },
        { "name": "A/B development", "development": true, "test-variations": ["A", "B"] },
        { "name": "A/B assigned", "test-variations": ["A", "B"], "test-biases": [0.1, 99.9],
          "test-variation-assignment": 12.345678901234567 },
        { "name": "A/B locked", "test-variations": ["A", "B"], "unlocked": false },
        { "name": "MVT", "test-variations": ["Red", "Green", "Blue", "White"],
          "test-biases": [10, 20, 30, 40], "labels": ["r", "g", "b", "w"] },
        { "name": "MVT thirds", "test-variations": ["Red", "Green", "Blue"],
          "test-biases": [33.3, 33.3, 33.4] },
        { "name": "MVT twelve",
          "test-variations": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"] },
        { "name": "Declared MVT", "type": { "feature-test": "mvt" },
          "test-variations": ["x", "y"], "test-biases": [25, 75] },
        { "name": "Declared flag", "type": { "feature-flag": "feature-flag" }, "enabled": true,
          "test-variations": ["Enabled", "Disabled"] },
        { "name": "Declared flag off", "type": { "feature-flag": "feature-flag" },
          "enabled": false, "test-variations": ["Disabled", "Enabled"] },
        { "name": "Locked", "enabled": true, "unlocked": false },
        { "name": "Unlocked", "enabled": true, "unlocked": true },
        { "name": "Unlocked off", "enabled": false, "unlocked": true },
        { "name": "Unlock development", "development": true, "enabled": true, "unlocked": true },
        { "name": "Unlock with states", "type": { "feature-flag": "feature-flag" },
          "enabled": true, "unlocked": false, "test-variations": ["Enabled", "Disabled"] }
      ],
      "updated": 1790000000
    }
    """
}
