extension Int {
  /// Adds two integers; an overflow is clamped to the range of `Int`.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other > 0 ? .max : .min) : sum
  }
}
