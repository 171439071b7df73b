import FeatureFlags

/// Saves, applies, lists, shows or deletes presets of overrides.
struct PresetCommand: Command {
  static let row = CommandRow(
    name: "preset",
    summary: "Save, apply, list, show or delete presets: named sets of overrides.",
    subcommands: Name.self,
    operand: Operand("NAME|FILE|URL", .optional, .presets),
    optionHelp: [
      .dryRun: "With 'apply', print what would change, and change no override.",
      .note: "With 'save', a note for overrides that have none; applying the preset sets it.",
      .only: "With 'apply', apply the overrides for these users only.",
      .file: "With 'save', write the preset to this file; with 'apply', read the file.",
      .replace:
        "With 'apply', reset all other overrides; with 'save', replace a preset of this name, or the file.",
    ],
    make: Self.init
  )

  /// The first operand, which selects what the command does.
  enum Name: String, Subcommand {
    case save, apply, list, show, delete

    var options: [Option] {
      switch self {
      case .save: [.description, .note, .file, .replace]
      case .apply: [.file, .only, .replace, .dryRun, .force, .json]
      case .list, .show: [.json]
      case .delete: []
      }
    }

    var isChanging: Bool { self == .save || self == .apply || self == .delete }
  }

  private let source: SourceOptions
  private let name: Name
  /// The name of the preset; for `apply` and `show` also a file or a URL.
  private let subject: String?
  private let description: String?
  private let note: String?
  private let file: String?
  private let only: String?
  private let isReplacing: Bool
  private let isDryRun: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    name = try arguments.subcommand(Name.self)
    subject = arguments.operands.dropFirst().first
    file = arguments.value(.file)
    only = arguments.value(.only)
    try Self.checkSubject(of: name, arguments)
    source = try arguments.sourceOptions()
    description = arguments.value(.description)
    note = try arguments.note()
    isReplacing = arguments.has(.replace)
    isDryRun = arguments.has(.dryRun)
    isJSON = arguments.has(.json)
  }

  private static func checkSubject(of name: Name, _ arguments: Arguments) throws(Failure) {
    let hasSubject = arguments.operands.count > 1
    switch name {
    case .list:
      if hasSubject { throw arguments.usage("'preset list' expects no name") }
    case .apply:
      guard hasSubject != arguments.has(.file) else {
        throw arguments.usage("'preset apply' expects one of NAME, FILE, URL and --file FILE")
      }
    case .save:
      guard hasSubject || arguments.has(.file) else {
        throw arguments.usage("'preset save' expects NAME, or --file FILE")
      }
    case .show:
      if !hasSubject { throw arguments.usage("'preset show' expects NAME, FILE or URL") }
    case .delete:
      if !hasSubject { throw arguments.usage("'preset delete' expects NAME") }
    }
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let presets = PresetSubcommands(context)
    switch name {
    case .list: try presets.list(asJSON: isJSON)
    case .show:
      let preset = try await PresetReader(context, source).read(subject, file: nil)
      presets.show(preset, asJSON: isJSON)
    case .delete: try presets.delete(subject ?? "")
    case .save:
      let texts = PresetSubcommands.Texts(description: description, note: note)
      try await presets.save(subject, texts, file: file, isReplacing: isReplacing)
    case .apply:
      let reading = try await PresetReader(context, source).read(subject, file: file)
      try await PresetApplication(context: context).apply(
        reading,
        only: only,
        isReplacing: isReplacing,
        isDryRun: isDryRun,
        isJSON: isJSON
      )
    }
  }
}
