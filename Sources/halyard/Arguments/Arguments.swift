import FeatureFlags
import Networking

/// The command line, split into the command, its operands and its options.
///
/// The commands parse the values of their options from here into typed properties.
struct Arguments: Sendable {
  /// The command; the first one of the table if the command line names none.
  let command: any Command.Type
  private(set) var operands: [String] = []
  /// The environment variables, some of which are defaults of options.
  let environment: Environment
  private let commands: [any Command.Type]
  private var values: [Option: [String]] = [:]

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The last value of an option; `nil` if it was not given.
  func value(_ option: Option) -> String? { values[option]?.last }

  /// All values of an option, in the order of the command line.
  func values(_ option: Option) -> [String] { values[option] ?? [] }

  /// The value of an option that is a duration; `nil` if it was not given.
  ///
  /// - Throws: `usage` if the value is not a duration.
  func duration(_ option: Option) throws(Failure) -> Duration? {
    guard let text = value(option) else { return nil }
    guard let duration = Duration(text: text) else {
      throw usage("\(option.flag): found \"\(text)\", expected a time such as 500ms, 5s or 2m")
    }
    return duration
  }

  /// Parses the words after the program's name.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - commands: Every command, the default one first.
  ///   - environment: The environment variables.
  /// - Throws: `usage`, with what was found and what was expected.
  init(
    _ words: [String],
    commands: [any Command.Type],
    environment: Environment
  ) throws(Failure) {
    var scan = ArgumentScan(words, commands)
    try scan.run()
    command = scan.command
    operands = scan.operands
    values = scan.values
    self.commands = commands
    self.environment = environment
    guard !has(.help), !has(.version) else { return }
    try checkOptions()
    try checkOperands()
  }

  private func checkOptions() throws(Failure) {
    let allowed = Option.common + command.options
    if let option = values.keys.first(where: { !allowed.contains($0) }) {
      let owners = commands.filter { $0.options.contains(option) }.map { "'\($0.name)'" }
      throw usage("\(option.flag) goes with \(owners.joined(separator: ", ")) only")
    }
    if has(.readOnly), command.isChanging {
      throw usage("'\(command.name)' changes the workspace, and --read-only forbids that")
    }
    if has(.readOnly), has(.events) {
      throw usage("--events stores unsent events in the workspace, and --read-only forbids that")
    }
    for option in [Option.poll, .timeout] { _ = try duration(option) }
  }

  private func checkOperands() throws(Failure) {
    var left = operands.count
    for operand in command.operands {
      switch operand.count {
      case .required, .repeated, .program:
        guard left > 0 else { throw usage("'\(command.name)' expects \(operand.name)") }
        left = operand.count == .required ? left - 1 : 0
      case .optional: left = max(left - 1, 0)
      case .any: left = 0
      }
    }
    guard left == 0 else {
      let extra = operands[operands.count - left]
      let hint = isDefaultCommand ? commandHint : sourceHint
      throw usage("found \"\(URLRedaction.redacted(extra))\", expected nothing more\(hint)")
    }
  }

  /// How to name a source, for a command that reads one but has no operand for it.
  private var sourceHint: String {
    command.sourceUse == .option ? "; a source is given with --source" : ""
  }

  /// A correction for the first of several operands, if it looks like a misspelled command.
  private var commandHint: String {
    let word = operands[0]
    guard !word.contains("/"), !word.contains(".") else { return "" }
    let near = nearestCommand(to: word).map { ", did you mean '\($0)'?" } ?? ""
    return "; \"\(word)\" is not a command\(near)"
  }

  /// The name of the command that is nearest to a word, for an error message; `nil` if none is near.
  func nearestCommand(to word: String) -> String? {
    Spelling.nearest(to: word, among: commands.map { $0.name }).first
  }

  /// The command of a name; `nil` if there is none.
  func command(named name: String) -> (any Command.Type)? {
    commands.first { $0.name == name }
  }

  /// Whether the command line names no command other than the default one.
  var isDefaultCommand: Bool { commands.first.map { command == $0 } ?? false }

  /// A usage error that refers to the help of the command.
  func usage(_ text: String) -> Failure {
    .usage(text, command: isDefaultCommand ? nil : command.name)
  }
}
