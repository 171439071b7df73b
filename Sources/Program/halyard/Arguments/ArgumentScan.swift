import Documents
import FeatureFlags

/// Splits the words of a command line into the command, its operands and its options.
struct ArgumentScan {
  private(set) var command: CommandRow
  private(set) var operands: [String] = []
  private(set) var values: [Option: [String]] = [:]
  /// The number of operands before `--`; `nil` if the command line has no `--`.
  private(set) var countBeforeDashes: Int?
  private let commands: [CommandRow]
  private var rest: ArraySlice<String>
  private var hasCommand = false

  /// Creates the scanner; `run()` parses the words.
  ///
  /// - Parameters:
  ///   - words: The arguments without the name of the program.
  ///   - commands: All commands; the first one is the default.
  init(_ words: [String], _ commands: [CommandRow]) {
    precondition(!commands.isEmpty, "a program has a default command")
    command = commands[0]
    self.commands = commands
    rest = words[...]
  }

  /// Scans all words and fills ``command``, ``operands`` and ``values``.
  ///
  /// - Throws: `usage` for an unknown option, a missing value, or a value of an option without
  ///   values.
  mutating func run() throws(Failure) {
    var parsesOptions = true
    while let word = rest.popFirst() {
      if parsesOptions, word == "--" {
        parsesOptions = false
        countBeforeDashes = operands.count
      } else if parsesOptions, word.hasPrefix("-"), word != "-", !word.isNegativeNumber {
        try addOption(word)
      } else if !hasCommand, operands.isEmpty, parsesOptions, let named = command(named: word) {
        command = named
        hasCommand = true
      } else if !hasCommand, operands.isEmpty, parsesOptions, let name = CommandRow.renamed[word] {
        throw usage("the command '\(word)' is now named '\(name)'")
      } else {
        operands.append(word)
        // The first operand of `run` is a program: the options after it belong to that program.
        if command.operands.last?.count == .program { parsesOptions = false }
      }
    }
  }

  private func command(named name: String) -> CommandRow? {
    commands.first { $0.name == name }
  }

  private mutating func addOption(_ word: String) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Option.allCases.first(where: { $0.flag == name || $0.isLetter(name) }) else {
      let near = NameSuggestions.nearest(to: name, among: Option.allCases.map(\.flag)).first
      let hint =
        near.map { ", did you mean \($0)?" } ?? "; put -- before an argument that begins with -"
      throw usage("unknown option \(name)" + hint)
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let expected = command.placeholder(of: option) else {
      guard attached == nil else { throw usage("\(option.flag) takes no value") }
      values[option, default: []].append("")
      return
    }
    guard !option.hasOptionalValue || attached != nil else {
      values[option, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw usage("\(option.flag) expects \(expected)")
    }
    values[option, default: []].append(value)
  }

  private func usage(_ text: String) -> Failure {
    .usage(text, command: hasCommand && command.name != commands[0].name ? command.name : nil)
  }
}

extension String {
  /// Whether the word is a negative number such as `-5`, which is a value and not an option.
  fileprivate var isNegativeNumber: Bool {
    guard hasPrefix("-"), let first = dropFirst().first else { return false }
    // `Double` also parses "-inf" and "-nan", which are misspelled options.
    return (first.isNumber || first == ".") && Double(self) != nil
  }
}

extension Option {
  fileprivate func isLetter(_ word: String) -> Bool {
    letter.map { word == "-\($0)" } ?? false
  }
}
