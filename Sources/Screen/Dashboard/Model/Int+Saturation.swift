extension Int {
  /// Parses a decimal integer of any length with an optional sign; a number outside of the range of
  /// `Int` is clamped.
  ///
  /// - Returns: `nil` for a text that is not an integer.
  init?(clamping text: some StringProtocol) {
    if let number = Int(text) {
      self = number
      return
    }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    self = isNegative ? .min : .max
  }

  /// Adds two integers; an overflow is clamped to the range of `Int`.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other > 0 ? .max : .min) : sum
  }
}
