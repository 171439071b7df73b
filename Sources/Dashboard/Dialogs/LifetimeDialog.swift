import FeatureFlags
import Frame

/// The lifetime that the user requests for overrides.
enum LifetimeRequest: Hashable, Sendable {
  /// Until the override is reset.
  case kept
  /// Until the dashboard exits.
  case session
  /// For a duration in seconds.
  case after(Double)
  /// Until the time that the user has typed.
  case typed(String)
}

/// The dialog that sets the lifetime of overrides: until reset, this session, or until a time.
struct LifetimeDialog: Dialog {
  private let names: [Feature.Name]
  private var list = ChoiceList()
  /// The text field for a time; `nil` while the user chooses from the list.
  private var input: TextInput?
  /// Whether the typed text is not a time.
  private var isRefused = false
  /// The lifetime that all overrides have; `nil` if they differ or expire at a time.
  private let current: Choice?

  /// A choice of the list.
  private enum Choice: Hashable, CaseIterable {
    case kept, session, halfHour, twoHours, eightHours, typed

    var title: String {
      switch self {
      case .kept: "Until reset"
      case .session: "This session"
      case .halfHour: "For 30 minutes"
      case .twoHours: "For 2 hours"
      case .eightHours: "For 8 hours"
      case .typed: "Until a time …"
      }
    }

    /// The requested lifetime; `nil` if the user has to type it.
    var request: LifetimeRequest? {
      switch self {
      case .kept: .kept
      case .session: .session
      case .halfHour: .after(1_800)
      case .twoHours: .after(7_200)
      case .eightHours: .after(28_800)
      case .typed: nil
      }
    }
  }

  /// Creates the dialog for features with overrides.
  init(_ features: [Feature]) {
    names = features.map(\.name)
    let lifetimes = Set(features.compactMap(\.override?.lifetime))
    current =
      lifetimes == [.kept] ? .kept : lifetimes == [.session] ? .session : nil
    list.cursor.selected = current.flatMap(Choice.allCases.firstIndex(of:)) ?? 0
  }

  var hints: [Hint] {
    input == nil
      ? [
        Hint("1-\(Choice.allCases.count)", "choose"), Hint("↑ ↓", "move"), Hint("enter", "choose"),
        Hint("esc", "cancel"),
      ]
      : [Hint("type", "17:30 or 2h30m"), Hint("enter", "set"), Hint("esc", "back")]
  }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features else { return false }
    return names.contains { features.position(of: $0) != nil }
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if input != nil { return pressInField(key) }
    if case .character(let character) = key, let number = character.wholeNumberValue,
      Choice.allCases.indices.contains(number - 1)
    {
      list.cursor.selected = number - 1
      return choose()
    }
    switch ChoiceKey(key, opener: "L") {
    case .cancel: return .close
    case .choose: return choose()
    case nil:
      _ = list.move(key, count: Choice.allCases.count, screen: screen)
      return .stay
    }
  }

  /// Requests the lifetime under the cursor, or opens the text field.
  private mutating func choose() -> DialogOutcome {
    if let request = Choice.allCases[list.cursor.selected].request {
      return .lifetime(request, names)
    }
    input = TextInput(maximumLength: 20)
    return .stay
  }

  private mutating func pressInField(_ key: Key) -> DialogOutcome {
    if key == .escape {
      input = nil
      isRefused = false
      return .stay
    }
    if key == .enter {
      // The dashboard closes the dialog if the text is a time.
      isRefused = true
      return .lifetime(.typed(input?.text ?? ""), names)
    }
    if input?.press(key) == true { isRefused = false }
    return .stay
  }

  var isTyping: Bool { input != nil }

  mutating func paste(_ text: String) {
    input?.insert(text)
    isRefused = false
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let title =
      "Lifetime of "
      + (names.count == 1
        ? names[0].rawValue.shortened(to: 40) : Number.count(names.count, "override"))
    let columns = max(DisplayText(title).width + 6, 34)
    guard let input else {
      let lines = Choice.allCases.enumerated().map { line($1, number: $0 + 1, theme) }
      return list.draw(title, lines, columns: columns, on: &canvas, theme: theme)
    }
    let inside = canvas.drawDialog(
      title,
      columns: canvas.frame.size.dialogColumns(max(columns, 46)),
      rows: isRefused ? 4 : 3,
      theme: theme
    )
    let label = "Until "
    canvas.draw(
      label,
      column: inside.column + 1,
      row: inside.row,
      style: theme.style([.dialog, .key])
    )
    let field = Area(
      column: inside.column + 1 + label.count,
      row: inside.row,
      columns: inside.columns - label.count - 2,
      rows: 1
    )
    canvas.draw(input, in: field, hint: "17:30, or after 2h30m", theme: theme)
    guard isRefused else { return }
    canvas.draw(
      "✗ expected a time such as 17:30, or 2h30m",
      column: inside.column + 1,
      row: inside.row + 1,
      limit: inside.columns - 2,
      style: theme.style([.dialog, .failure])
    )
  }

  private func line(_ choice: Choice, number: Int, _ theme: Theme) -> Line {
    let isCurrent = choice == current
    return Line([
      Span("\(number) ", theme.style([.dialog, .key])),
      Span(isCurrent ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(choice.title, theme.style(isCurrent ? [.dialog, .title] : [.dialog])),
    ])
  }
}
