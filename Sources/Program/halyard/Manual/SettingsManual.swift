/// The manual page of the settings file, `halyard-config(5)`.
struct SettingsManual {
  let version: String

  /// The page `halyard-config(5)` as the input of man, in the macros of man(7).
  var source: String {
    var text = ManualText(
      "halyard-config",
      section: 5,
      date: ProgramManual.date,
      version: "halyard \(version)"
    )
    text.section("NAME")
    text.line("halyard-config - settings of halyard")
    text.section("DESCRIPTION")
    text.line(
      """
      The file `config.json` contains the settings of `halyard`(1), as an object in JSON or JSON5. \
      A key that the program does not know is ignored, and is preserved when the program writes the \
      file.
      """
    )
    text.section("SETTINGS")
    for setting in Setting.all { add(setting, to: &text) }
    text.section("FILES")
    text.entry("`$XDG_CONFIG_HOME/halyard/config.json`", "The settings of the user.")
    text.entry("`$HALYARD_HOME/config.json`", "The settings, if `HALYARD_HOME` is set.")
    text.section("EXAMPLES")
    text.line("Settings with a theme, a polling interval and an editor:")
    let settings: [Setting] = [.theme, .poll, .editor]
    let members = settings.map { "  \"\($0.name)\": \($0.example)" }
    text.example(["{"] + members.dropLast().map { $0 + "," } + members.suffix(1) + ["}"])
    text.section("SEE ALSO")
    text.line("`halyard`(1)")
    return text.source
  }

  private func add(_ setting: Setting, to text: inout ManualText) {
    text.entry("`\(setting.name)`", setting.explanation)
    text.indent()
    text.line("Expected: \(setting.expected). Default: \(setting.defaultText).")
    text.line("Example: `\(setting.example)`")
    for field in setting.fields {
      let defaultText = field.defaultText.map { "Default: \($0)." } ?? "Required."
      text.entry(
        "`\(field.name)`",
        "\(field.explanation) Expected: \(field.expected). \(defaultText)"
      )
    }
    text.outdent()
  }
}
