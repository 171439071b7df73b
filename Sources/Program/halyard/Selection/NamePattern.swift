import Documents
import FeatureFlags
import Text

/// A glob that selects names: `*` matches any text, `?` one character, `[a-z]` one of a set, and
/// `[!a-z]` one outside a set.
///
/// A backslash before a special character makes it literal. A pattern matches the name as `list`
/// prints it, in any letter case. The time to match is at most the product of the two lengths.
struct NamePattern: Equatable {
  private let elements: [Element]

  fileprivate enum Element: Equatable {
    case any
    case one
    case literal(Character)
    case oneOf([ClosedRange<Character>], isInverted: Bool)
  }

  /// Parses an operand; `nil` if it has no special character, so that it can only be a name.
  init?(_ word: String) {
    var (elements, isSpecial): ([Element], Bool) = ([], false)
    var rest = Self.folded(word)[...]
    while let character = rest.popFirst() {
      switch character {
      case "*":
        if elements.last != .any { elements.append(.any) }
      case "?": elements.append(.one)
      case "[":
        elements.append(Self.set(&rest) ?? .literal(character))
      case "\\":
        let escapes = rest.first.map(Self.special.contains) ?? false
        elements.append(.literal(escapes ? rest.removeFirst() : character))
      default: elements.append(.literal(character))
      }
      if let last = elements.last, !last.isLiteral { isSpecial = true }
    }
    guard isSpecial else { return nil }
    self.elements = elements
  }

  private static let special: Set<Character> = ["*", "?", "[", "]", "\\"]

  private static func folded(_ text: String) -> [Character] {
    Array(NameMatch.printed(text).lowercased())
  }

  /// Parses the set after a bracket; `nil` if it is not closed, so that the bracket is literal.
  private static func set(_ rest: inout ArraySlice<Character>) -> Element? {
    let isInverted = rest.first == "!" || rest.first == "^"
    let start = rest.startIndex + (isInverted ? 1 : 0)
    // A bracket directly after the opening one belongs to the set.
    guard let end = rest.dropFirst(start - rest.startIndex + 1).firstIndex(of: "]") else {
      return nil
    }
    var ranges: [ClosedRange<Character>] = []
    var members = rest[start..<end]
    while let first = members.popFirst() {
      if members.count > 1, members.first == "-", let last = members.dropFirst().first,
        first <= last
      {
        members = members.dropFirst(2)
        ranges.append(first...last)
      } else {
        ranges.append(first...first)
      }
    }
    rest = rest[(end + 1)...]
    return .oneOf(ranges, isInverted: isInverted)
  }
}

// MARK: Matching

extension NamePattern.Element {
  fileprivate var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }

  fileprivate func matches(_ character: Character) -> Bool {
    switch self {
    case .any, .one: true
    case .literal(let literal): literal == character
    case .oneOf(let ranges, let isInverted):
      ranges.contains { $0.contains(character) } != isInverted
    }
  }
}

extension NamePattern {
  /// Whether the pattern matches the whole printed name, in any letter case.
  ///
  /// Backtracks to the last `*` only, which is sufficient and avoids exponential time.
  func matches(_ name: String) -> Bool {
    let text = Self.folded(name)
    var (position, element) = (0, 0)
    var star: (element: Int, position: Int)?
    while position < text.count {
      if element < elements.count, elements[element] == .any {
        star = (element, position)
        element += 1
      } else if element < elements.count, elements[element].matches(text[position]) {
        position += 1
        element += 1
      } else if let last = star {
        star = (last.element, last.position + 1)
        position = last.position + 1
        element = last.element + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .any }
  }

  /// The names that are nearest to a pattern without a match, at most three.
  ///
  /// Compares the longest literal part of the pattern with whole names, with their words, and with
  /// their beginnings and ends of the same length.
  func nearest(among names: some Sequence<String>) -> [String] {
    let parts = elements.split(whereSeparator: { !$0.isLiteral })
    guard let longest = parts.max(by: { $0.count < $1.count }) else { return [] }
    let word = String(
      longest.compactMap { if case .literal(let character) = $0 { character } else { nil } }
    ).trimmed
    guard !word.isEmpty else { return [] }
    var owners: [String: String] = [:]
    for name in names {
      let printed = NameMatch.printed(name).lowercased()
      let keys = [printed, String(printed.prefix(word.count)), String(printed.suffix(word.count))]
      for key in keys + printed.split(separator: " ").map(String.init) where owners[key] == nil {
        owners[key] = name
      }
    }
    var nearest: [String] = []
    for key in NameSuggestions.nearest(to: word, among: owners.keys.sorted()) {
      if let name = owners[key], !nearest.contains(name) { nearest.append(name) }
    }
    return nearest
  }
}
