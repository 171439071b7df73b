import FlagSystem
import Frame
import Text

@testable import Dashboard
@testable import Usages
@testable import halyard

/// A part of the documentation that is generated from a table of the program.
///
/// A page contains the part between the lines `<!-- generated: NAME -->` and `<!-- end -->`.
struct GeneratedPart {
  let name: String
  /// The text in Markdown, in lines that end in a line feed.
  let text: String

  /// All parts, each of which is in exactly one page.
  static let all: [GeneratedPart] =
    [
      GeneratedPart("commands", commands),
      GeneratedPart("options-of-commands", sections),
      GeneratedPart("common-options", options(Option.common, of: DashboardCommand.row)),
      GeneratedPart(
        "dashboard-options",
        options(DashboardCommand.row.options, of: DashboardCommand.row)
      ),
      GeneratedPart("variables", ["variable", "meaning"], rows(ManualTables.variables)),
      GeneratedPart(
        "exit-codes",
        ["code", "meaning"],
        ManualTables.exitCodes.map { ["`\($0.code)`", $0.meaning] }
      ),
      GeneratedPart(
        "checks",
        ["check", "what it examines"],
        DoctorCheck.all.map { ["`\($0.name)`", $0.meaning] }
      ),
      GeneratedPart("keys", keys),
      GeneratedPart(
        "sources",
        ["name", "source"],
        SourceKinds.all.map { ["`\($0.form)`", $0.meaning] }
      ),
      GeneratedPart(
        "formats",
        ["`--format`", "document"],
        FileFormats.all.map { ["`\($0.name)`", $0.meaning] }
      ),
      GeneratedPart("systems", systems),
      GeneratedPart("files", files),
      GeneratedPart(
        "signs",
        ["sign", "in ASCII", "meaning"],
        LegendSymbol.all.map { sign in
          let ascii = String(sign.symbol.map { ASCIISymbol.table[$0] ?? $0 })
          return [
            "`\(sign.symbol)`", ascii == "`" ? "`` ` ``" : "`\(ascii)`",
            sign.meaning(in: .standard),
          ]
        }
      ),
      GeneratedPart(
        "personal-files",
        ["file", "what it contains about people"],
        StoredFile.all.compactMap { file in file.personal.map { [file.form, $0] } }
      ),
      GeneratedPart(
        "languages",
        ["language", "files"],
        CodeLanguage.allCases.map { language in
          [language.rawValue, language.extensions.map { "`.\($0)`" }.joined(separator: ", ")]
        }
      ),
      GeneratedPart(
        "settings",
        ["setting", "value", "default", "meaning", "example"],
        Setting.all.map {
          ["`\($0.name)`", $0.expected, $0.defaultText, $0.explanation, "`\($0.example)`"]
        }
      ),
    ] + Setting.all.filter { !$0.fields.isEmpty }.map(fields)

  init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

  private init(_ name: String, _ head: [String], _ rows: [[String]]) {
    self.init(name, Self.table(head, rows))
  }

  /// The lines that surround the part in its page, with the given text between them.
  func inPage(_ text: String) -> String { "<!-- generated: \(name) -->\n\(text)<!-- end -->" }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }.joined()
  }
}

// MARK: Tables of the program

extension GeneratedPart {
  private static func rows(_ table: [(name: String, meaning: String)]) -> [[String]] {
    table.map { ["`\($0.name)`", $0.meaning] }
  }

  private static var commands: String {
    let rows = CommandTable.all.dropFirst().map { command in
      ["[`\(command.name)`](#halyard-\(command.name))", command.summary]
    }
    return table(["command", "what it does"], rows)
  }

  /// A section for each command, with its operands and its options.
  private static var sections: String {
    CommandTable.all.dropFirst().map { command in
      let operands = command.operands.map { " " + $0.synopsis }.joined()
      let isShort = command.options.isEmpty
      let usage = "`halyard \(command.name)\(isShort ? "" : " [options]")\(operands)`"
      let changed = Option.common.filter { command.optionHelp[$0] != nil }
      let options = options(command.options + changed, of: command)
      return "### halyard \(command.name)\n\n\(usage)\n\n" + (options.isEmpty ? "" : options + "\n")
    }.joined()
  }

  private static func options(_ options: [Option], of command: CommandRow) -> String {
    guard !options.isEmpty else { return "" }
    let rows = options.map { ["`\($0.synopsis(in: command))`", command.help(of: $0)] }
    return table(["option", "meaning"], rows)
  }

  /// A section for each topic of actions, and one for the dialogs.
  private static var keys: String {
    actionKeys + "## Dialogs\n\n" + dialogKeys
  }

  private static var dialogKeys: String {
    DialogKeys.all.map { dialog in
      let rows = dialog.rows.map { row in
        let keys = row.keys(in: .standard).split(separator: " ").map { "`\($0)`" }
        let names = row.commands.map { "`\($0.identifier)`" }.joined(separator: " ")
        return [keys.joined(separator: " "), row.text] + (dialog.commands.isEmpty ? [] : [names])
      }
      let columns = ["keys", "what they do"] + (dialog.commands.isEmpty ? [] : ["command"])
      return "### \(dialog.heading(in: .standard))\n\n" + table(columns, rows) + "\n"
    }.joined()
  }

  private static var actionKeys: String {
    Action.Group.allCases.map { group in
      let rows = group.actions.map { action in
        let keys = action.keys.map { "`\($0.label)`" }.joined(separator: " ")
        return [keys, action.explanation, "`\(action.identifier)`"]
      }
      return "## \(group.rawValue)\n\n" + table(["keys", "what they do", "action"], rows) + "\n"
    }.joined()
  }

  /// A section for each folder with files of the program.
  private static var files: String {
    StoredFile.Place.allCases.map { place in
      let files = StoredFile.all.filter { $0.place == place }
      let rows = files.map { file in
        [place == .chosen ? file.form : "`\(file.name)`", file.content, file.removal]
      }
      let folder = place == .chosen ? place.rawValue : "`\(place.rawValue)`"
      return "## \(place.title)\n\nIn \(folder):\n\n"
        + table(["file", "content", "to remove it"], rows) + "\n"
    }.joined()
  }

  private static var systems: String {
    let rows = FlagSystems.all.map { system in
      ["[\(system.name)](\(system.page))"] + system.rows.map(\.text)
    }
    return table(["system"] + (FlagSystems.all.first?.rows.map(\.label) ?? []), rows)
  }

  /// The keys of the objects in a setting.
  private static func fields(of setting: Setting) -> GeneratedPart {
    let rows = setting.fields.map { field in
      ["`\(field.name)`", field.expected, field.defaultText ?? "required", field.explanation]
    }
    return GeneratedPart("setting-\(setting.name)", ["key", "value", "default", "meaning"], rows)
  }
}
