import LetterCase

/// A row of a table: an input, and the expected text in each letter case.
struct Expectation: Sendable, CustomStringConvertible {
  let from: LetterCase?
  let options: LetterCase.Options
  let input: String
  let results: [LetterCase: String]

  var description: String { [from?.rawValue, input].compactMap(\.self).joined(separator: ": ") }

  /// The letter cases of the result columns, in the order of the tables.
  private static let columns: [LetterCase] = [
    .regular, .capitalized, .kebab, .lower, .lowerCamel, .macro, .snake, .train, .upper,
    .upperCamel,
  ]

  /// Parses the rows of a table.
  ///
  /// The cells of a row are the case of the input (if `hasFrom`), the options (if `hasOptions`),
  /// the input, and the results. In the cells, `\t` and `\n` are escapes for a tab and a line feed.
  static func read(
    _ table: String,
    hasFrom: Bool = false,
    hasOptions: Bool = false
  ) -> [Expectation] {
    table.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var cells = line.split(separator: "|", omittingEmptySubsequences: false).map(unescaped)[...]
      let from = hasFrom ? letterCase(named: cells.removeFirst()) : nil
      let options = hasOptions ? options(named: cells.removeFirst()) : []
      let input = cells.removeFirst()
      let results = Dictionary(uniqueKeysWithValues: zip(columns.suffix(cells.count), cells))
      return Expectation(from: from, options: options, input: input, results: results)
    }
  }

  private static func letterCase(named name: String) -> LetterCase? {
    let names: [String: LetterCase] = [
      "regular": .regular, "capitalized": .capitalized, "kebab": .kebab, "lower": .lower,
      "lowerCamel": .lowerCamel, "macro": .macro, "snake": .snake, "train": .train,
      "upper": .upper, "upperCamel": .upperCamel,
    ]
    return names[name]
  }

  private static func options(named names: String) -> LetterCase.Options {
    var options: LetterCase.Options = []
    if names.contains("preserveSuffix") { options.insert(.preserveSuffix) }
    if names.contains("preservePunct") { options.insert(.preservePunctuation) }
    if names.contains("strip") { options.insert(.stripPunctuation) }
    return options
  }

  private static func unescaped(_ cell: Substring) -> String {
    cell.split(separator: #"\t"#, omittingEmptySubsequences: false).joined(separator: "\t")
      .split(separator: #"\n"#, omittingEmptySubsequences: false).joined(separator: "\n")
  }
}
