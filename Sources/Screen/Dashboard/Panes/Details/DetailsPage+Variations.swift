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
    segments(gauge.lengths.enumerated().map { BarSegment(owner: $0, length: $1) })
  }

  /// Draws the segments of a bar, each with the number of its variation; draws no numbers if a segment
  /// is too short for its number.
  func segments(_ segments: [BarSegment]) -> [Span] {
    let isNumbered = segments.allSatisfy(\.hasRoomForNumber)
    return segments.filter { $0.length > 0 }.flatMap { segment in
      let block = segment.owner == nil ? "░" : "█"
      let style = theme.style(segment.owner.map(Gauge.role) ?? .muted)
      guard isNumbered, let owner = segment.owner else {
        return [Span(String(repeating: block, count: segment.length), style)]
      }
      // The variation number distinguishes the segments of the bar on screens without colours.
      var reversed = style
      reversed.attributes.formUnion([.reversed, .bold])
      let number = Gauge.number(owner)
      let rest = String(repeating: block, count: segment.length - number.count)
      return [Span(number, reversed), Span(rest, style)]
    }
  }

  private func marker(_ gauge: Gauge, at assignment: Double) -> [Span] {
    let column = gauge.column(of: assignment)
    let words = Number.percent(assignment)
    let style = theme.style(.assignment)
    let fitsRight = column + 2 + words.count <= gauge.columns
    let text = fitsRight ? "↑ " + words : words + " ↑"
    let start = fitsRight ? column : max(column - words.count - 1, 0)
    return [Span(String(repeating: " ", count: start), style), Span(text, style)]
  }

  private func variationLines(of feature: Feature) -> [[Span]] {
    let shares = feature.testBiases.map { Number.percent($0.rawValue) }
    let shareWidth = shares.map(\.count).max() ?? 0
    let isAssigned = feature.isEvaluatedByService || feature.assignment != nil
    let assigned = isAssigned ? feature.assignedVariation : nil
    let numberWidth = Gauge.number(feature.testVariations.count - 1).count
    let names = feature.testVariations.map { DisplayText(line: $0.text) }
    let longest = names.map(\.width).max() ?? 0
    let room = valueWidth - numberWidth - 3 - 2 - shareWidth
    // Shows a symbol instead of the word "assigned" if the word would truncate a name.
    let note = longest + "  assigned".count <= room ? "  assigned" : " ↑"
    let nameWidth = min(longest, max(room - (assigned == nil ? 0 : note.count), 6))
    let current = feature.state.variation
    return feature.testVariations.indices.flatMap { index in
      let variation = feature.testVariations[index]
      let isCurrent = variation == current
      let share = shares.indices.contains(index) ? shares[index] : ""
      let number = Span(
        Gauge.number(index).leftPadded(to: numberWidth),
        theme.style([.title, Gauge.role(index)])
      )
      var tail: [Span] = []
      if shareWidth > 0 {
        tail.append(Span("  " + share.leftPadded(to: shareWidth), theme.style(.muted)))
      }
      if variation == assigned { tail.append(Span(note, theme.style(.assignment))) }
      return lines(of: names[index], width: nameWidth, after: number, isCurrent, tail)
    }
  }

  /// The lines with the full name of a variation; the first line begins with the number of the
  /// variation and ends with `tail`.
  private func lines(
    of name: DisplayText,
    width: Int,
    after number: Span,
    _ isCurrent: Bool,
    _ tail: [Span]
  ) -> [[Span]] {
    let plain = theme.style(isCurrent ? .title : .text)
    let symbol = Span(isCurrent ? " ● " : " ○ ", theme.style(isCurrent ? .key : .muted))
    let gap = Span(String(repeating: " ", count: Line([number, symbol]).width), plain)
    return name.wrapped(to: width).enumerated().map { row, part in
      let padded = row == 0 ? part.padded(to: width) : part
      let found = theme.style([.text, .match])
      let text = Span.highlighting(searchWords, in: padded, plain, found)
      return row == 0 ? [number, symbol] + text + tail : [gap] + text
    }
  }
}

extension DetailsPage {
  /// Lists outcomes that are not variations of the feature, such as a holdout, with their cause.
  private func linesApart(of feature: Feature) -> [[Span]] {
    let current = feature.state.variation
    return feature.outcomesApart.filter { $0.chances == nil }.flatMap { outcome in
      let isCurrent = outcome.variation == current
      let giver = outcome.giver.map { " by \($0)" } ?? ""
      let tail = Span(DisplayText(line: "  assigned" + giver), theme.style(.assignment))
      let name = DisplayText(line: outcome.variation.rawValue)
      let room = max(valueWidth - 4, 6)
      let width = min(name.width, max(room - tail.text.width, room / 2))
      return lines(of: name, width: width, after: Span(" ", tail.style), isCurrent, [tail])
    }
  }
}
