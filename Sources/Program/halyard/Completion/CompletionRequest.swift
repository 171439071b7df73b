import FeatureFlags

/// The words of a command line before the cursor, parsed as far as possible for the completion of
/// the last word.
///
/// Unlike ``ArgumentScan`` it accepts unknown options and missing operands.
struct CompletionRequest {
  /// The part of the command line that the last word belongs to.
  enum Target: Equatable {
    /// The name of the command, or the source of the dashboard.
    case command
    /// The name of an option, which begins with a dash.
    case option
    /// A value of an option or an operand; `prefix` is the text of the word before the value, such
    /// as `--type=`.
    case value(ValueCompletion, prefix: String)
  }

  /// The command; the first one of the table if the words name none.
  private(set) var command: CommandRow
  private(set) var operands: [String] = []
  private(set) var values: [Option: [String]] = [:]
  private(set) var target: Target = .command
  /// The word to complete, without quotes; it can be empty.
  let word: String

  /// Parses the words.
  ///
  /// - Parameters:
  ///   - words: The words between the name of the program and the word to complete.
  ///   - word: The word to complete, up to the cursor.
  ///   - commands: All commands; the first one is the default.
  init(_ words: [String], completing word: String, commands: [CommandRow]) {
    precondition(!commands.isEmpty, "a program has a default command")
    command = commands[0]
    self.word = word
    var parsesOptions = true
    var hasCommand = false
    var pending: Option?
    for word in words {
      if let option = pending {
        values[option, default: []].append(word)
        pending = nil
      } else if parsesOptions, word == "--" {
        parsesOptions = false
      } else if parsesOptions, word.hasPrefix("-"), word.count > 1 {
        pending = add(word)
      } else if !hasCommand, operands.isEmpty, parsesOptions,
        let named = commands.first(where: { $0.name == word })
      {
        (command, hasCommand) = (named, true)
      } else {
        operands.append(word)
        if command.operands.last?.count == .program { parsesOptions = false }
      }
    }
    let isFirst = !hasCommand && operands.isEmpty
    target = target(after: pending, parsesOptions: parsesOptions, isFirst: isFirst)
  }

  /// Stores an option of the command line; returns the option if its value is the next word.
  private mutating func add(_ word: String) -> Option? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Self.option(String(parts[0])) else { return nil }
    if parts.count > 1 {
      values[option, default: []].append(String(parts[1]))
    } else if command.placeholder(of: option) != nil, !option.hasOptionalValue {
      return option
    } else {
      values[option, default: []].append("")
    }
    return nil
  }

  private static func option(_ flag: String) -> Option? {
    Option.allCases.first { option in
      option.flag == flag || option.letter.map { "-\($0)" } == flag
    }
  }

  private func target(after pending: Option?, parsesOptions: Bool, isFirst: Bool) -> Target {
    if let pending { return .value(completion(of: pending), prefix: "") }
    if parsesOptions, word.hasPrefix("-") {
      guard let equals = word.firstIndex(of: "="), let option = Self.option(String(word[..<equals]))
      else { return .option }
      return .value(completion(of: option), prefix: String(word[...equals]))
    }
    guard !isFirst else { return .command }
    guard let operand = operand(at: operands.count) else { return .value(.none, prefix: "") }
    return .value(operand.completion, prefix: "")
  }

  private func completion(of option: Option) -> ValueCompletion {
    guard option == .format, case .words(let words) = option.completion else {
      return option.completion
    }
    return .words(words + command.outputFormats)
  }

  /// The operand of the command at the given position; `nil` after the last one.
  private func operand(at position: Int) -> Operand? {
    var position = position
    for (index, operand) in command.operands.enumerated() {
      switch operand.count {
      case .any where index + 1 < command.operands.count && position > 0:
        // A word after the first can be one more value of this operand, or the value of the following
        // operand. Completes the latter, which has fewer candidates.
        position = 0
      case .repeated, .any, .program: return operand
      case .required, .optional:
        if position == 0 { return operand }
        position -= 1
      }
    }
    return nil
  }
}
