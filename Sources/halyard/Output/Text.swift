/// A number with its noun, in the plural unless the number is 1.
func count(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

extension String {
  /// The text followed by spaces up to a length in characters.
  func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(length - count, 0))
  }
}
