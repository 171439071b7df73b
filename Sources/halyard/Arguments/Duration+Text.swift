extension Duration {
  private static let units: [(ending: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000),
  ]

  /// Parses a duration such as `500ms`, `5s` or `2m`; a number without a unit is in seconds.
  ///
  /// - Returns: `nil` for any other text and for a duration that is not positive.
  init?(text: String) {
    let unit = Self.units.first { text.hasSuffix($0.ending) } ?? ("", 1000)
    guard let number = Double(text.dropLast(unit.ending.count)), number > 0, number < 1e6 else {
      return nil
    }
    self = .microseconds(Int64((number * unit.milliseconds * 1000).rounded()))
  }

  /// The duration in whole seconds, in the syntax of option values, such as `60s`.
  var optionText: String { "\(components.seconds)s" }
}
