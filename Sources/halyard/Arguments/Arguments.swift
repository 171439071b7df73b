import FeatureFlags
import Networking

/// The command line, understood.
struct Arguments: Equatable {
  var command: Command
  var operands: [String] = []
  private var values: [Option: [String]] = [:]

  /// Whether an option without a value was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The last value that an option was given.
  func value(_ option: Option) -> String? { values[option]?.last }

  /// All values that an option was given.
  func values(_ option: Option) -> [String] { values[option] ?? [] }

  /// The variables that were given a value, in the order in which they were.
  var variables: [(name: String, value: String)] {
    values(.variable).compactMap(Self.assignment)
  }

  private static func assignment(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// The time that an option was given.
  ///
  /// - Throws: `usage` if its value is no time.
  func duration(_ option: Option) throws(Failure) -> Duration? {
    guard let text = value(option) else { return nil }
    guard let duration = Duration(text: text) else {
      throw usage("\(option.flag) \"\(text)\" wants a time such as 500ms, 5s or 2m")
    }
    return duration
  }

  /// Understands the words after the program's name.
  ///
  /// - Throws: `usage`, with what was found and what was wanted.
  init(_ words: [String]) throws(Failure) {
    command = .dashboard
    var rest = words[...]
    var hasCommand = false
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-"), word != "-", !word.isNegativeNumber {
        try takeOption(word, &rest)
      } else if !hasCommand, operands.isEmpty, takesOptions, let named = Command(rawValue: word) {
        command = named
        hasCommand = true
      } else {
        operands.append(word)
        // The options that follow are those of the program to run.
        if command == .run { takesOptions = false }
      }
    }
    guard !has(.help), !has(.version) else { return }
    try checkOptions()
    try checkOperands()
  }

  private mutating func takeOption(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Option.allCases.first(where: { $0.flag == name || $0.isLetter(name) }) else {
      let near = Spelling.nearest(to: name, among: Option.allCases.map(\.flag)).first
      throw usage("unknown option \(name)" + (near.map { ", did you mean \($0)?" } ?? ""))
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let wanted = option.value else {
      guard attached == nil else { throw usage("\(option.flag) takes no value") }
      values[option, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw usage("\(option.flag) wants \(wanted)")
    }
    values[option, default: []].append(value)
  }

  private func checkOptions() throws(Failure) {
    let allowed = Option.common + command.options
    if let option = values.keys.first(where: { !allowed.contains($0) }) {
      let home = Command.allCases.filter { $0.options.contains(option) }.map { "'\($0.rawValue)'" }
      throw usage("\(option.flag) goes with \(home.joined(separator: ", ")) only")
    }
    if has(.readOnly), command.isChanging {
      throw usage("'\(command.rawValue)' changes the workspace, and --read-only forbids that")
    }
    if has(.readOnly), has(.events) {
      throw usage("--events keeps what waits in the workspace, and --read-only forbids that")
    }
    if command == .reset, has(.all) == !operands.isEmpty {
      throw usage("'reset' wants the name of a feature, or --all")
    }
    if command == .decide, has(.all) == !operands.isEmpty {
      throw usage("'decide' wants the keys of flags, or --all, and not both")
    }
    try checkVariables()
    for option in [Option.poll, .timeout] { _ = try duration(option) }
    if command == .snapshot, !has(.output) { throw usage("'snapshot' wants --output FILE") }
  }

  private func checkVariables() throws(Failure) {
    if command == .reset, has(.variable), has(.all) {
      throw usage("--variable wants the name of a feature, and does not go with --all")
    }
    for text in values(.variable) where command == .reset && text.contains("=") {
      throw usage("--variable \"\(text)\" wants a name alone, which 'reset' gives back")
    }
    for text in values(.variable) where command == .set && Self.assignment(text) == nil {
      throw usage("--variable \"\(text)\" wants a name, an equals sign and a value")
    }
  }

  private func checkOperands() throws(Failure) {
    var left = operands.count
    for operand in command.operands {
      switch operand.count {
      case .required, .repeated:
        guard left > 0 else { throw usage("'\(command.rawValue)' wants \(operand.name)") }
        left = operand.count == .repeated ? 0 : left - 1
      case .optional: left = max(left - 1, 0)
      case .any: left = 0
      }
    }
    if command == .set, operands.count < 2, !has(.variable) {
      throw usage("'set' expects VARIATION, VALUE or --variable")
    }
    guard left == 0 else {
      let extra = operands[operands.count - left]
      let hint = command == .dashboard ? commandHint : sourceHint
      throw usage("found \"\(URLRedaction.redacted(extra))\", expected nothing more\(hint)")
    }
  }

  /// How to name a source, for a command that reads one but has no operand for it.
  private var sourceHint: String {
    command.sourceUse == .option ? "; a source is given with --source" : ""
  }

  /// What is wrong with the first of several operands, if it looks like a misspelled command.
  private var commandHint: String {
    let word = operands[0]
    guard !word.contains("/"), !word.contains(".") else { return "" }
    let near = Command.nearest(to: word).map { ", did you mean '\($0)'?" } ?? ""
    return "; \"\(word)\" is not a command\(near)"
  }

  private func usage(_ text: String) -> Failure {
    .usage(text, command: command == .dashboard ? nil : command)
  }
}

extension String {
  /// Whether the word is a value such as `-5`, which no option is spelled like.
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
