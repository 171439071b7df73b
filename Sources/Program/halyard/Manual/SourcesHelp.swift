import FlagSystem

/// The help of sources: their names, the formats of documents, and what Halyard does for each flag system.
enum SourcesHelp {
  /// Formats the help for a terminal; `columns` is `nil` if standard output is not a terminal.
  static func text(columns: Int?) -> String {
    let wrap = WordWrap(columns: columns)
    let sources = SourceKinds.all.map { ($0.form, $0.meaning) }
    let formats = FileFormats.all.map { ($0.name, $0.meaning) }
    let systems = FlagSystems.all.map { "\($0.name):\n" + wrap.table($0.rows) }
    let sections = [
      "SOURCES:\n" + wrap.table(sources),
      "FORMATS (--format):\n" + wrap.table(formats),
      "SYSTEMS:\n" + systems.joined(separator: "\n"),
    ]
    return (sections.joined(separator: "\n\n") + "\n").replacing("`", with: "")
  }
}
