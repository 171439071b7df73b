import FeatureFlags
import Frame

extension DetailsPage {
  /// Adds the variations of a test: a bar of their biases, the user's position on it, and a list.
  mutating func addVariations(of feature: Feature) {
    addGap()
    guard !feature.testBiases.isEmpty else {
      return add("Variations", variationLines(of: feature) + linesApart(of: feature))
    }
    let gauge = Gauge(biases: feature.testBiases.map(\.rawValue), columns: min(valueWidth, 60))
    add("Variations", [bar(gauge)])
    if let assignment = feature.assignment { add("", [marker(gauge, at: assignment)]) }
    add("", variationLines(of: feature))
  }

  private func bar(_ gauge: Gauge) -> [Span] {
    gauge.lengths.enumerated().flatMap { index, length in
      let style = theme.style(Gauge.role(index))
      let number = Gauge.number(index)
      guard number.count < length else {
        return [Span(String(repeating: "█", count: length), style)]
      }
      // The variation number distinguishes the segments of the bar on screens without colours.
      var reversed = style
      reversed.attributes.formUnion([.reversed, .bold])
      let rest = String(repeating: "█", count: length - number.count)
      return [Span(number, reversed), Span(rest, style)]
    }
  }

  private func marker(_ gauge: Gauge, at assignment: Double) -> [Span] {
    let column = gauge.column(of: assignment)
    let words = Number.percent(assignment)
    let style = theme.style(.assignment)
    let fitsRight = column + 2 + words.count <= gauge.columns
    let text = fitsRight ? "▲ " + words : words + " ▲"
    let start = fitsRight ? column : max(column - words.count - 1, 0)
    return [Span(String(repeating: " ", count: start), style), Span(text, style)]
  }

  private func variationLines(of feature: Feature) -> [[Span]] {
    let shares = feature.testBiases.map { Number.percent($0.rawValue) }
    let shareWidth = shares.map(\.count).max() ?? 0
    let isGiven = feature.isEvaluatedByService
    let assigned = isGiven || feature.assignment != nil ? feature.assignedVariation : nil
    let numberWidth = Gauge.number(feature.testVariations.count - 1).count
    let names = feature.testVariations.map { DisplayText(line: $0.rawValue) }
    let longest = names.map(\.width).max() ?? 0
    let room = valueWidth - numberWidth - 3 - 2 - shareWidth
    // Shows a symbol instead of the word "assigned" if the word would truncate a name.
    let note = isGiven ? "  given" : longest + "  assigned".count <= room ? "  assigned" : " ▲"
    let nameWidth = min(longest, max(room - (assigned == nil ? 0 : note.count), 6))
    let current = feature.state.variation
    return feature.testVariations.indices.map { index in
      let variation = feature.testVariations[index]
      let isCurrent = variation == current
      let share = shares.indices.contains(index) ? shares[index] : ""
      let name = names[index].padded(to: nameWidth)
      var spans = [
        Span(
          Gauge.number(index).leftPadded(to: numberWidth),
          theme.style([.title, Gauge.role(index)])
        ),
        Span(isCurrent ? " ● " : " ○ ", theme.style(isCurrent ? .key : .muted)),
      ]
      let plain = theme.style(isCurrent ? .title : .text)
      spans += Span.highlighting(searchWords, in: name, plain, theme.style([.text, .match]))
      if shareWidth > 0 {
        spans.append(Span("  " + share.leftPadded(to: shareWidth), theme.style(.muted)))
      }
      if variation == assigned {
        spans.append(Span(note, theme.style(.assignment)))
      }
      return spans
    }
  }
}

extension DetailsPage {
  /// Lists outcomes that are not variations of the feature, such as a holdout, with their cause.
  private func linesApart(of feature: Feature) -> [[Span]] {
    let current = feature.state.variation
    return feature.outcomesApart.map { outcome in
      let isCurrent = outcome.variation == current
      let style = theme.style(isCurrent ? .title : .text)
      let found = theme.style([.text, .match])
      let room = max(valueWidth - 4, 6)
      let name = DisplayText(outcome.variation.rawValue, truncatedTo: room)
      let giver = DisplayText(line: outcome.giver.map { " by \($0)" } ?? "").text
      return [Span(isCurrent ? "  ● " : "  ○ ", theme.style(isCurrent ? .key : .muted))]
        + Span.highlighting(searchWords, in: name, style, found)
        + [Span("  given" + giver, theme.style(.assignment))]
    }
  }
}

/// A bar that is divided into one segment per variation.
struct Gauge: Hashable, Sendable {
  /// The length of each segment in cells.
  let lengths: [Int]
  /// The length of the bar in cells.
  let columns: Int

  /// Divides a bar in proportion to the biases.
  ///
  /// - Parameters:
  ///   - biases: The biases in percent, which add up to about 100.
  ///   - columns: The length of the bar in cells.
  init(biases: [Double], columns: Int) {
    self.columns = columns
    var sum = 0.0
    var end = 0
    var lengths: [Int] = []
    for bias in biases {
      sum += bias
      let next = min(Int((sum / 100 * Double(columns)).rounded()), columns)
      lengths.append(max(next - end, 0))
      end = max(next, end)
    }
    self.lengths = lengths
  }

  /// The cell of the bar for an assignment from 0 to 100; clamped to the bar.
  func column(of assignment: Double) -> Int {
    let column = Int(assignment / 100 * Double(columns))
    return max(min(column, columns - 1), 0)
  }

  /// The label of a variation in the bar and in the list: its number, from 1.
  static func number(_ index: Int) -> String { String(index + 1) }

  /// The role that colours a variation; four colours are repeated.
  static func role(_ index: Int) -> Role { [.gauge1, .gauge2, .gauge3, .gauge4][index % 4] }
}
