extension Double {
  /// The shortest decimal digits that identify the number, without an exponent: `1`, `0.00001`.
  package var decimalText: String {
    if let whole = Int64(exactly: self) { return String(whole) }
    let text = description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    // A mantissa without a fraction is written as `1e+20` or as `1.0e+20`.
    let fraction = mantissa.dropFirst(whole.count + 1)
    let digits = whole + (fraction == "0" ? "" : fraction)
    let point = whole.count + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count {
      return sign + digits + String(repeating: "0", count: point - digits.count)
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}
