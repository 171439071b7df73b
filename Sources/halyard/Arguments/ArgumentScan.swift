import FeatureFlags

/// Splits the words of a command line into a command, operands and options.
struct ArgumentScan {
  private(set) var command: any Command.Type
  private(set) var operands: [String] = []
  private(set) var values: [Option: [String]] = [:]
  private let commands: [any Command.Type]
  private var rest: ArraySlice<String>
  private var hasCommand = false

  /// Makes a scan; `run()` does the work.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name.
  ///   - commands: Every command, the default one first.
  init(_ words: [String], _ commands: [any Command.Type]) {
    precondition(!commands.isEmpty, "a program has a default command")
    command = commands[0]
    self.commands = commands
    rest = words[...]
  }

  /// Scans the words.
  ///
  /// - Throws: `usage` for an unknown option and for a value that is missing or superfluous.
  mutating func run() throws(Failure) {
    var parsesOptions = true
    while let word = rest.popFirst() {
      if parsesOptions, word == "--" {
        parsesOptions = false
      } else if parsesOptions, word.hasPrefix("-"), word != "-", !word.isNegativeNumber {
        try addOption(word)
      } else if !hasCommand, operands.isEmpty, parsesOptions, let named = command(named: word) {
        command = named
        hasCommand = true
      } else {
        operands.append(word)
        // Options after the name of a program belong to that program.
        if command.operands.last?.count == .program { parsesOptions = false }
      }
    }
  }

  private func command(named name: String) -> (any Command.Type)? {
    commands.first { $0.name == name }
  }

  private mutating func addOption(_ word: String) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Option.allCases.first(where: { $0.flag == name || $0.isLetter(name) }) else {
      let near = Spelling.nearest(to: name, among: Option.allCases.map(\.flag)).first
      throw usage("unknown option \(name)" + (near.map { ", did you mean \($0)?" } ?? ""))
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let expected = option.value else {
      guard attached == nil else { throw usage("\(option.flag) has no value") }
      values[option, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw usage("\(option.flag) expects \(expected)")
    }
    values[option, default: []].append(value)
  }

  private func usage(_ text: String) -> Failure {
    .usage(text, command: hasCommand && command != commands[0] ? command.name : nil)
  }
}

extension String {
  /// Whether the word is a value such as `-5`, which cannot be an option.
  fileprivate var isNegativeNumber: Bool {
    guard hasPrefix("-"), let first = dropFirst().first else { return false }
    // "-inf" and "-nan" are misspelled options.
    return (first.isNumber || first == ".") && Double(self) != nil
  }
}

extension Option {
  fileprivate func isLetter(_ word: String) -> Bool {
    letter.map { word == "-\($0)" } ?? false
  }
}
