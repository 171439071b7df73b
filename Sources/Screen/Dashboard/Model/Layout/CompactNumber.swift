import Text

/// Formats counts and rates for narrow columns.
enum CompactNumber {
  /// Formats a count in at most four characters, such as `812`, `1.2k`, `40k` or `3M`.
  static func text(_ count: Int) -> String {
    guard count >= 1_000 else { return String(max(count, 0)) }
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
    let (size, name) = units.first { count >= $0.0 } ?? (1_000, "k")
    let tenths = count / (size / 10)
    return tenths < 100 && tenths % 10 > 0
      ? "\(tenths / 10).\(tenths % 10)\(name)" : "\(tenths / 10)\(name)"
  }

  /// Formats a rate per second, such as `0.2/s`, `12/s` or `1.5k/s`; `nil` for less than 0.05.
  static func rate(_ rate: Double) -> String? {
    guard rate >= 0.05, rate < 1e12 else { return nil }
    guard rate < 9.95 else { return text(Int(rate.rounded())) + "/s" }
    return Number.text((rate * 10).rounded() / 10) + "/s"
  }
}
