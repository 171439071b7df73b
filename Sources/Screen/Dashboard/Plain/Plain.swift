import FeatureFlags
public import Frame
import Text

// Plain mode: a dialogue of lines with the same state, actions and dialogs as the screen, for screen
// readers and terminals that cannot move their cursor.

extension DashboardState {
  /// The size of the invisible screen of plain mode: narrow, so that one pane is visible at a time, and
  /// tall, so that all lines of a dialog are visible.
  public static let plainSize = Size(columns: 96, rows: 400)

  /// The minimum size of the screen; a smaller screen only shows a message about its size.
  package static let minimumSize = Layout.minimum

  /// Starts plain mode: responses and announcements become lines, which ``removeLines()`` returns.
  public mutating func startPlainMode() {
    size = Self.plainSize
    transcript = PlainTranscript()
    say([
      "Halyard, \(context.shortSource). Enter help for the commands, list for the features, or quit."
    ])
  }

  /// Whether the dashboard prints lines instead of drawing a screen.
  package var isPlain: Bool { transcript != nil }

  /// Whether features were loaded.
  package var hasFeatures: Bool { content.list != nil }

  /// Removes and returns the lines that plain mode prints next, without control characters.
  public mutating func removeLines() -> [DisplayText] { transcript?.removeAll() ?? [] }

  /// Performs the command of an entered line, and adds the response to the transcript.
  mutating func enter(_ line: String) -> [Effect] {
    let (before, pane) = (selected?.name, focus)
    let hadDialog = dialog != nil
    let command = PlainCommand(line, isTyping: isTyping, keymap: keymap)
    let effects = perform(command)
    settle()
    if dialog != nil {
      sayDialog(withKeys: !hadDialog)
    } else if focus != .list, focus != pane || hadDialog || command == .repeatPlace {
      let lines = paneText.numbered
      say(lines.prefix(1) + panes[focus].plainHeading(scene(now: time)) + lines.dropFirst())
    } else if command.namesNoFeature, command == .repeatPlace || selected?.name != before,
      let selected
    {
      say([selected.plainText])
    } else if command == .repeatPlace {
      say([panes.list.isOnFoldedSection ? "A folded section." : "No feature is selected."])
    }
    return effects
  }

  /// Prints the open dialog; plain mode only.
  mutating func sayDialog(withKeys: Bool = false) {
    guard transcript != nil, let text = dialogText else { return }
    let keys = dialogHints.compactMap { hint -> String? in
      let names = hint.keys.split(separator: " ").compactMap { Key(label: String($0)) }
      let spoken = names.filter { ![.up, .down, .left, .right].contains($0) }.map(\.plainName)
      return spoken.isEmpty ? nil : spoken.enumeration(with: "or") + ": " + hint.text
    }
    say(text.numbered + (withKeys && !keys.isEmpty ? [keys.joined(separator: ", ") + "."] : []))
  }

  private mutating func say(_ lines: [String]) { transcript?.add(lines) }

  private mutating func perform(_ command: PlainCommand) -> [Effect] {
    switch command {
    case .repeatPlace: return []
    case .number(let number): return choose(number)
    case .key(let key): return press(key)
    case .text(let text): return replaceText(with: text)
    case .find(let words): return find(words)
    case .list(let first): say(listLines(from: first))
    case .help: say(helpLines)
    case .name(let name): return performNamed(name)
    }
    return []
  }

  // MARK: Dialogs

  /// The text of the open dialog; `nil` if there is none.
  private var dialogText: PlainText? {
    guard let dialog else { return nil }
    var canvas = Canvas(size: size, style: theme.style(.text))
    dialog.draw(on: &canvas, theme: theme)
    return PlainText(canvas, in: Area(size))
  }

  /// The text of the pane that has the focus.
  private var paneText: PlainText {
    var canvas = Canvas(size: size, style: theme.style(.text))
    let area = Layout(size).panes
    panes[focus].draw(on: &canvas, in: area, scene(now: time))
    return PlainText(canvas, in: area, symbols: panes[focus].plainSymbols)
  }

  /// Moves the cursor of the dialog or pane to a line, or the cursor of the list to a feature.
  private mutating func choose(_ number: Int) -> [Effect] {
    guard let dialog else {
      if focus == .list { select(number) } else { moveCursor(to: number) { $0.paneText } }
      return []
    }
    let key = dialog.keyOfNumber
    guard moveCursor(to: number, { $0.dialogText ?? $0.paneText }), let key else { return [] }
    return press(key)
  }

  /// Moves the cursor to a line by arrow keys.
  ///
  /// Draws the lines only once after several key presses, because drawing is slow. The first attempt
  /// presses the key once for each line of the distance. This can be too often, because one key press
  /// moves the cursor by up to three lines: it skips lines without a choice, and one choice can have
  /// several lines. The second attempt therefore presses the key a third as often. An attempt ends when
  /// the cursor does not get nearer, because some lists stop at their end and others wrap around.
  ///
  /// - Returns: Whether the cursor is on the line; otherwise, it has not moved.
  @discardableResult
  private mutating func moveCursor(
    to number: Int,
    _ text: (DashboardState) -> PlainText
  ) -> Bool {
    let start = self
    let isLine = text(self).numbers.contains(number)
    for share in isLine ? [1, 3] : [] {
      var distance = Int.max
      while let line = text(self).currentNumber {
        guard line != number else { return true }
        let rest = abs(number - line)
        guard rest < distance else { break }
        distance = rest
        for _ in 0..<max(rest / share, 1) { _ = press(line < number ? .down : .up) }
        settle()
      }
      self = start
    }
    transcript?.add("There is no line \(number).")
    return false
  }

  /// Replaces the text of the active text field; in the palette, performs the item with this name.
  private mutating func replaceText(with text: String) -> [Effect] {
    if dialog is PaletteDialog { return performNamed(text) }
    guard isTyping else {
      transcript?.add("There is no text field now.")
      return []
    }
    return press(.control("u")) + type(text)
  }

  // MARK: List

  /// The maximum number of features that one command lists.
  private static let listLimit = 100

  private mutating func find(_ words: String) -> [Effect] {
    if dialog != nil { return type(words) }
    var effects = perform(.find(.search))
    effects += type(words)
    panes.list.findMatches(content)
    effects += press(.enter)
    say(listLines(from: 1))
    return effects
  }

  private mutating func select(_ number: Int) {
    let position = panes.list.rows.all.lazy.compactMap { row -> Int? in
      guard case .feature(let position, let ordinal) = row, ordinal + 1 == number else {
        return nil
      }
      return position
    }.first
    guard let position, panes.list.show(position: position, content) else {
      transcript?.add(
        "There is no feature \(number): the list has \(panes.list.rows.featureCount)."
      )
      return
    }
  }

  private func listLines(from first: Int) -> [String] {
    guard let list = content.list else { return ["The features are not loaded yet."] }
    var lines: [String] = []
    var heading: String?
    let first = max(first, 1)
    let end = first.saturatingAdd(Self.listLimit)
    for row in panes.list.rows.all {
      switch row {
      case .section(let index):
        heading = index == Rows.favourites ? "Favourites" : list.sections[index].title
      case .folded(let index, let counts):
        let title = index == Rows.favourites ? "Favourites" : list.sections[index].title
        lines.append("\(title), folded, \(counts.plainText)")
      case .feature(let position, let ordinal) where (first..<end).contains(ordinal + 1):
        if let title = heading { lines.append(title) }
        heading = nil
        let feature = list.features[position]
        let mark = panes.list.marks.contains(feature.name) ? ", marked" : ""
        lines.append("\(ordinal + 1) \(feature.plainText)\(mark)")
      case .feature: break
      }
    }
    let count = panes.list.rows.featureCount
    let total = count == list.features.count ? "\(count)" : "\(count) of \(list.features.count)"
    lines.append("\(total) features" + (end <= count ? "; list \(end) continues." : "."))
    return lines
  }

  // MARK: Names

  /// Performs the item of the palette with the name, or lists the similar ones.
  private mutating func performNamed(_ name: String) -> [Effect] {
    if dialog is PaletteDialog {
      _ = press(.control("u"))
    } else if dialog != nil {
      transcript?.add(
        "\"\(name.shortened(to: 60))\" is unknown here. Enter a number, a key, ok or cancel."
      )
      return []
    }
    var effects = dialog == nil ? perform(.program(.palette)) : []
    effects += type(name)
    guard let palette = dialog as? PaletteDialog else { return effects }
    if palette.isEmpty {
      dialog = nil
      transcript?.add(
        "Nothing has the name \"\(name.shortened(to: 60))\". Enter help for the commands."
      )
    } else if palette.isExact || palette.isSingle {
      effects += press(.enter)
    }
    return effects
  }

  /// The commands of plain mode, and the actions with their keys.
  private var helpLines: [String] {
    let commands = [
      "An empty line repeats where you are.", "list: the features. list 101: from the number 101.",
      "A number: the feature or the line with the number.",
      "find WORDS: the features with the words; cancel shows all again.",
      "= TEXT: the text of a text field. ok confirms, cancel closes.",
      "The name or the key of an action performs it on the selected feature:",
    ]
    return commands
      + Action.allCases.filter(isOffered).map { action in
        let key = keymap.keys(for: action).first.map { " (\($0.name))" } ?? ""
        return "\(action.title)\(key): \(action.explanation(in: keymap))"
      }
  }
}
