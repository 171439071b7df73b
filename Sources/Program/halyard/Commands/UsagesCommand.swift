import Documents
import FeatureFlags
import Text
import Usages

/// Lists the places in source code where features are used.
struct UsagesCommand: Command {
  static let row = CommandRow(
    name: "usages",
    summary: "List where source code uses features, by names, constants, aliases or patterns.",
    operands: [Operand("NAME", .any, .features)],
    options: [.code, .filesOnly, .json],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  /// The names and globs of features; `nil` for all features.
  private let selection: FeatureSelection?
  /// The folders of `--code`; empty for those of the settings.
  private let folders: [String]
  private let hasFilesOnly: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    let words = arguments.operands
    selection = words.isEmpty ? nil : try FeatureSelection(words, arguments)
    folders = try arguments.codeFolders()
    hasFilesOnly = arguments.has(.filesOnly)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let settings = program.codeSettings()
    let folders = folders.isEmpty ? settings.code : folders
    guard !folders.isEmpty else {
      throw .usage(
        "'usages' expects \(Option.code.flag) FOLDER, or the setting \"\(Setting.code.name)\"",
        command: Self.row.name
      )
    }
    for failure in try await context.open().failures { context.console.warn("\(failure)") }
    let store = context.setup.store
    let features = try selection?.features(in: store) ?? store.features
    let search = UsageSearch(
      names: features.map(\.name.rawValue),
      folders: folders,
      patterns: settings.codePatterns
    )
    let report = try mapError(search.run(), to: Failure.code)
    report.warn(context.console)
    write(report.usages, context.console)
    if report.usages.isEmpty {
      context.console.remark("No usages in \(Number.count(report.fileCount, "file")) of code.")
      throw .negative
    }
  }

  private func write(_ usages: [Usage], _ console: Console) {
    if hasFilesOnly {
      var paths = usages.map(\.location.path)
      paths = paths.enumerated().filter { $0 == 0 || paths[$0 - 1] != $1 }.map(\.element)
      if isJSON { return console.write(json: .list(paths.map(JSONValue.string))) }
      return console.write(paths.map { DisplayText($0).text + "\n" }.joined())
    }
    if isJSON { return console.write(json: .list(usages.map(\.json))) }
    let lines = usages.map { usage in
      let location = usage.location
      let by = usage.by.map { "  (by \($0))" } ?? ""
      let text = "\(location.path):\(location.line):\(location.column): \(location.text)\(by)"
      return DisplayText(text).text + "\n"
    }
    console.write(lines.joined())
  }
}

extension Arguments {
  /// The folders of `--code`; empty without the option.
  ///
  /// - Throws: `usage` for an empty name.
  func codeFolders() throws(Failure) -> [String] {
    let folders = values(.code)
    guard !folders.contains("") else {
      throw usage("\(Option.code.flag): found \"\", expected a folder")
    }
    return folders
  }
}

extension Program {
  /// The settings for a search in code; warns of mistakes in the settings file.
  func codeSettings() -> Settings {
    let (settings, warning) = settings()
    if let warning { console.warn(warning) }
    return settings
  }
}

extension UsageReport {
  /// Warns of folders that git did not list, of files that were not searched, and if there was no file
  /// to search.
  func warn(_ console: Console) {
    for folder in foldersWithoutGit {
      console.warn(
        "\(folder.path): \(folder.defect.text); the folder was searched without git, by its "
          + ".gitignore files"
      )
    }
    if fileCount == 0, skippedFiles.isEmpty {
      console.warn("there are no files with source code that could be searched")
    }
    guard let first = skippedFiles.first else { return }
    let rest = skippedFiles.count - 1
    let text = rest > 0 ? "\(first) and \(Number.count(rest, "more file"))" : first
    let limit = UsageSearch.sizeLimit >> 20
    console.warn("\(text): not searched, because of more than \(limit) MiB or no permission")
  }
}

extension Usage {
  fileprivate var json: JSONValue {
    .object([
      ("feature", .string(feature)), ("file", .string(location.path)),
      ("line", .number(Double(location.line))), ("column", .number(Double(location.column))),
      ("kind", .string(kind.name)), ("constant", .text(kind.constant)), ("by", .text(by)),
      ("text", .string(location.text)),
    ])
  }
}
