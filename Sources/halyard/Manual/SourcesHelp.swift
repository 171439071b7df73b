/// The help of sources: their names, the formats of documents, and what Halyard does for each flag system.
enum SourcesHelp {
  /// Formats the help for a terminal; `columns` is `nil` if standard output is not a terminal.
  static func text(columns: Int?) -> String {
    let wrap = WordWrap(columns: columns)
    let sources = SourceKinds.all.map { ($0.form, $0.meaning) }
    let formats = FileFormats.all.map { ($0.name, $0.meaning) }
    let systems = FlagSystem.all.map { "\($0.name):\n" + wrap.table(rows(of: $0)) }
    let sections = [
      "SOURCES:\n" + wrap.table(sources),
      "FORMATS (--format):\n" + wrap.table(formats),
      "SYSTEMS, each fact with the tests that prove it:\n" + systems.joined(separator: "\n"),
    ]
    return (sections.joined(separator: "\n\n") + "\n").replacing("`", with: "")
  }

  private static func rows(of system: FlagSystem) -> [(String, String)] {
    system.facts.map { ($0.aspect.rawValue, "\($0.text) [\($0.tests)]") }
  }

  /// Formats the flag systems as a table in Markdown.
  ///
  /// - Parameters:
  ///   - root: The path of the project's folder from the page, such as `../`.
  ///   - docs: The path of the folder `docs` from the page.
  /// - Returns: The lines of the table.
  static func table(root: String, docs: String) -> String {
    let aspects = FlagSystem.Aspect.allCases
    let rows = FlagSystem.all.map { system in
      ["[\(system.name)](\(docs)\(system.page))"]
        + system.facts.map { "[\($0.text)](\(root)Tests/\($0.tests).swift)" }
    }
    let lines = [["system"] + aspects.map(\.rawValue), ["---"] + aspects.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
