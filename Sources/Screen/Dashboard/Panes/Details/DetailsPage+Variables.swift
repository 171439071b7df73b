import FeatureFlags
import Frame

extension DetailsPage {
  /// Adds the variables with their active values, and their values in each variation.
  mutating func addVariables(of feature: Feature) {
    let rows = feature.variableRows
    guard !rows.isEmpty else { return }
    addGap()
    let names = rows.map { DisplayText(line: $0.name).width }
    let nameWidth = min(names.max() ?? 0, max(valueWidth / 3, 6))
    add("Variables", rows.flatMap { lines(of: $0, nameWidth: nameWidth) })
    let sets = zip(feature.testVariations, feature.variationVariables).filter { !$0.1.isEmpty }
    for (number, (variation, variables)) in sets.enumerated() {
      let words = variables.map { "\($0.name) = \($0.value.text)" }.joined(separator: ", ")
      add(number == 0 ? "By variation" : "", "\(variation.text): \(words)")
    }
  }

  /// Lays out a variable on one line, or on several if its value is long or overridden.
  private func lines(of row: VariableRow, nameWidth: Int) -> [[Span]] {
    let typeWidth = 9
    let plain = theme.style(row.isOverridden ? .overridden : row.value == nil ? .muted : .text)
    let found = theme.style([.text, .match])
    let room = max(valueWidth - nameWidth - 2 - typeWidth - 2, 4)
    let value = DisplayText(line: row.text)
    let name = DisplayText(row.name, fittedTo: nameWidth).padded(to: nameWidth)
    var first = Span.highlighting(searchWords, in: name, theme.style(.variation), found)
    first.append(Span("  " + "\(row.type)".rightPadded(to: typeWidth), theme.style(.muted)))
    let mark = row.isOverridden ? [Span(" ◆", theme.style(.overridden))] : []
    var lines: [[Span]] = []
    if value.width + (row.isOverridden ? 2 : 0) <= room {
      lines.append(first + [Span(value, plain)] + mark)
    } else {
      lines.append(first + mark)
      let wrapped = value.wrapped(to: max(valueWidth - 2, 8))
      lines += wrapped.map { [Span("  ", plain), Span($0, plain)] }
    }
    if row.isOverridden {
      let words = "configured: " + row.configuredText
      let wrapped = DisplayText.lines(of: words, columns: max(valueWidth - 2, 8))
      lines += wrapped.map { [Span("  ", plain), Span($0, theme.style(.muted))] }
    }
    return lines
  }
}
