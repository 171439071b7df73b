import FeatureFlags

/// Generates a configuration like that of a large app: mostly flags, and a few features of other types.
struct Workload {
  let count: Int

  /// The name of the feature at the given index of the configuration.
  static func name(_ index: Int) -> String {
    let digits = String(index)
    return "shop.feature." + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The JSON of the configuration, about 136 bytes per feature.
  var document: [UInt8] {
    var text = "{\"features\":["
    for index in 0..<count {
      if index > 0 { text += "," }
      text += "{\"name\":\"\(Self.name(index))\",\"section\":\"Section \(index % 20)\""
      text += ",\"description\":\"What the feature does for the shop\""
      text += Self.kind(index) + "}"
    }
    return Array((text + "]}").utf8)
  }

  /// Measures a look-up of a feature by its name.
  ///
  /// Looks up the names of many features in random order, as a large program does.
  func lookUp(_ isEnabled: (Feature.Name) -> Bool) -> Duration {
    let names = (0..<1_000).map { _ in
      Feature.Name(rawValue: Self.name(Int.random(in: 0..<count)))
    }
    var enabled = 0
    var index = 0
    let time = Measure.median(calls: 100_000) {
      if isEnabled(names[index]) { enabled += 1 }
      index = index == 999 ? 0 : index + 1
    }
    precondition(enabled > 0, "every look-up missed")
    return time
  }

  private static func kind(_ index: Int) -> String {
    switch index % 20 {
    case 0..<14: ",\"enabled\":\(index % 2 == 0)"
    case 14, 15: ",\"enabled\":true,\"unlocked\":false"
    case 16, 17: ",\"test-variations\":[\"Group A\",\"Group B\"],\"test-biases\":[60,40]"
    case 18: ",\"test-variations\":[\"Enabled\",\"Disabled\"]"
    default: ",\"test-variations\":[\"Red\",\"Green\",\"Blue\"]"
    }
  }
}
