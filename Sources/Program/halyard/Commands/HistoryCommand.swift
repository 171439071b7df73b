import Dashboard
import Documents
import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// Lists the changes of overrides in the workspace, the newest last.
struct HistoryCommand: Command {
  static let row = CommandRow(
    name: "history",
    summary: "List the changes of overrides, with author and program.",
    options: [.feature, .since, .by, .json, .tsv, .csv],
    optionHelp: [
      .by: "List only changes by this user, such as ana@build-7, or ana on any machine.",
      .tsv: "Write values separated by tabs, with a header line; times are UTC.",
      .csv: "Write values separated by commas, with a header line; times are UTC.",
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  /// The names and globs of features; empty for all features.
  private let words: [String]
  private let start: Date?
  /// The author of the changes, as `user` or as `user@host`; `nil` for any author.
  private let author: String?
  private let isJSON: Bool
  /// The format of `--tsv` or `--csv`; `nil` without the options.
  private let separated: SeparatedText.Format?

  init(_ arguments: Arguments) throws(Failure) {
    start = try arguments.start()
    source = try arguments.sourceOptions()
    author = arguments.value(.by)
    words = arguments.values(.feature)
    isJSON = arguments.has(.json)
    separated = try SeparatedText.Format(arguments)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let history = try await mapError(
      awaiting: await context.setup.store.history(),
      to: Failure.notRead
    )
    let names = Set(history.operations.flatMap { $0.changes.map(\.feature.rawValue) })
    let selected = try await selected(from: names, context)
    let operations = history.operations.compactMap { operation -> OverrideOperation? in
      guard start.map({ operation.date >= $0 }) ?? true,
        OverrideFilter.isAuthor(operation.author, author)
      else { return nil }
      let changes = operation.changes.filter { selected?.contains($0.feature.rawValue) ?? true }
      return changes.isEmpty ? nil : operation.with(changes)
    }
    if isJSON {
      let list = JSONValue.list(operations.map { .object($0.members) })
      return context.console.write(json: list)
    }
    if let separated { return context.console.write(Self.text(operations, as: separated)) }
    if operations.isEmpty { context.console.remark("No changes match.") }
    print(operations, context.console)
  }

  /// The names that `--feature` selects; `nil` for all.
  private func selected(
    from names: Set<String>,
    _ context: CommandContext
  ) async throws(Failure) -> Set<String>? {
    guard !words.isEmpty else { return nil }
    var selected: Set<String> = []
    for word in words {
      let pattern = NamePattern(word)
      switch NameMatch(of: word, among: names) {
      case .found(let name): selected.insert(name)
      case .ambiguous(let matches) where pattern == nil: throw .ambiguous(word, matches)
      case .ambiguous, .none:
        let matches = names.filter { pattern?.matches($0) ?? false }
        if matches.isEmpty { await warn(of: word, pattern, names.sorted(), context) }
        selected.formUnion(matches)
      }
    }
    return selected
  }

  /// Warns of a word that selects no change; suggests the nearest names of the history, or else of the
  /// source.
  private func warn(
    of word: String,
    _ pattern: NamePattern?,
    _ names: [String],
    _ context: CommandContext
  ) async {
    func nearest(among names: [String]) -> [String] {
      pattern?.nearest(among: names) ?? NameSuggestions.suggestions(for: word, among: names)
    }
    var near = nearest(among: names)
    if near.isEmpty {
      // Drops the error: names are only suggested, and the history needs no source.
      guard let loaded = try? await context.setup.load() else { return }
      let features = loaded.configuration.features.map(\.name.rawValue)
      // Does not warn of a feature that exists but has no changes.
      guard case .none = NameMatch(of: word, among: features),
        !features.contains(where: { pattern?.matches($0) ?? false })
      else { return }
      near = nearest(among: features)
    }
    context.console.warn("no change is of \"\(word)\"\(NameSuggestions.hint(near))")
  }

  private static let header = ["time", "who", "program", "feature", "from", "to", "note", "for"]

  private static func text(_ operations: [OverrideOperation], as format: SeparatedText.Format)
    -> String
  {
    var text = SeparatedText(format, header: header)
    for operation in operations {
      for change in operation.changes {
        text.add(
          [
            operation.date.formatted(.iso8601), operation.author ?? "", operation.programText,
            change.feature.rawValue, change.from.text, change.to.text, change.to?.note ?? "",
            change.key.scope.description,
          ]
        )
      }
    }
    return text.text
  }

  private func print(_ operations: [OverrideOperation], _ console: Console) {
    let clock = WallClock.system(at: Date())
    // On a narrow terminal, omits the seconds and today's date, so that the other columns get more
    // cells.
    let isNarrow = console.columns.map { $0 < 80 } ?? false
    let rows = operations.flatMap { operation in
      operation.changes.map { change in
        [
          isNarrow
            ? clock.text(of: operation.date, now: clock.start) : clock.text(of: operation.date),
          operation.author ?? "", operation.programText, change.key.text,
          change.text(clock, now: clock.start, none: "source") { $0.shortened(to: 40) },
        ]
      }
    }
    let header = ["TIME", "WHO", "PROGRAM", "FEATURE", "CHANGE"]
    console.print(rows, header: header, fixedColumns: 1)
  }
}

extension OverrideOperation {
  /// The program that made the changes; for an expiry or an edited file, the cause of the changes.
  fileprivate var programText: String {
    switch kind {
    case .expiry: "expired"
    case .edit: "edited file"
    case .change, .delete, .undo, .redo, .bisection: program ?? ""
    }
  }
}

extension Override? {
  /// The override as text with its lifetime in UTC; the word `source` if there is no override.
  fileprivate var text: String {
    self?.textWithLifetime(shorten: { $0.shortened(to: 40) }) { $0.storedText } ?? "source"
  }
}
