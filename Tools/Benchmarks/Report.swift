/// The figures of all groups, printed as one table for each group and a table of budgets.
struct Report {
  private var groups: [(title: String, rows: [Row])] = []

  /// The figures of one size or kind of work.
  struct Row {
    /// The size or the kind, such as `1000 features`.
    let label: String
    let figures: [Figure]
  }

  /// Prints the table of a group of measurements, and stores its figures for ``showBudgets()``.
  mutating func add(_ title: String, _ rows: [Row]) {
    guard let first = rows.first else { return }
    groups.append((title, rows))
    let header = [title] + first.figures.map(\.title)
    Self.show([header] + rows.map { [$0.label] + $0.figures.map(\.text) })
  }

  /// Prints each figure that has a budget, with its peer and whether the figure is within the
  /// budget.
  func showBudgets() {
    var lines = [["Budgets", "figure", "budget", "", "beside"]]
    for (group, row, figure) in figures where figure.budget != nil {
      let result = figure.isWithinBudget.map { $0 ? "pass" : "FAIL" } ?? "-"
      let work = "\(group), \(row.label): \(figure.title)"
      lines.append([work, figure.text, figure.budgetText, result, figure.peerText])
    }
    if lines.count > 1 { Self.show(lines) }
  }

  /// All figures as a JSON list with one object in each line.
  var json: String {
    let objects = figures.map { group, row, figure in
      let texts = [("group", group), ("work", row.label), ("figure", figure.title)]
      var members = texts.map { "\"\($0)\": \(Self.quoted($1))" }
      members += figure.jsonMembers.map { "\"\($0)\": \($1)" }
      return "  { " + members.joined(separator: ", ") + " }"
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  private var figures: [(group: String, row: Row, figure: Figure)] {
    groups.flatMap { group in
      group.rows.flatMap { row in row.figures.map { (group.title, row, $0) } }
    }
  }

  /// Quotes a title, which has neither quotes nor control characters.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  /// Prints lines as a table whose first column is left-aligned, and the others right-aligned.
  private static func show(_ lines: [[String]]) {
    let count = lines.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for line in lines {
      var text = ""
      for (column, cell) in line.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        text += column == 0 ? cell + padding : "  " + padding + cell
      }
      print(text)
    }
    print("")
  }
}

extension Figure {
  /// The value, its budget and its peer as members of a JSON object.
  fileprivate var jsonMembers: [(key: String, value: String)] {
    let limit: Double? =
      switch budget {
      case .atMost(let limit), .atLeast(let limit): limit
      case .atMostPeer(let times): peer.map { $0.value * times }
      case nil: nil
      }
    var members = [("value", "\(value)"), ("unit", "\"\(unit.rawValue)\"")]
    if let limit { members.append(("budget", "\(limit)")) }
    if let isWithinBudget { members.append(("pass", "\(isWithinBudget)")) }
    if let peer { members += [("peer", "\"\(peer.name)\""), ("peerValue", "\(peer.value)")] }
    return members
  }
}
