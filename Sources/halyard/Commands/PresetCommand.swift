import FeatureFlags
import Networking

/// Saves, applies, lists, shows or deletes presets of overrides.
struct PresetCommand: Command {
  static let name = "preset"
  static let summary = "Save, apply, list, show or delete presets: named sets of overrides."
  static let operands = [Operand("ACT", .required), Operand("NAME|FILE|URL", .optional)]
  static let options: [Option] = [.description, .note, .file, .replace, .dryRun, .force, .json]
  static let optionHelp: [Option: String] = [
    .dryRun: "With 'apply', print what would change, and change no override.",
    .note: "With 'save', a note that overrides without one get when the preset is applied.",
    .file: "With 'save', write the preset to this file; with 'apply', read the file.",
    .replace:
      "With 'apply', reset all other overrides; with 'save', replace a preset of this name, or the file.",
  ]
  static let operandCompletions: [String: ValueCompletion] = [
    "ACT": .words(Act.allCases.map(\.rawValue))
  ]
  static let sourceUse = SourceUse.option
  static let isChanging = false

  /// The first operand, which selects what the command does.
  enum Act: String, CaseIterable {
    case save, apply, list, show, delete

    /// The options of the act in addition to the common ones.
    fileprivate var options: [Option] {
      switch self {
      case .save: [.description, .note, .file, .replace]
      case .apply: [.file, .replace, .dryRun]
      case .list, .show: [.json]
      case .delete: []
      }
    }

    fileprivate var isChanging: Bool { self == .save || self == .apply || self == .delete }
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
    act = try Self.act(arguments)
    subject = arguments.operands.dropFirst().first
    file = arguments.value(.file)
    try Self.check(act, arguments)
    source = try arguments.sourceOptions()
    description = arguments.value(.description)
    note = try arguments.note()
    isReplacing = arguments.has(.replace)
    isDryRun = arguments.has(.dryRun)
    isJSON = arguments.has(.json)
  }

  private static func act(_ arguments: Arguments) throws(Failure) -> Act {
    let word = arguments.operands[0]
    if let act = Act(rawValue: word) { return act }
    let words = Act.allCases.map(\.rawValue)
    let near = Spelling.nearest(to: word, among: words).first.map { ", did you mean \"\($0)\"?" }
    throw arguments.usage(
      "'preset': found \"\(URLRedaction.redacted(word))\", expected "
        + "\(words.dropLast().joined(separator: ", ")) or "
        + "\(words.last ?? "")" + (near ?? "")
    )
  }

  private static func check(_ act: Act, _ arguments: Arguments) throws(Failure) {
    if let option = options.first(where: { arguments.has($0) && !act.options.contains($0) }) {
      let acts = Act.allCases.filter { $0.options.contains(option) }.map {
        "'preset \($0.rawValue)'"
      }
      throw arguments.usage("\(option.flag) goes with \(acts.joined(separator: " and ")) only")
    }
    if act.isChanging, arguments.has(.readOnly), !arguments.has(.dryRun) {
      throw arguments.usage(
        "'preset \(act.rawValue)' changes the workspace, and --read-only forbids that"
      )
    }
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
    let shelf = PresetShelf(context)
    switch act {
    case .list: try shelf.list(asJSON: isJSON)
    case .show:
      let preset = try await PresetReader(context, source).read(subject, file: nil)
      shelf.show(preset, asJSON: isJSON)
    case .delete: try shelf.delete(subject ?? "")
    case .save:
      let texts = PresetShelf.Texts(description: description, note: note)
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
