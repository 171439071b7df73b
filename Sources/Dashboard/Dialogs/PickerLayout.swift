import Frame

/// The widths of the columns of the picker.
struct PickerLayout: Hashable, Sendable {
  private let titleWidth: Int
  private let shareWidth: Int
  private let hasStates: Bool
  private let hasDetails: Bool
  /// The width of a line inside the border of the dialog.
  private let room: Int

  /// Measures the choices.
  ///
  /// - Parameters:
  ///   - choices: All choices of the picker.
  ///   - screen: The size of the screen in cells.
  init(_ choices: [PickerRow.Choice], screen: Size) {
    hasStates = choices.contains { $0.isOn != nil }
    hasDetails = choices.contains { !$0.details.isEmpty }
    shareWidth = choices.compactMap { $0.share.map(Number.percent)?.count }.max() ?? 0
    let room = screen.columns - 4
    self.room = room
    let isAssigned = choices.contains(where: \.isAssigned)
    let others =
      2 + (shareWidth > 0 ? shareWidth + 2 : 0) + (hasStates ? 5 : 0)
      + (isAssigned || hasDetails ? 10 : 0)
    titleWidth = min(
      choices.map { DisplayText($0.title, limit: room).width }.max() ?? 0,
      max(room - others, 20)
    )
  }

  /// Draws a choice: its name, bias, state and mark, then as many details as fit.
  func line(_ choice: PickerRow.Choice, _ theme: Theme) -> Line {
    let plain = theme.style(choice.isCurrent ? [.dialog, .title] : [.dialog])
    let muted = theme.style([.dialog, .muted])
    var spans = [
      Span(choice.isCurrent ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(DisplayText(line: choice.title).padded(to: titleWidth), plain),
    ]
    if shareWidth > 0 {
      let share = choice.share.map(Number.percent) ?? ""
      spans.append(Span("  " + share.leftPadded(to: shareWidth), muted))
    }
    if hasStates {
      spans.append(Span(choice.isOn.map { $0 ? "  on " : "  off" } ?? "     ", plain))
    }
    if choice.isAssigned || hasDetails {
      spans.append(Span(choice.isAssigned ? "  assigned" : "          ", muted))
    }
    let rest = room - Line(spans).width - 2
    if !choice.details.isEmpty, rest >= 8 {
      spans.append(Span("  ", muted))
      spans.append(Span(DisplayText(choice.details, truncatedTo: rest), muted))
    }
    return Line(spans)
  }
}
