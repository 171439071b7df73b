import Dashboard
import Usages

/// A setting of the file `config.json`; the raw value is its key.
///
/// Parsing, `check --config`, `docs/reference/settings.md` and the manual page are generated from this
/// table. A new setting needs a case, a row in the table, and a case in ``SettingsReader``. The code
/// does not compile without the row and the case in the reader.
enum Setting: String, CaseIterable, Sendable {
  case theme, keymap, columns, sort, poll, team, personas, confirmations, editor, code, codePatterns

  /// All settings, in the order of the documentation.
  static let all = allCases

  /// The key in the settings file.
  var name: String { rawValue }

  /// The type of the value, as error messages and the documentation name it.
  var expected: String { row.expected }

  /// The description of the behaviour without the setting.
  var defaultText: String { row.defaultText }

  /// The description of the setting, in one or two sentences.
  var explanation: String { row.explanation }

  /// A valid value in JSON.
  var example: String { row.example }

  /// The keys of the object, or of the objects of the list; empty for a setting with another type.
  var fields: [Field] { row.fields }

  /// A key of an object in the value of a setting.
  struct Field: Hashable, Sendable {
    let name: String
    /// The type of the value, as error messages and the documentation name it.
    let expected: String
    /// The description of the behaviour without the key; `nil` for a required key.
    let defaultText: String?
    let explanation: String
  }

  /// One row of the table of settings.
  private struct Row {
    let expected: String
    let defaultText: String
    let explanation: String
    let example: String
    var fields: [Field] = []
  }

  private var row: Row {
    switch self {
    case .theme:
      Row(
        expected: "a text",
        defaultText: "`terminal`, or `beacon-day` on a light background",
        explanation: """
          The theme of the dashboard: a name from `halyard themes`, or the path of a theme file. \
          Choosing a theme on the screen saves it here.
          """,
        example: #""moss""#
      )
    case .keymap:
      Row(
        expected: "an object with a key or a list of keys by action",
        defaultText: "the default keys",
        explanation: """
          The keys of actions, which replace the default keys; an empty list removes them. A key is \
          one character or a name, such as "space", "ctrl-x", "alt-x", "f5", "pgup" or "shift-tab".
          """,
        example: #"{ "refresh": ["ctrl-x", "f5"], "delete": [] }"#
      )
    case .columns:
      Row(
        expected: "a list of columns, each one of \(Self.names(ListColumn.self))",
        defaultText: "all columns except `trend`",
        explanation: """
          The columns that the list of features shows beside the names, if there is room for them.
          """,
        example: #"["state", "type"]"#
      )
    case .sort:
      Row(
        expected: "one of \(Self.names(FeatureOrder.self))",
        defaultText: "\"section\"",
        explanation: "The order of the list of features when the dashboard opens.",
        example: #""changed""#
      )
    case .poll:
      Row(
        expected: "a duration such as \"30s\" or \"2m\"",
        defaultText: Defaults.pollInterval.optionText,
        explanation: "The time between two polls of a server. The option `--poll` has precedence.",
        example: #""30s""#
      )
    case .team:
      Row(
        expected: "an address such as etcd://HOST:PORT/NAMESPACE, or an object",
        defaultText: "the overrides of the workspace",
        explanation: """
          The team whose overrides in etcd are shared. The option `--team` and the variable \
          `HALYARD_TEAM` have precedence, and "none" selects no team.
          """,
        example: #"{ "address": "etcds://build-1:2379/staging", "authorities": "/etc/qa/ca.pem" }"#,
        fields: Self.teamFields
      )
    case .personas:
      Row(
        expected: "a list of personas",
        defaultText: "no personas",
        explanation: "Users for whom you evaluate features repeatedly.",
        example: """
          [{ "name": "Gold", "key": "ana", "attributes": { "plan": "gold" }, "segments": ["beta"] }]
          """,
        fields: Self.personaFields
      )
    case .confirmations:
      Row(
        expected: "an object with true or false by action",
        defaultText: "every action is confirmed",
        explanation:
          "The actions of the dashboard that are confirmed first, because they lose data.",
        example: #"{ "resetMarked": false }"#,
        fields: ConfirmedOperation.allCases.map(Self.field)
      )
    case .editor:
      Row(
        expected: "a command with its arguments",
        defaultText: "`$VISUAL`, else `$EDITOR`, else `vi`",
        explanation: """
          The editor for JSON values and for files. Quotes group words as in a shell, but no shell \
          runs the command.
          """,
        example: #""code --wait""#
      )
    case .code:
      Row(
        expected: "a folder or a list of folders",
        defaultText: "no folders",
        explanation: """
          The folders with the source code in which usages of features are searched. A relative path \
          starts at the working folder.
          """,
        example: #"["Sources", "/home/ana/app"]"#
      )
    case .codePatterns:
      Row(
        expected: "a pattern with the word \(CodePattern.placeholder), or a list of such patterns",
        defaultText: "no patterns",
        explanation: """
          Code in which `FLAG` stands for the name of a feature or an alias, such as `newCart`: there, \
          also names of one word count as usages.
          """,
        example: #"["isEnabled(FLAG)", "useFlags().FLAG"]"#
      )
    }
  }

  private static let teamFields = TeamOptions.Key.allCases.map(field)

  private static func field(_ key: TeamOptions.Key) -> Field {
    let (expected, defaultText, explanation): (String, String?, String) =
      switch key {
      case .address:
        (
          "an address", nil,
          "The members of the cluster and the namespace, separated by commas and a slash."
        )
      case .login:
        (
          "the path of a file", "no user",
          "The user of etcd on the first line, and the password on the second."
        )
      case .authorities:
        (
          "the path of a file", "those of the system",
          "The trusted certificate authorities, in PEM form."
        )
      case .certificate:
        ("the path of a file", "none", "The certificate of the client for TLS, in PEM form.")
      case .key: ("the path of a file", "none", "The private key of the certificate, in PEM form.")
      }
    return Field(
      name: key.rawValue,
      expected: expected,
      defaultText: defaultText,
      explanation: explanation
    )
  }

  private static let personaFields = [
    Field(
      name: "name",
      expected: "a name",
      defaultText: nil,
      explanation: "The name of the persona in lists and tables."
    ),
    Field(
      name: "key",
      expected: "a text",
      defaultText: "a user without a key",
      explanation: "The user key."
    ),
    Field(
      name: "attributes",
      expected: "an object",
      defaultText: "no attributes",
      explanation: "The attributes of the user, by name."
    ),
    Field(
      name: "segments",
      expected: "a list of texts",
      defaultText: "the segments are unknown",
      explanation: "The segments of the user; an empty list means no segment."
    ),
  ]

  private static func field(_ operation: ConfirmedOperation) -> Field {
    let explanation =
      switch operation {
      case .resetAll: "Confirm resetting all overrides."
      case .resetMarked: "Confirm resetting the overrides of several marked features."
      case .changeMarked: "Confirm a change of 20 or more marked features."
      case .delete: "Confirm deleting features from the workspace."
      case .clearCache: "Confirm deleting the last known good configuration."
      }
    return Field(
      name: operation.rawValue,
      expected: "true or false",
      defaultText: "true",
      explanation: explanation
    )
  }

  private static func names<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type
  ) -> String {
    Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}
