/// Formats numbers for the screen.
package enum Number {
  /// Formats a number with at most two decimal places, without trailing zeros.
  package static func text(_ number: Double) -> String {
    let hundredths = (number * 100).rounded()
    guard abs(hundredths) < 1e15 else { return String(number) }
    let whole = Int64(hundredths)
    let rest = abs(whole % 100)
    let sign = whole < 0 && whole > -100 ? "-" : ""
    guard rest != 0 else { return sign + String(whole / 100) }
    let digits = rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest)
    return sign + String(whole / 100) + "." + digits
  }

  /// Formats a percentage, such as `12.5 %`.
  package static func percent(_ number: Double) -> String { text(number) + " %" }

  /// Formats a number of bytes in decimal units, such as `812 B`, `1.2 kB` or `40 MB`.
  package static func bytes(_ count: Int) -> String {
    guard count >= 1_000 else { return "\(count) B" }
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    // Switches to a larger unit half a smaller unit early, so that no amount is rounded to 1000 of
    // the smaller unit.
    let (size, name) = units.first { count >= $0.0 - $0.0 / 2_000 } ?? (1_000, "kB")
    let amount = Double(count) / Double(size)
    guard amount < 9.95 else { return "\(Int(amount.rounded())) \(name)" }
    let tenths = Int((amount * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }

  /// Formats a whole number with a comma between groups of three digits, such as `1,204`.
  package static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// Formats a number with its noun, such as `1 problem` or `3 matches`; `plural` defaults to the
  /// noun with an `s`.
  package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
  }
}
