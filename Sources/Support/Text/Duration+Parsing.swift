extension Duration {
  private static let units: [(ending: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// Parses a duration such as `500ms`, `5s`, `2m`, `1h30m` or `3d`; a number without a unit is in
  /// seconds.
  ///
  /// - Returns: `nil` for any other text, for a duration of less than a millisecond, and for one of
  ///   more than 100000 days.
  package init?(text: String) {
    var milliseconds = 0.0
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), number < 1e6 else { return nil }
      let unit = Self.units.first { rest.hasPrefix($0.ending) }
      // Rejects a text such as `1h30`: only a text that is a single number can have no unit.
      guard let unit = unit ?? (digits == text ? ("", 1000) : nil) else { return nil }
      rest = rest.dropFirst(unit.ending.count)
      milliseconds += number * unit.milliseconds
    }
    guard milliseconds >= 1, milliseconds <= 8.64e12 else { return nil }
    self = .microseconds(Int64((milliseconds * 1000).rounded()))
  }

  /// The shortest duration that can be parsed: libcurl has no shorter timeouts.
  package static var shortestText: String { "1ms" }

  /// The longest duration that can be parsed.
  package static var longestText: String { "100000d" }
}
