import FeatureFlags
import Frame
import Text

import struct FoundationEssentials.Date

/// The menu of all active overrides, grouped by their notes, with author, users and age.
struct OverridesMenu: MenuContent {
  private var overrides: OverridesByNote
  /// The number of overrides, with their noun.
  private var countText: String
  private let clock: WallClock
  private let now: Date
  /// The reason why overrides cannot be reset; `nil` if they can.
  private let readOnlyReason: String?
  /// Whether the reset of several overrides is confirmed.
  private let isConfirmed: Bool

  init(
    _ list: FeatureList?,
    _ clock: WallClock,
    now: Date,
    readOnlyReason: String?,
    isConfirmed: Bool
  ) {
    overrides = OverridesByNote(list?.features.flatMap(\.overriddenViews) ?? [])
    countText = list?.overridesText ?? ""
    (self.clock, self.now) = (clock, now)
    (self.readOnlyReason, self.isConfirmed) = (readOnlyReason, isConfirmed)
  }

  /// Whether no override is active.
  var isEmpty: Bool { overrides.groups.isEmpty }

  /// The rows, with the group and the feature of each; the feature is `nil` in the heading of a group.
  private var entries: [(group: OverridesByNote.Group, feature: Feature?)] {
    overrides.groups.flatMap { group in [(group, nil)] + group.features.map { (group, $0) } }
  }

  var title: String { "Overrides by note · \(countText)" }
  var opener: Character { "#" }
  var verb: String { "go to the feature" }
  var columns: ClosedRange<Int> { 50...Int.max }
  var noMatch: String { isEmpty ? "Nothing is overridden." : "No override matches." }

  var rows: [MenuRow] {
    let hasScopes = entries.contains { $0.feature?.overrideScope ?? .everyone != .everyone }
    let ends = entries.map {
      $0.feature?.override?.lifetimeText { clock.text(of: $0, now: now) } ?? ""
    }
    let hasEnds = ends.contains { !$0.isEmpty }
    return zip(entries, ends).map { entry, end in
      let (group, feature) = entry
      guard let feature else { return .heading(Self.heading(of: group)) }
      let override = feature.override
      let state = override.flatMap { $0.isEmpty ? nil : $0.text { $0.shortened(to: 40) } }
      let scope = feature.overrideScope.description
      let author = override?.author ?? "somebody"
      var cells: [MenuRow.Cell] = [
        .init("  " + feature.name.text, .title, isName: true),
        .init("  " + (state ?? feature.stateText), .overridden),
      ]
      if hasEnds { cells.append(.init(" " + end, .overridden, isWhole: true)) }
      if hasScopes { cells.append(.init("  " + scope)) }
      cells.append(.init("  " + author, .muted))
      cells.append(.init("  " + (override?.ageText(at: now) ?? "–"), .muted))
      let words = [feature.name.text, scope, author, group.note ?? ""]
      return MenuRow(words.joined(separator: " "), cells)
    }
  }

  private static func heading(of group: OverridesByNote.Group) -> String {
    "\(group.note?.shortened(to: 60) ?? "No note") · \(group.features.count)"
  }

  func hints(at row: Int?) -> [Hint] {
    guard row != nil else { return [Hint("esc", "close")] }
    let resets = [Hint("o", "reset"), Hint("O", "reset all of the note")]
    return [Hint("↑ ↓", "move")] + (readOnlyReason == nil ? resets : [])
      + [Hint("enter", verb), Hint("esc", "close")]
  }

  func choose(_ row: Int) -> Request { entries[row].feature.map { .showFeature($0.name) } ?? .stay }

  enum Command: String, DialogCommand {
    case reset, resetNote

    static let name = "overrides"
    static let title = "Overrides by note"
    static let opener: Action? = .find(.overrides)

    var row: DialogKeyRow {
      switch self {
      case .reset: DialogKeyRow([.character("o")], "reset the override")
      case .resetNote: DialogKeyRow([.character("O")], "reset all overrides with the note")
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  mutating func press(_ key: Key, at row: Int?) -> Request? {
    guard let command = Self.commands[key] else { return nil }
    guard let row, let feature = entries[row].feature else { return .stay }
    if let readOnlyReason { return .notice(Notice(readOnlyReason, kind: .warning)) }
    switch command {
    case .reset: return .run(Self.resets(of: [feature]))
    case .resetNote:
      let group = entries[row].group
      let effects = Self.resets(of: group.features)
      guard isConfirmed, group.features.count > 1 else { return .run(effects) }
      let subject = group.note.map { "with the note \($0.shortened(to: 40))" } ?? "without a note"
      let confirmation = Confirmation(
        title: "Reset \(Number.count(group.features.count, "override"))?",
        text: "This resets all overrides \(subject). The source applies again.",
        verb: "Reset",
        effects: effects
      )
      return .open(confirmation)
    }
  }

  /// The resets of the overrides of features, one for each scope.
  private static func resets(of features: [Feature]) -> [Effect] {
    Dictionary(grouping: features, by: \.overrideScope).sorted { $0.key < $1.key }.map {
      .overrides(.reset($1.map(\.name), only: $0))
    }
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    overrides = OverridesByNote(list?.features.flatMap(\.overriddenViews) ?? [])
    countText = list?.overridesText ?? ""
    return true
  }
}
