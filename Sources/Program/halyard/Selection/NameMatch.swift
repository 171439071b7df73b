import Dashboard
import Documents
import FeatureFlags
import Text

/// The result of matching an operand with the names of features, flags or sections.
///
/// The rules are applied in this order: the exact name; the name as `list` prints it, with symbols for
/// invisible characters; the printed name without spaces at its ends, or truncated by `…`; the printed
/// name in any letter case.
enum NameMatch: Equatable {
  case found(String)
  /// Several names that match by the same rule.
  case ambiguous([String])
  case none

  /// Matches an operand with the given names.
  ///
  /// - Parameters:
  ///   - word: The operand.
  ///   - names: The names, without duplicates.
  init(of word: String, among names: some Sequence<String>) {
    let printedWord = Self.printed(word)
    let foldedWord = printedWord.lowercased()
    let isCut = printedWord.hasSuffix("…") && printedWord != "…"
    let visibleWord = DisplayText(word).text
    var visibleMatches: [String] = []
    var printedMatches: [String] = []
    var foldedMatches: [String] = []
    for name in names {
      guard !name.utf8.elementsEqual(word.utf8) else {
        self = .found(name)
        return
      }
      let printed = Self.printed(name)
      if printed == printedWord, DisplayText(name.visible).text == visibleWord {
        visibleMatches.append(name)
      }
      if printed == printedWord || isCut && printed.hasPrefix(printedWord.dropLast()) {
        printedMatches.append(name)
      } else if printed.lowercased() == foldedWord {
        foldedMatches.append(name)
      }
    }
    self.init([visibleMatches, printedMatches].first { !$0.isEmpty } ?? foldedMatches)
  }

  private init(_ matches: [String]) {
    switch matches.count {
    case 0: self = .none
    case 1: self = .found(matches[0])
    default: self = .ambiguous(matches)
    }
  }

  /// The name as `list` prints it, with spaces instead of the symbols for line ends and spaces, and
  /// trimmed.
  ///
  /// So a user can type these symbols as they are shown, or as spaces, and can leave them out at the
  /// ends.
  static func printed(_ name: String) -> String {
    String(DisplayText(name).text.map { $0.isSpaceSymbol ? " " : $0 }).trimmed
  }
}

extension Failure {
  /// Creates the failure of an operand that matches several names.
  ///
  /// The message lists the names as JSON, which distinguishes names that look the same.
  static func ambiguous(_ word: String, _ names: [String]) -> Failure {
    let shown = names.sorted().prefix(5).map { JSONValue.string($0).text() }
    let rest = names.count > shown.count ? ", …" : ""
    return .lookUp(
      "\"\(word)\" matches \(names.count) names, expected one of them exactly (as JSON): "
        + shown.joined(separator: ", ") + rest
    )
  }
}
