import FeatureFlags
import Frame
import Text
import Workbench

/// The dialog that lists the presets of the workspace, with a preview of the selected one.
///
/// Not a ``Menu``, because one part of the dialog shows the preview, and another part asks for a name.
struct PresetsDialog: Dialog {
  /// The presets, sorted by name; `nil` until they have been listed.
  private(set) var entries: [PresetEntry]?
  /// The preview of the selected preset; `nil` until it has been computed.
  private(set) var preview: PresetPreview?
  private(set) var list = ChoiceList()
  private(set) var mode = Mode.browsing
  /// The index of the first visible line of the preview.
  private(set) var previewTop = 0
  /// Whether the features have changed since the preview was requested.
  private(set) var isOutdated = false

  /// The preset that is selected when the presets are listed for the first time.
  private let initialName: String?

  /// Whether presets can be previewed, but not applied, saved or deleted.
  let isReadOnly: Bool

  /// Creates the dialog before the presets have been listed.
  init(selecting name: String? = nil, isReadOnly: Bool = false) {
    initialName = name
    self.isReadOnly = isReadOnly
  }

  /// The preset under the cursor; `nil` in an empty list.
  var selected: PresetEntry? {
    list.selected.flatMap { entries?[$0] }
  }

  var keyOfNumber: Key? { nil }

  // MARK: Keys

  mutating func press(_ key: Key, screen: Size) -> Request {
    switch mode {
    case .browsing: return pressInList(key, screen)
    case .naming(let input, _): return pressInName(key, input)
    case .locating(let input, _): return pressInLocation(key, input)
    case .reading: return key == .escape ? goBack() : .stay
    case .opened(let opened): return press(key, in: opened, screen)
    case .confirmingSave(let name):
      return confirm(key, .save(name, isReplacing: true), closes: false)
    case .confirmingReplace(let name):
      return confirm(key, .apply(name, isReplacing: true), closes: true)
    case .confirmingDelete(let name): return confirm(key, .delete(name), closes: false)
    }
  }

  enum Command: String, DialogCommand {
    case apply, replace, save, delete, open, pageDown, pageUp, close

    static let name = "presets"
    static let title = "Presets"
    static let opener: Action? = .change(.presets)

    var row: DialogKeyRow {
      switch self {
      case .apply: DialogKeyRow([.enter], "apply the preset")
      case .replace: DialogKeyRow([.character("O")], "reset all other overrides, and apply")
      case .save: DialogKeyRow([.character("s")], "save the active overrides")
      case .delete: DialogKeyRow([.character("x"), .delete], "delete the preset")
      case .open: DialogKeyRow([.character("f")], "open the preset of a file or URL")
      case .pageDown: DialogKeyRow([.pageDown, .control("d")], "scroll the preview")
      case .pageUp: DialogKeyRow([.pageUp, .control("u")], "scroll the preview")
      case .close: DialogKeyRow([.escape, .character("q"), .character("P")])
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] {
    if case .browsing = mode { Command.keymapCommands } else { [] }
  }

  /// The command of a key; `nil` for a key without a command, and for a command that changes something
  /// in a read-only dialog.
  private func command(_ key: Key) -> Command? {
    Self.commands[key].flatMap { isReadOnly && Self.changes.contains($0) ? nil : $0 }
  }

  private static let changes: Set<Command> = [.apply, .replace, .save, .delete]

  private mutating func pressInList(_ key: Key, _ screen: Size) -> Request {
    let old = selected
    let isTyped = !list.isEmpty && list.type(key)
    guard !isTyped, let command = self.command(key) else {
      if !isTyped { list.move(key, height: PresetsLayout(screen).listRows) }
      return selected == old ? .stay : .run(requestPreview())
    }
    switch (command, selected) {
    case (.close, _): return .close
    case (.save, _): mode = .naming(TextInput(maximumLength: 100), note: nil)
    case (.open, _): mode = .locating(TextInput(maximumLength: 2_000), note: nil)
    case (.pageDown, _): scroll(by: 1, screen)
    case (.pageUp, _): scroll(by: -1, screen)
    case (_, nil): break
    case (.apply, let selected?):
      guard selected.overrideCount != nil else { return .stay }
      return .closeAndRun([.presets(.apply(selected.name, isReplacing: false))])
    case (.replace, let selected?):
      guard selected.overrideCount != nil else { return .stay }
      mode = .confirmingReplace(selected.name)
      return .run(requestPreview(isReplacing: true))
    case (.delete, let selected?): mode = .confirmingDelete(selected.name)
    }
    return .stay
  }

  private mutating func scroll(by pages: Int, _ screen: Size) {
    let height = max(PresetsLayout(screen).previewRows - 1, 1)
    let last = max((preview?.rows.count ?? 0) - height, 0)
    previewTop = min(max(previewTop + pages * height, 0), last)
  }

  private mutating func pressInName(_ key: Key, _ input: TextInput) -> Request {
    if key == .escape {
      mode = .browsing
    } else if key == .enter {
      let name = input.text.trimmed
      if let defect = PresetFolder.defect(inName: name) {
        mode = .naming(input, note: "✗ " + defect)
        return .stay
      }
      if entries?.contains(where: { $0.name == name }) == true {
        mode = .confirmingSave(name)
        return .stay
      }
      mode = .browsing
      return .run([.presets(.save(name, isReplacing: false))])
    } else {
      var input = input
      if input.press(key) { mode = .naming(input, note: nil) }
    }
    return .stay
  }

  // MARK: Files and URLs

  private mutating func pressInLocation(_ key: Key, _ input: TextInput) -> Request {
    if key == .escape {
      mode = .browsing
    } else if key == .enter {
      let location = input.text.trimmed
      guard !location.isEmpty else { return .stay }
      (mode, preview, previewTop) = (.reading(location), nil, 0)
      return .run([.presets(.open(location))])
    } else {
      var input = input
      if input.press(key) { mode = .locating(input, note: nil) }
    }
    return .stay
  }

  private mutating func press(
    _ key: Key,
    in opened: OpenedPreset,
    _ screen: Size
  ) -> Request {
    switch command(key) {
    case .close: return goBack()
    case .apply: return .closeAndRun([.presets(.applyOpened(opened))])
    case .pageDown: scroll(by: 1, screen)
    case .pageUp: scroll(by: -1, screen)
    case .replace, .save, .open, .delete, nil: break
    }
    return .stay
  }

  /// Returns to the list, with the preview of the selected preset.
  private mutating func goBack() -> Request {
    (mode, preview) = (.browsing, nil)
    return .run(requestPreview())
  }

  private mutating func confirm(
    _ key: Key,
    _ effect: PresetEffect,
    closes: Bool
  ) -> Request {
    switch key {
    case .character("y"), .character("Y"):
      mode = .browsing
      return closes ? .closeAndRun([.presets(effect)]) : .run([.presets(effect)])
    case .character("n"), .character("N"), .character("q"), .escape:
      let hadOtherPreview = preview?.isReplacing == true
      mode = .browsing
      return hadOtherPreview ? .run(requestPreview()) : .stay
    default: return .stay
    }
  }

  var isTyping: Bool {
    switch mode {
    case .naming, .locating: true
    case .browsing: list.isTyping
    case .reading, .opened, .confirmingSave, .confirmingReplace, .confirmingDelete: false
    }
  }

  /// Whether the dialog shows the list of presets, without a text field or a confirmation.
  var isBrowsing: Bool {
    if case .browsing = mode { true } else { false }
  }

  mutating func paste(_ text: String) {
    switch mode {
    case .naming(var input, _):
      input.insert(text)
      mode = .naming(input, note: nil)
    case .locating(var input, _):
      input.insert(text)
      mode = .locating(input, note: nil)
    case .browsing: list.paste(text)
    case .reading, .opened, .confirmingSave, .confirmingReplace, .confirmingDelete: break
    }
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    isOutdated = true
    return list != nil
  }

  // MARK: Results

  /// Requests the preview of the selected preset, and discards the preview of another preset.
  mutating func requestPreview(isReplacing: Bool = false) -> [Effect] {
    if case .opened(let opened) = mode { return [.presets(.previewOpened(opened))] }
    guard let selected else {
      preview = nil
      return []
    }
    if preview?.name != selected.name || preview?.isReplacing != isReplacing {
      preview = nil
      previewTop = 0
    }
    return [.presets(.preview(selected.name, isReplacing: isReplacing))]
  }

  /// Applies the result of a request.
  ///
  /// - Returns: The effects of follow-up requests.
  mutating func receive(_ event: PresetEvent) -> [Effect] {
    switch event {
    case .listed(let entries, let name):
      let wanted = name ?? selected?.name ?? initialName
      self.entries = entries
      list.replace(entries.map(\.name), selecting: entries.firstIndex { $0.name == wanted })
      preview = nil
      return requestPreview(isReplacing: isReplacing)
    case .previewed(let preview): receive(preview)
    case .opened(let opened):
      guard case .reading(opened.location) = mode else { return [] }
      mode = .opened(opened)
      return requestPreview()
    case .applied: break
    }
    return []
  }

  private mutating func receive(_ preview: PresetPreview) {
    switch mode {
    case .reading(let location):
      guard preview.name == location, let problem = preview.problem else { return }
      var input = TextInput(maximumLength: 2_000)
      input.insert(location)
      mode = .locating(input, note: "✗ " + problem)
    case .opened(let opened): if preview.name == opened.location { self.preview = preview }
    case .browsing, .naming, .locating, .confirmingSave, .confirmingReplace, .confirmingDelete:
      guard preview.name == selected?.name, preview.isReplacing == isReplacing else { return }
      self.preview = preview
    }
  }

  /// Whether the preview also contains the reset of all other overrides.
  private var isReplacing: Bool {
    if case .confirmingReplace = mode { true } else { false }
  }

  /// Requests the preview again after a change of the features.
  mutating func renewPreview() -> [Effect] {
    isOutdated = false
    return requestPreview(isReplacing: isReplacing)
  }
}

extension PresetsDialog {
  /// The input or the response that the dialog waits for.
  enum Mode: Hashable, Sendable {
    /// The user selects a preset.
    case browsing
    /// The user types the name of a new preset; `note` is the reason why the name is rejected.
    case naming(TextInput, note: String?)
    /// The user types the location of a preset; `note` is the reason why it is rejected.
    case locating(TextInput, note: String?)
    /// The preset at the location is being read.
    case reading(String)
    /// The user sees the preview of a preset of a file or a URL.
    case opened(OpenedPreset)
    /// The user confirms that saving replaces the preset with the same name.
    case confirmingSave(String)
    /// The user confirms that applying a preset resets all other overrides.
    case confirmingReplace(String)
    /// The user confirms that a preset is deleted.
    case confirmingDelete(String)
  }

  var hints: [Hint] {
    switch mode {
    case .browsing where selected == nil && !list.isTyping:
      save + [Hint("f", "file or URL"), Hint("esc", "close")]
    case .browsing:
      list.hints(
        apply + save + (isReadOnly ? [] : [Hint("x", "delete")]) + [Hint("f", "file or URL")]
          + (isReadOnly ? [] : [Hint("O", "reset all and apply")])
          + [Hint("pgdn pgup", "scroll"), Hint("esc", "close")]
      )
    case .naming: [Hint("type", "a name"), Hint("enter", "save"), Hint("esc", "cancel")]
    case .locating:
      [Hint("type", "a path or URL"), Hint("enter", "preview"), Hint("esc", "cancel")]
    case .reading: [Hint("esc", "back")]
    case .opened: apply + [Hint("pgdn pgup", "scroll"), Hint("esc", "back")]
    case .confirmingSave: [Hint("y", "replace"), Hint("n esc", "cancel")]
    case .confirmingReplace: [Hint("y", "reset all and apply"), Hint("n esc", "cancel")]
    case .confirmingDelete: [Hint("y", "delete"), Hint("n esc", "cancel")]
    }
  }

  private var apply: [Hint] { isReadOnly ? [] : [Hint("enter", "apply")] }
  private var save: [Hint] { isReadOnly ? [] : [Hint("s", "save")] }
}
