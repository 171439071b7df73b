extension Duration {
  /// Makes a time from a text: `500ms`, `5s`, `2m`, or a bare number of seconds.
  ///
  /// - Returns: `nil` for anything else, and for what is not above 0.
  init?(text: String) {
    let units: [(ending: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60_000)]
    let unit = units.first { text.hasSuffix($0.ending) } ?? ("", 1000)
    guard let number = Double(text.dropLast(unit.ending.count)), number > 0, number < 1e6 else {
      return nil
    }
    self = .microseconds(Int64((number * unit.milliseconds * 1000).rounded()))
  }
}
