import FeatureFlags
import Frame

extension DetailsPage {
  /// Adds the evaluation steps that led to the state of the feature.
  mutating func add(_ explanation: Explanation, of feature: Feature, for user: EvaluationContext) {
    variations = feature.testVariations
    addGap()
    let heading = "Decision for " + user.text(decidingIn: explanation)
    for line in DisplayText.lines(of: heading, columns: columns) {
      lines.append(Line([Span(line, theme.style(.title))]))
    }
    for warning in explanation.warnings { addWrapped(warning, symbol: "▲ ", indent: 0, .warning) }
    for remark in explanation.remarks { addWrapped(remark, symbol: "– ", indent: 0, .muted) }
    if explanation.steps.isEmpty {
      lines.append(Line([Span("No rule targets this user.", theme.style(.muted))]))
    }
    let decisive = explanation.steps.lastIndex { $0.variation != nil }
    for (number, step) in explanation.steps.enumerated() {
      add(step, isDecisive: number == decisive)
    }
    for text in explanation.consequences { addWrapped(text, symbol: "→ ", indent: 0, .muted) }
  }

  private mutating func add(_ step: Explanation.Step, isDecisive: Bool) {
    let outcome = step.variation.map { "assigns \"\($0)\"" } ?? step.outcome
    addWrapped(
      step.title + (outcome.map { ": " + $0 } ?? ""),
      symbol: isDecisive ? "▶ " : "· ",
      indent: 0,
      isDecisive ? .title : .text
    )
    for finding in step.findings { add(finding) }
  }

  private mutating func add(_ finding: Explanation.Finding) {
    let (symbol, role): (String, Role) =
      switch finding.verdict {
      case .yes: ("✓ ", .success)
      case .no: ("✗ ", .failure)
      case .unknown: ("? ", .warning)
      case nil: ("– ", .muted)
      }
    let indent = 2 + 2 * finding.depth
    addWrapped(
      finding.text,
      symbol: symbol,
      indent: indent,
      finding.verdict == nil ? .muted : .text,
      role
    )
    if let ruler = finding.ruler, ruler.length > 0 { add(ruler, indent: indent + 2) }
  }

  /// Adds a text, wrapped and indented after a symbol.
  private mutating func addWrapped(
    _ text: String,
    symbol: String,
    indent: Int,
    _ role: Role,
    _ symbolRole: Role? = nil
  ) {
    let gap = String(repeating: " ", count: min(indent, max(columns - 12, 0)))
    let room = max(columns - gap.count - 2, 8)
    let style = theme.style(role)
    for (number, line) in DisplayText.lines(of: text, columns: room).enumerated() {
      let mark = Span(gap + (number == 0 ? symbol : "  "), theme.style(symbolRole ?? role))
      lines.append(
        Line([mark] + Span.highlighting(searchWords, in: line, style, theme.style([role, .match])))
      )
    }
  }
}

extension EvaluationContext {
  /// The user key and the attributes that conditions name, such as `u42 · age 17 · country es`.
  fileprivate func text(decidingIn explanation: Explanation) -> String {
    let findings = explanation.steps.flatMap(\.findings).map(\.text)
    let named = attributes.filter { attribute in findings.contains { $0.contains(attribute.key) } }
    let texts = named.sorted { $0.key < $1.key }.map { attribute in
      "\(attribute.key) \(attribute.value.unquoted)".shortened(to: 40)
    }
    return ([keyText] + texts).joined(separator: " · ")
  }
}

// MARK: Ruler

extension DetailsPage {
  /// Adds the allocation ranges as a bar, the bucket of the user below the bar, and the legend.
  private mutating func add(_ ruler: Explanation.Ruler, indent: Int) {
    let gap = Span(String(repeating: " ", count: indent), theme.style(.text))
    let cells = min(max(columns - indent, 8), 50)
    lines.append(Line([gap] + bar(ruler, cells: cells)))
    let column = min(ruler.position * cells / ruler.length, cells - 1)
    let number = String(ruler.position + ruler.firstNumber)
    let isRoomy = column + 2 + number.count <= cells
    let start = isRoomy ? column : max(column - number.count - 1, 0)
    let mark = isRoomy ? "↑ " + number : number + " ↑"
    let marker = Span(String(repeating: " ", count: start) + mark, theme.style(.assignment))
    lines.append(Line([gap, marker]))
    let owners = owners(of: ruler)
    for (index, range) in ruler.ranges.enumerated() where range.end > range.start {
      let isHit = range.start <= ruler.position && ruler.position < range.end
      let (first, last) = (range.start + ruler.firstNumber, range.end - 1 + ruler.firstNumber)
      let words = "\(range.name ?? "no variation")  \(first)–\(last)"
      let owner = owners[index]
      let number =
        range.name == nil
        ? Span("░ ", theme.style(.muted))
        : Span(Gauge.number(owner) + " ", theme.style([.title, Gauge.role(owner)]))
      let style = theme.style(isHit ? .text : .muted)
      let wrapped = DisplayText.lines(of: words, columns: max(columns - indent - 2, 8))
      for (row, text) in wrapped.enumerated() {
        lines.append(Line([gap, row == 0 ? number : Span("  ", style), Span(text, style)]))
      }
    }
  }

  private func bar(_ ruler: Explanation.Ruler, cells: Int) -> [Span] {
    let owners = owners(of: ruler)
    var segments: [BarSegment] = []
    var cell = 0
    while cell < cells {
      let range = ruler.range(ofCell: cell, of: cells)
      var end = cell + 1
      while end < cells, ruler.range(ofCell: end, of: cells) == range { end += 1 }
      segments.append(BarSegment(owner: range.map { owners[$0] }, length: end - cell))
      cell = end
    }
    return self.segments(segments)
  }

  /// The index that labels and colours each range: the index of its variation, or the index of the
  /// range itself if any range has an unknown variation.
  private func owners(of ruler: Explanation.Ruler) -> [Int] {
    let owners = ruler.ranges.map { range in
      range.name.map { name in variations.firstIndex { $0.rawValue == name } } ?? 0
    }
    let known = owners.compactMap(\.self)
    return known.count == owners.count ? known : Array(owners.indices)
  }
}

extension Explanation.Ruler {
  /// The index of the allocation range at the middle of a cell; `nil` if no variation is allocated
  /// to it.
  fileprivate func range(ofCell cell: Int, of cells: Int) -> Int? {
    let middle = (2 * cell + 1) * length / (2 * cells)
    return ranges.firstIndex { $0.start <= middle && middle < $0.end && $0.name != nil }
  }
}
