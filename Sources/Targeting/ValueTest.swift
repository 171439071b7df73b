/// The compiled check of one value of a user.
package enum ValueTest: Sendable {
  /// The text is, or is not, in the list.
  case list(TextList, isMember: Bool)
  /// The text has one of the others at a position; they are lower case if case is ignored.
  case texts(TextPosition, [String], ignoresCase: Bool)
  /// The expression is found in the text; `nil` for an expression that matches nothing.
  case pattern(RegularExpression?)
  /// The address is in one of the ranges.
  case ranges([IPRange])
  case number(Comparison, Double)
  case version(Comparison, SemanticVersion)
  case time(Comparison, Timestamp)

  /// Creates the check for one of several texts.
  package init(_ position: TextPosition, anyOf texts: [String], ignoresCase: Bool) {
    let texts = ignoresCase ? texts.map { $0.lowercased() } : texts
    self = .texts(position, texts, ignoresCase: ignoresCase)
  }

  /// The number of steps of the check of a text.
  package func steps(for text: String) -> Int {
    let blocks = 1 + StepBudget.blocks(of: text)
    return switch self {
    case .list: blocks
    case .texts(_, let values, _): values.count * blocks
    case .pattern: StepCounter.search + blocks
    case .ranges(let ranges): 1 + ranges.count
    case .number, .version, .time: 1
    }
  }

  /// Whether a text passes the check; `false` for the check of a number or a time.
  package func isMet(by text: String) -> Bool {
    switch self {
    case .list(let list, let isMember): list.contains(text) == isMember
    case .texts(let position, let values, let ignoresCase):
      Self.has(ignoresCase ? text.lowercased() : text, values, at: position)
    // A search that exceeds the limit of steps finds nothing.
    case .pattern(let expression): expression?.search(text) == .found(true)
    case .ranges(let ranges):
      IPRange(text).map { address in ranges.contains { $0.contains(address) } } ?? false
    case .version(let comparison, let version):
      SemanticVersion(text).map { comparison.holds($0, version) } ?? false
    case .number, .time: false
    }
  }

  private static func has(_ text: String, _ values: [String], at position: TextPosition) -> Bool {
    values.contains { text.has($0, at: position) }
  }
}
