/// Numbers as the screen writes them.
enum Number {
  /// A number with at most two digits behind the point, and none that say nothing.
  static func text(_ number: Double) -> String {
    let hundredths = (number * 100).rounded()
    guard abs(hundredths) < 1e15 else { return String(number) }
    let whole = Int64(hundredths)
    let rest = abs(whole % 100)
    let sign = whole < 0 && whole > -100 ? "-" : ""
    guard rest != 0 else { return sign + String(whole / 100) }
    let digits = rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest)
    return sign + String(whole / 100) + "." + digits
  }
}

extension String {
  /// The text with spaces before it, so that it takes so many characters.
  func leftPadded(to length: Int) -> String {
    String(repeating: " ", count: Swift.max(length - count, 0)) + self
  }
}
