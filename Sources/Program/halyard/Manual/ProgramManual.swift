import Dashboard
import FlagSystem
import Frame
import Text

/// The manual page of the program, `halyard(1)`, generated from the tables of commands, options,
/// actions, sources, formats, variables, files and exit codes.
struct ProgramManual {
  /// The commands, the default one first.
  let commands: [CommandRow]
  let version: String

  /// The date of the release in the changelog.
  static let date = "2026-11-27"

  /// The page `halyard(1)` as the input of man, in the macros of man(7).
  var source: String {
    var text = ManualText("halyard", section: 1, date: Self.date, version: "halyard \(version)")
    addOverview(to: &text)
    text.section("COMMANDS")
    for command in commands.dropFirst() { add(command, to: &text) }
    text.section("OPTIONS")
    text.line("Every command accepts these options.")
    add(Option.common, of: commands[0], to: &text)
    text.part("Options of the dashboard")
    add(commands[0].options, of: commands[0], to: &text)
    addKeys(to: &text)
    addSources(to: &text)
    addEnvironment(to: &text)
    addExamples(to: &text)
    text.section("SEE ALSO")
    text.line("`halyard-config`(5)")
    return text.source
  }

  private func addOverview(to text: inout ManualText) {
    text.section("NAME")
    text.line("halyard - browse and override the feature flags of an app")
    text.section("SYNOPSIS")
    text.line("`halyard` [⟨SOURCE⟩] [⟨options⟩]")
    text.paragraph("`halyard` ⟨COMMAND⟩ ... [⟨options⟩]")
    text.section("DESCRIPTION")
    text.line(
      """
      Without a command, `halyard` opens a dashboard in the terminal. It lists the features of a \
      source: their states, their variations and the reason for each. A tester overrides a feature \
      with one key. The source is never changed: overrides are stored in a workspace, to which apps \
      connect.
      """
    )
    text.paragraph(
      """
      The source is the operand ⟨SOURCE⟩, the value of `--source`, or the value of the variable \
      `HALYARD_SOURCE`. Without them it is the file `Features.json` in the current folder, or else \
      a built-in example.
      """
    )
    text.paragraph(
      """
      A ⟨NAME⟩ is the name of a feature as `halyard list` prints it, in any letter case. Commands \
      that change features accept several names and globs: `*` matches any text, `?` one character, \
      and `[abc]` one of several characters. A feature whose name is the operand itself has \
      precedence over a glob.
      """
    )
  }

  private func add(_ command: CommandRow, to text: inout ManualText) {
    let operands = command.operands.map { operand in
      switch operand.count {
      case .optional: " [⟨\(operand.name)⟩]"
      case .required: " ⟨\(operand.name)⟩"
      case .repeated, .program: " ⟨\(operand.name)⟩..."
      case .any: " [⟨\(operand.name)⟩...]"
      }
    }
    text.entry("`\(command.name)`\(operands.joined())", command.summary)
    guard !command.options.isEmpty else { return }
    text.indent()
    add(command.options, of: command, to: &text)
    text.outdent()
  }

  private func add(
    _ options: [Option],
    of command: CommandRow,
    to text: inout ManualText
  ) {
    for option in options {
      let letter = option.letter.map { "`-\($0)`, " } ?? ""
      let value = command.placeholder(of: option).map {
        option.hasOptionalValue ? "[=⟨\($0)⟩]" : " ⟨\($0)⟩"
      }
      text.entry(
        "\(letter)`\(option.flag)`\(value ?? "")",
        command.help(of: option)
      )
    }
  }

  private func addKeys(to text: inout ManualText) {
    text.section("KEYS OF THE DASHBOARD")
    for group in Action.Group.allCases {
      text.part(group.rawValue)
      for action in group.actions {
        let keys = action.keys.map { "`\($0.label)`" }.joined(separator: " ")
        text.entry(keys.isEmpty ? "(palette)" : keys, "\(action.title): \(action.explanation).")
      }
    }
  }

  private func addSources(to text: inout ManualText) {
    text.section("SOURCES")
    for kind in SourceKinds.all { text.entry("`\(kind.form)`", kind.meaning + ".") }
    text.part("Formats")
    for format in FileFormats.all { text.entry("`\(format.name)`", format.meaning + ".") }
  }

  private func addEnvironment(to text: inout ManualText) {
    text.section("ENVIRONMENT")
    for variable in ManualTables.variables { text.entry("`\(variable.name)`", variable.meaning) }
    text.section("FILES")
    for file in StoredFile.all { text.entry(file.form, file.sentence) }
    text.section("EXIT STATUS")
    for code in ManualTables.exitCodes { text.entry("`\(code.code)`", code.meaning) }
  }

  private func addExamples(to text: inout ManualText) {
    text.section("EXAMPLES")
    for (index, example) in ManualTables.examples.enumerated() {
      if index == 0 { text.line(example.text) } else { text.paragraph(example.text) }
      text.example([example.command])
    }
  }
}
