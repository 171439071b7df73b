import FeatureFlags
import Frame
import Text

import struct FoundationEssentials.Date

/// The dialog that sets all parts of an override in one step: state, values, users, lifetime and note.
///
/// An unchanged field keeps what an existing override has. If there is no override yet, and no other
/// state or value is chosen, the override forces the present one.
struct OverrideDialog: Dialog {
  private var features: [Feature]
  private var fields: [OverrideField]
  private let scope: OverrideScope
  private let hasKinds: Bool
  private let clock: WallClock
  /// The time at which the dialog was opened, to which a typed time is compared.
  private let now: Date
  private var selected: Int
  private var refusal: String?

  /// Creates the dialog; `nil` for features without an override whose state cannot be set.
  ///
  /// - Parameters:
  ///   - features: The features, each with the override that is changed.
  ///   - scope: The users for whom the screen makes changes.
  ///   - ownScope: The scope of the current user; `nil` if the user has no key.
  ///   - hasKinds: Whether the contexts of the flag system have kinds.
  ///   - role: The field under the cursor; `nil` for the first one.
  ///   - clock: The time zone of the user.
  ///   - now: The present time.
  init?(
    _ features: [Feature],
    scope: OverrideScope,
    ownScope: OverrideScope?,
    hasKinds: Bool,
    at role: OverrideField.Role?,
    _ clock: WallClock,
    now: Date
  ) {
    let results = Self.states(of: features)
    let overrides = features.compactMap { $0.override(of: scope) }.filter { !$0.isEmpty }
    guard !results.isEmpty || !overrides.isEmpty else { return nil }
    (self.features, self.scope, self.hasKinds) = (features, scope, hasKinds)
    (self.clock, self.now) = (clock, now)
    fields =
      results + [
        Self.users(of: features, scope, ownScope),
        Self.lifetime(of: overrides, clock, now), Self.note(of: overrides),
      ]
    selected = fields.firstIndex { $0.role == role } ?? 0
  }

  private var title: String {
    features.count == 1
      ? "Override " + features[0].name.text.shortened(to: 44)
      : "Override \(features.count) features"
  }

  var keyOfNumber: Key? { nil }
  /// A click on a choice selects the next one.
  var keyOfClick: Key? { .right }
  var isTyping: Bool { fields[selected].isTyping }

  var hints: [Hint] {
    let choose = isTyping ? "← →" : "← → space"
    return [Hint("↑ ↓ tab", "move")]
      + (fields[selected].isChoosing ? [Hint(choose, "choose")] : [])
      + [Hint("enter", "set all"), Hint("esc", "cancel")]
  }

  enum Command: String, DialogCommand {
    case previous, next, choose, submit, close

    static let name = "override"
    static let title = "Override"
    static let opener: Action? = .change(.override)

    var row: DialogKeyRow {
      switch self {
      case .previous: DialogKeyRow([.up, .backTab], "move")
      case .next: DialogKeyRow([.down, .tab], "move")
      case .choose:
        DialogKeyRow([.left, .right, .character(" ")], "choose, unless a text is typed")
      case .submit: DialogKeyRow([.enter], "set all parts of the override")
      case .close: DialogKeyRow([.escape])
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  mutating func press(_ key: Key, screen: Size) -> Request {
    switch Self.commands[key] {
    case .close: return .close
    case .submit: return submit()
    case .previous: selected = (selected + fields.count - 1) % fields.count
    case .next: selected = (selected + 1) % fields.count
    case .choose, nil:
      fields[selected].press(key)
      refusal = nil
    }
    return .stay
  }

  mutating func type(_ text: String) {
    fields[selected].type(text)
    refusal = nil
  }

  mutating func paste(_ text: String) {
    fields[selected].paste(text)
    refusal = nil
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list else { return false }
    features = features.compactMap { old in
      guard var feature = list.position(of: old.name).map({ list.features[$0] }) else { return nil }
      if feature.hasScopedOverrides { feature.selectOverride(of: scope) }
      return feature
    }
    return !features.isEmpty
  }

  /// Requests the override; if a field is malformed, selects it and shows the reason.
  private mutating func submit() -> Request {
    var draft = OverrideDraft(names: features.map(\.name))
    for index in fields.indices {
      let reason = fields[index].add(to: &draft, features[0], hasKinds: hasKinds) {
        TimeText.end($0, now: now, clock) != nil
      }
      if let reason { return refuse(reason, at: index) }
    }
    let users = draft.scope ?? scope
    let overridden = features.filter { $0.override(of: users)?.isEmpty == false }.map(\.name)
    for index in fields.indices where draft.choices.isEmpty && overridden.isEmpty {
      if let reason = fields[index].pin(in: &draft, features[0]) {
        return refuse(reason, at: index)
      }
    }
    guard draft.choices.isEmpty else {
      let reason = features.count == 1 ? features[0].refusal(of: draft.choices) : nil
      return reason.map { refuse("✗ \(features[0].name.text) \($0)", at: 0) } ?? .override(draft)
    }
    guard !overridden.isEmpty else {
      return refuse("✗ \(users) has no override yet: choose a state", at: 0)
    }
    draft.names = overridden
    return draft.lifetime == nil && draft.note == nil ? .close : .override(draft)
  }

  private mutating func refuse(_ reason: String, at index: Int) -> Request {
    (selected, refusal) = (index, reason)
    return .stay
  }

  func hasChoice(at position: Position, screen: Size) -> Bool {
    let layout = layout(screen)
    let inside = Area(screen).centred(columns: layout.columns, rows: layout.rows).inset()
    return (inside.row..<inside.row + layout.visible).contains(position.row)
  }

  /// The size of the dialog, the message below the fields, and the number of fields that have room.
  private func layout(
    _ screen: Size
  ) -> (columns: Int, rows: Int, foot: [DisplayText], visible: Int) {
    let columns = screen.dialogColumns(66)
    let text = refusal ?? fields[selected].note ?? fields[selected].help
    let foot = DisplayText.lines(of: text, columns: max(columns - 4, 8))
    let rows = min(fields.count + foot.count + 3, screen.rows)
    // On a small screen, the message has priority over the other fields.
    return (columns, rows, foot, min(fields.count, max(rows - 2 - foot.count, 1)))
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let field = fields[selected]
    let (columns, rows, foot, visible) = layout(canvas.frame.size)
    let inside = canvas.drawDialog(title, columns: columns, rows: rows, theme: theme)
    let first = max(selected - visible + 1, 0)
    for (offset, number) in (first..<first + visible).enumerated() {
      let row = inside.row + offset
      let isSelected = number == selected
      fields[number].draw(on: &canvas, isSelected: isSelected, in: inside, row: row, theme: theme)
    }
    let role: Role = refusal != nil ? .failure : field.note != nil ? .warning : .muted
    let style = theme.style([.dialog, role])
    let start = max(inside.endRow - foot.count, inside.row + visible)
    for (number, text) in foot.enumerated() {
      canvas.draw(Line([Span(" ", style), Span(text, style)]), in: inside, row: start + number)
    }
  }
}

// MARK: Fields

extension OverrideDialog {
  /// The fields of the states and values that can be set.
  private static func states(of features: [Feature]) -> [OverrideField] {
    guard features.count == 1 else { return shared(SharedStates(features).choices, features) }
    guard !features[0].isRemoved else { return [] }
    let states = StateRow.groups(of: features[0]).map { group in
      var choices = group.choices.map { choice in
        OverrideField.Choice(choice.title) { draft in
          // The last group is applied first: a feature must be enabled before it is unlocked.
          if let override = choice.override { draft.choices.insert(override, at: 0) }
        }
      }
      let current = group.choices.firstIndex(where: \.isCurrent)
      if current == nil { choices.insert(OverrideField.Choice("–"), at: 0) }
      return OverrideField(
        .state,
        group.title.isEmpty ? "State" : group.title,
        choices,
        chosen: current ?? 0,
        help: "the result that the users get"
      )
    }
    return states + features[0].variableRows.map { OverrideField($0) }
  }

  /// The field of the states that several features have in common.
  private static func shared(
    _ states: [SharedStates.Choice],
    _ features: [Feature]
  ) -> [OverrideField] {
    guard !states.isEmpty else { return [] }
    let choices = states.map { state in
      OverrideField.Choice(state.title) { $0.choices = [state.override] }
    }
    let unchanged = OverrideField.Choice("unchanged")
    return [OverrideField(.state, "State", [unchanged] + choices, help: "the result for all")]
  }

  private static func users(
    of features: [Feature],
    _ scope: OverrideScope,
    _ ownScope: OverrideScope?
  ) -> OverrideField {
    var scopes: [OverrideScope] = [.everyone]
    for other in [scope, ownScope].compactMap(\.self) + features.flatMap(\.overrides).map(\.scope)
    where !scopes.contains(other) {
      scopes.append(other)
    }
    return OverrideField(
      .users,
      "For whom",
      scopes.map { scope in
        OverrideField.Choice(scope == .everyone ? "everyone" : "only \(scope)") { $0.scope = scope }
      },
      chosen: scopes.firstIndex(of: scope) ?? 0,
      text: "",
      help: "everyone, or type a user such as ana, or an attribute such as country=es"
    )
  }

  private static func lifetime(
    of overrides: [Override],
    _ clock: WallClock,
    _ now: Date
  ) -> OverrideField {
    var choices = LifetimeRequest.choices.map { choice in
      OverrideField.Choice(choice.title) { $0.lifetime = choice.request }
    }
    let lifetimes = Set(overrides.map(\.lifetime))
    var chosen = 0
    if lifetimes == [.session] {
      chosen = 1
    } else if case .until(let end)? = lifetimes.first, lifetimes.count == 1 {
      choices.insert(OverrideField.Choice("Until " + clock.text(of: end, now: now)), at: 0)
    } else if lifetimes.count > 1 {
      choices.insert(OverrideField.Choice("unchanged"), at: 0)
    }
    return OverrideField(
      .lifetime,
      "Lifetime",
      choices,
      chosen: chosen,
      text: "",
      help: "type a time such as 17:30, or a duration such as 2h30m"
    )
  }

  /// The field of the note, with the text that all overrides have in common.
  private static func note(of overrides: [Override]) -> OverrideField {
    let notes = Set(overrides.map(\.note))
    return OverrideField(
      .note,
      "Note",
      text: notes.count == 1 ? notes.first.flatMap(\.self) ?? "" : "",
      limit: Override.longestNote,
      help: "why, such as QA-123"
    )
  }
}
