import Documents
import FeatureFlags
import Networking
import Text

/// The command line, split into the command, its operands and its options.
///
/// The initializers of the commands parse the option values into typed properties.
struct Arguments: Sendable {
  /// The selected command; the default one if the command line names none.
  let command: CommandRow
  private(set) var operands: [String] = []
  /// The operands after `--`; empty if the command line has no `--`.
  let wordsAfterDashes: [String]
  /// The environment variables, some of which provide defaults of options.
  let environment: Environment
  private let commands: [CommandRow]
  private var values: [Option: [String]] = [:]

  /// Whether the command line contains the given option.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The last value of the given option; `nil` if the command line does not contain the option.
  func value(_ option: Option) -> String? { values[option]?.last }

  /// All values of the given option, in the order of the command line.
  func values(_ option: Option) -> [String] { values[option] ?? [] }

  /// Parses the last value of the given option as a duration; `nil` if the option is absent.
  ///
  /// - Throws: `usage` if the value is not a duration.
  func duration(_ option: Option) throws(Failure) -> Duration? {
    guard let text = value(option) else { return nil }
    guard let duration = Duration(text: text) else {
      let units =
        option == .lifetime ? "s, m, h or d, for example 2h" : "ms, s or m, for example 5s"
      throw usage(
        "\(option.flag): found \"\(text)\"; use \(units), from \(Duration.shortestText) to "
          + Duration.longestText
      )
    }
    return duration
  }

  /// Parses the arguments of the program and checks them against the options of the command.
  ///
  /// - Parameters:
  ///   - words: The arguments without the name of the program.
  ///   - commands: All commands; the first one is the default.
  ///   - environment: The environment variables.
  /// - Throws: `usage`, with the found and the expected arguments.
  init(
    _ words: [String],
    commands: [CommandRow],
    environment: Environment
  ) throws(Failure) {
    var scan = ArgumentScan(words, commands)
    try scan.run()
    command = scan.command
    operands = scan.operands
    wordsAfterDashes = Array(operands.dropFirst(scan.countBeforeDashes ?? operands.count))
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
      throw usage("\(option.flag) works only with \(owners.enumeration(with: "and"))")
    }
    if has(.readOnly), command.isChanging, !has(.dryRun) {
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
      let shown = URLRedaction.redacted(path: extra)
      throw usage("unexpected argument \"\(shown)\"\(hint)")
    }
  }

  /// The hint in an error message of a command that expects `--source` instead of a SOURCE operand.
  private var sourceHint: String {
    command.sourceUse == .option ? "; a source is given with --source" : ""
  }

  /// The hint in an error message that the first operand looks like a misspelled command.
  private var commandHint: String {
    let word = operands[0]
    guard !word.contains("/"), !word.contains(".") else { return "" }
    let near = nearestCommand(to: word).map { ", did you mean '\($0)'?" } ?? ""
    return "; \"\(URLRedaction.redacted(word))\" is not a command\(near)"
  }

  /// The name of the command that is nearest to the given word; `nil` if none is similar.
  func nearestCommand(to word: String) -> String? {
    CommandRow.renamed[word] ?? NameSuggestions.nearest(to: word, among: commands.map(\.name)).first
  }

  /// The command with the given name; `nil` if there is none.
  func command(named name: String) -> CommandRow? {
    commands.first { $0.name == name }
  }

  /// Whether the command is the default one, the dashboard.
  var isDefaultCommand: Bool { command.name == commands.first?.name }

  /// Creates a usage error that refers to the help of the command.
  func usage(_ text: String) -> Failure {
    .usage(text, command: isDefaultCommand ? nil : command.name)
  }
}
