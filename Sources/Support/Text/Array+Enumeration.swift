extension [String] {
  /// The elements as a part of a sentence, such as `a, b and c`, with the conjunction before the last.
  ///
  /// - Parameter conjunction: The word before the last of several elements.
  /// - Returns: The enumeration; an empty string without elements.
  package func enumeration(with conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
