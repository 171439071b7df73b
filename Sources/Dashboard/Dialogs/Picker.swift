import FeatureFlags
import Frame

/// The dialog that lists the states or variations of a feature; selecting one sets an override.
struct Picker: Dialog {
  private var feature: Feature
  /// The rules of the flag service that can select a variation of the feature.
  private let rules: [ServiceRule]
  private var rows: [PickerRow]
  private var list = ChoiceList()

  /// Creates the dialog.
  ///
  /// - Parameters:
  ///   - feature: The feature whose states and variations are listed.
  ///   - rules: The rules that can select a variation of the feature, in the order of evaluation.
  init(_ feature: Feature, rules: [ServiceRule] = []) {
    self.feature = feature
    self.rules = rules
    rows = PickerRow.rows(for: feature, rules)
    list.cursor.selected = rows.firstIndex { $0.choice?.isCurrent == true } ?? 0
    skipHeadings(goingDown: true, height: rows.count)
  }

  var hints: [Hint] {
    if list.isTyping { return ChoiceFilter.hints }
    return [
      Hint("↑ ↓", "move"), ChoiceFilter.hint, Hint("enter", "choose"), Hint("esc", "cancel"),
    ]
  }

  /// The rows on the screen: all, or the choices that contain the typed text.
  private var shown: [PickerRow] {
    guard list.filter.input?.isEmpty == false else { return rows }
    let choices = rows.filter { $0.choice != nil }
    return list.filter.visible(choices.map { $0.choice?.title ?? "" }).map { choices[$0] }
  }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features, let position = features.position(of: feature.name) else { return false }
    feature = features.features[position]
    rows = PickerRow.rows(for: feature, rules)
    list.cursor.settle(count: rows.count, height: rows.count)
    skipHeadings(goingDown: true, height: rows.count)
    return !rows.isEmpty
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if list.type(key, rows.map { $0.choice?.title ?? "" }) {
      skipHeadings(goingDown: true, height: shown.count)
      return .stay
    }
    switch ChoiceKey(key, opener: "v") {
    case .cancel: return .close
    case .choose:
      let selected = list.cursor.selected
      guard shown.indices.contains(selected), let choice = shown[selected].choice else {
        return list.isTyping ? .stay : .close
      }
      return .closeAndRun([.overrides(choice.update)])
    case nil:
      let old = list.cursor.selected
      if list.move(key, count: shown.count, screen: screen) {
        let height = ChoiceList.height(count: shown.count, screen: screen)
        skipHeadings(goingDown: list.cursor.selected > old, height: height)
      }
      return .stay
    }
  }

  /// Moves the cursor from a heading to the nearest choice in the given direction; in the opposite
  /// direction if there is none.
  private mutating func skipHeadings(goingDown: Bool, height: Int) {
    let selected = list.cursor.selected
    let rows = shown
    guard rows.indices.contains(selected) else { return }
    let below = rows.indices[selected...].first { rows[$0].choice != nil }
    let above = rows.indices[...selected].last { rows[$0].choice != nil }
    list.cursor.selected = (goingDown ? below ?? above : above ?? below) ?? 0
    list.cursor.settle(count: rows.count, height: height)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let layout = PickerLayout(rows.compactMap(\.choice), screen: canvas.frame.size)
    let lines = shown.map { row in
      switch row {
      case .heading(let title): Line(title, theme.style([.dialog, .section]))
      case .choice(let choice): layout.line(choice, theme)
      }
    }
    let title = list.filter.title("Pick for " + feature.name.rawValue.shortened(to: 50))
    let widest = max((lines.map(\.width).max() ?? 0) + 4, DisplayText(title).width + 6)
    list.draw(title, lines, columns: max(widest, 34), on: &canvas, theme: theme)
  }
}
