import Dashboard
import Documents
import FeatureFlags
import Usages

/// The settings of the user, with the defaults for those that the file does not set.
struct Settings: Sendable {
  /// The saved theme as a value of `--theme`; `nil` for the default theme.
  var theme: String?
  /// The keys of all actions.
  var keymap = Keymap.standard
  /// The columns of the feature list.
  var columns = ListColumn.usual
  /// The order of the feature list when the dashboard opens.
  var order = FeatureOrder.section
  /// The time between two polls of a server; `nil` for the default interval.
  var poll: Duration?
  /// The team with which overrides are shared; `nil` if the setting names no team.
  var team: TeamOptions?
  /// The personas, in the order of the file.
  var personas: [Persona] = []
  /// The changes that lose data and that the dashboard confirms first.
  var confirmations = Set(ConfirmedOperation.allCases)
  /// The words of the editor command; `nil` selects the editor by the environment.
  var editor: [String]?
  /// The folders with source code; empty by default.
  var code: [String] = []
  /// The patterns of code in which names and aliases of features count as usages.
  var codePatterns: [CodePattern] = []
  /// The line numbers of the valid settings in the file, counted from 1.
  var lines: [Setting: Int] = [:]
  /// The problems of the file, in the order of their lines; a wrong setting is ignored.
  var problems: [SettingsProblem] = []
}

extension Settings {
  /// The personas of the settings, or the given personas if the settings have none.
  func personas(or others: [Persona]) -> [Persona] { personas.isEmpty ? others : personas }

  /// Decodes the settings of a JSON5 text.
  ///
  /// - Throws: The position of a syntax error, or `unexpected` for a text that is not an object.
  init(json text: String) throws(DocumentError) {
    self = try SettingsReader(JSONReader.read(Array(text.utf8))).settings
  }
}

/// A problem of the settings file.
struct SettingsProblem: Hashable, Sendable {
  /// An error makes `check --config` fail; a warning does not.
  let severity: Problem.Severity
  /// The line number, counted from 1; `nil` for a problem of the whole file.
  let line: Int?
  /// The key of the setting; `nil` for a problem of the whole file.
  let setting: String?
  /// The message, with the found and the expected value.
  let text: String

  /// The message with the file and the line in front, such as `config.json:3: …`.
  func description(in path: String) -> String {
    line.map { "\(path):\($0): \(text)" } ?? "\(path): \(text)"
  }
}
