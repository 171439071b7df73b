import FeatureFlags

/// Saves, applies, lists, shows or deletes presets of overrides.
struct PresetCommand: Command {
  static let row = CommandRow(
    name: "preset",
    summary: "Save, apply, list, show or delete presets: named sets of overrides.",
    operands: [Act.operand, Operand("NAME|FILE|URL", .optional, .presets)],
    options: Act.options,
    optionHelp: [
      .dryRun: "With 'apply', print what would change, and change no override.",
      .note: "With 'save', a note that overrides without one get when the preset is applied.",
      .file: "With 'save', write the preset to this file; with 'apply', read the file.",
      .replace:
        "With 'apply', reset all other overrides; with 'save', replace a preset of this name, or the file.",
    ],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  /// The first operand, which selects what the command does.
  enum Act: String, Subcommand {
    case save, apply, list, show, delete

    var options: [Option] {
      switch self {
      case .save: [.description, .note, .file, .replace]
      case .apply: [.file, .replace, .dryRun, .force]
      case .list, .show: [.json]
      case .delete: []
      }
    }

    var isChanging: Bool { self == .save || self == .apply || self == .delete }
  }

  private let source: SourceOptions
  private let act: Act
  /// The name of the preset; for `apply` and `show` also a file or a URL.
  private let subject: String?
  private let description: String?
  private let note: String?
  private let file: String?
  private let isReplacing: Bool
  private let isDryRun: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    act = try arguments.act(Act.self)
    subject = arguments.operands.dropFirst().first
    file = arguments.value(.file)
    try Self.checkSubject(of: act, arguments)
    source = try arguments.sourceOptions()
    description = arguments.value(.description)
    note = try arguments.note()
    isReplacing = arguments.has(.replace)
    isDryRun = arguments.has(.dryRun)
    isJSON = arguments.has(.json)
  }

  private static func checkSubject(of act: Act, _ arguments: Arguments) throws(Failure) {
    let hasSubject = arguments.operands.count > 1
    switch act {
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
    let shelf = PresetSubcommands(context)
    switch act {
    case .list: try shelf.list(asJSON: isJSON)
    case .show:
      let preset = try await PresetReader(context, source).read(subject, file: nil)
      shelf.show(preset, asJSON: isJSON)
    case .delete: try shelf.delete(subject ?? "")
    case .save:
      let texts = PresetSubcommands.Texts(description: description, note: note)
      try await shelf.save(subject, texts, file: file, isReplacing: isReplacing)
    case .apply:
      let reading = try await PresetReader(context, source).read(subject, file: file)
      try await PresetApplication(context).apply(
        reading,
        isReplacing: isReplacing,
        isDryRun: isDryRun
      )
    }
  }
}
