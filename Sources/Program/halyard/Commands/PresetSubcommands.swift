import Dashboard
import Documents
import FeatureFlags
import Files
import Text
import Workbench

import struct FoundationEssentials.Date

/// Lists, shows, saves and deletes the presets of a workspace for the command `preset`.
struct PresetSubcommands {
  private let context: CommandContext
  private let folder: PresetFolder

  init(_ context: CommandContext) {
    self.context = context
    folder = PresetFolder(context.setup.workspace)
  }

  private var console: Console { context.console }

  /// The texts that the user gives for a new preset; `nil` uses the text of the preset that it replaces.
  struct Texts {
    let description: String?
    let note: String?
  }

  /// Prints all presets with their descriptions; warns of files that cannot be read.
  func list(asJSON: Bool) throws(Failure) {
    var presets: [(name: String, preset: Preset)] = []
    for entry in try mapError(folder.entries(), to: Failure.preset) {
      switch entry.reading {
      case .success(let reading): presets.append((entry.name, reading.preset))
      case .failure(let error): console.warn("\(error)")
      }
    }
    if asJSON {
      let list = presets.map { JSONValue.object(summary(of: $0.preset, named: $0.name)) }
      return console.write(json: JSONValue.list(list))
    }
    let rows = presets.map { name, preset in
      [
        name, String(preset.overrides.count), preset.created.map(Self.text) ?? "",
        preset.description ?? "",
      ]
    }
    console.print(rows, header: ["NAME", "OVERRIDES", "SAVED", "DESCRIPTION"])
    if presets.isEmpty { console.remark("No preset is saved in this workspace.") }
  }

  private func summary(
    of preset: Preset,
    named name: String
  ) -> [(key: String, value: JSONValue)] {
    [
      ("name", .string(name)), ("description", .text(preset.description)),
      ("note", .text(preset.note)),
      ("source", .text(preset.source)),
      ("created", .text(preset.created?.formatted(.iso8601))), ("author", .text(preset.author)),
      ("overrides", .number(Double(preset.overrides.count))),
    ]
  }

  /// Prints one preset: as the JSON of its file, or as text.
  func show(_ preset: Preset, asJSON: Bool) {
    if asJSON { return console.write(String(decoding: PresetFile.write(preset), as: UTF8.self)) }
    let facts: [(String, String?)] = [
      ("Name", preset.name), ("Description", preset.description), ("Source", preset.source),
      ("Saved", preset.created.map(Self.text)), ("By", preset.author), ("Note", preset.note),
    ]
    let rows = facts.compactMap { label, text in text.map { [label, $0] } }
    console.write(Table(rows: rows).text)
    let overrides = preset.overrides.sorted { $0.key < $1.key }
    let lines = overrides.map { ["  " + $0.key.text, $0.value.presetText] }
    console.write("\n" + Table(rows: lines).text)
  }

  /// Deletes the file of a preset of this workspace.
  func delete(_ name: String) throws(Failure) {
    try mapError(folder.delete(name), to: Failure.preset)
    console.say("Preset \(name): deleted")
  }

  /// Saves the overrides of the workspace, without those that have expired.
  ///
  /// - Parameters:
  ///   - name: The name of the preset; `nil` for a file without a name.
  ///   - texts: The description and the note.
  ///   - file: The file to write instead of one of the workspace; `-` is standard output.
  ///   - isReplacing: Whether a preset with this name, or the file, is replaced.
  /// - Throws: `lookUp` for an existing file, `store` for an unreadable workspace, `preset`, and
  ///   `output` for `file`.
  func save(
    _ name: String?,
    _ texts: Texts,
    file: String?,
    isReplacing: Bool
  ) async throws(Failure) {
    try context.setup.refuseSource(as: file)
    let overrides = try await currentOverrides()
    var preset = context.setup.store.preset(named: name, source: context.setup.source.name)
    preset.overrides = overrides.forPreset(at: Date())
    preset.description = texts.description
    preset.note = texts.note
    let count = Number.count(overrides.count, "override")
    if let file {
      guard isReplacing || file == "-" || !FileSystem.exists(file) else {
        throw .lookUp("\(file): the file exists; add --replace to replace it")
      }
      try write(preset, to: file)
      if file != "-" { console.say("\(file): saved, \(count)") }
      if let note = overrides.sessionNote("saved") { console.remark(note) }
      return
    }
    // Drops the error: an existing preset that cannot be read has no texts to preserve.
    if isReplacing, let name, let old = (try? folder.read(name))?.preset {
      preset.description = texts.description ?? old.description
      preset.note = texts.note ?? old.note
    }
    try mapError(folder.save(preset, isReplacing: isReplacing), to: Failure.preset)
    console.say("Preset \(name ?? ""): saved, \(count)")
    if let note = overrides.sessionNote("saved") { console.remark(note) }
  }

  /// The stored overrides without those that have expired.
  private func currentOverrides() async throws(Failure) -> [OverrideKey: Override] {
    let now = Date()
    return try await mapError(
      awaiting: await context.setup.store.storedOverrides().filter {
        !$0.value.isExpired(at: now)
      },
      to: Failure.notRead
    )
  }

  private func write(_ preset: Preset, to file: String) throws(Failure) {
    let bytes = PresetFile.write(preset)
    guard file != "-" else { return console.write(String(decoding: bytes, as: UTF8.self)) }
    try mapError(FileSystem.writeOutput(file, bytes)) { (error: SystemError) in
      Failure.output(path: file, reason: error.reason)
    }
  }

  private static func text(_ date: Date) -> String {
    let local = WallClock.system(at: date).localTime(of: date)
    return local.date + " " + local.minutes
  }
}

extension Override {
  /// What the override forces, with its lifetime and its note, such as `Enabled for 2h (QA-123)`.
  fileprivate var presetText: String {
    let now = Date()
    let clock = WallClock.system(at: now)
    let parts = textWithLifetime(shorten: \.self) { clock.text(of: $0, now: now) } ?? "nothing"
    return parts + noteText
  }
}
