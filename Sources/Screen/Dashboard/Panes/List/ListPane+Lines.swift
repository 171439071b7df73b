import FeatureFlags
import Frame

/// The content of one line of the viewport of the list.
enum ListLine: Hashable, Sendable {
  /// An empty line between two sections.
  case gap
  /// The heading of an open section, or of ``Rows/favourites``.
  case heading(section: Int)
  /// The row with the index: a feature, or the heading of a folded section.
  case row(Int)
  /// The description of the feature of the row with the index.
  case description(of: Int)
}

extension ListPane {
  /// The lines of a viewport, from top to bottom; fewer than its height at the end of the list.
  func lines(of list: FeatureList, height: Int, _ spacing: ListSpacing) -> [ListLine] {
    var lines: [ListLine] = []
    var first = top
    if let section = stickySection(list, height: height) {
      lines.append(.heading(section: section))
      first += 1
    }
    for index in min(first, rows.all.count)..<rows.all.count where lines.count < height {
      switch rows.all[index] {
      case .section(let section):
        if spacing.hasGaps, index > 0 { lines.append(.gap) }
        lines.append(.heading(section: section))
      case .folded:
        if spacing.hasGaps, index > 0 { lines.append(.gap) }
        lines.append(.row(index))
      case .feature(let position, _):
        lines.append(.row(index))
        if spacing.hasDescriptions, list.features[position].summary != nil {
          lines.append(.description(of: index))
        }
      }
    }
    return Array(lines.prefix(height))
  }

  /// The line at a row of the screen; `nil` on the border and below the list.
  func line(at row: Int, in area: Area, _ content: DashboardData) -> ListLine? {
    guard let list = content.list else { return nil }
    let inside = area.inset()
    let spacing = ListSpacing(rows, content, height: inside.rows)
    let lines = lines(of: list, height: inside.rows, spacing)
    return lines.indices.contains(row - inside.row) ? lines[row - inside.row] : nil
  }

  /// The section whose heading covers the first row of the viewport; `nil` if the row has a heading.
  private func stickySection(_ list: FeatureList, height: Int) -> Int? {
    guard top > 0, height > 1, rows.position(at: top) != nil else { return nil }
    return rows.section(at: top, in: list)
  }
}

/// The use of spare rows if the whole list fits into its pane.
///
/// Depends on all features and not on the shown rows, so that descriptions do not appear and vanish
/// while a search, a filter or a folded section hides features.
struct ListSpacing {
  /// Whether sections are separated by empty rows.
  let hasGaps: Bool
  /// Whether each feature has a second row with its description.
  let hasDescriptions: Bool

  init(_ rows: Rows, _ content: DashboardData, height: Int) {
    let features = content.list?.features ?? []
    let sections = (content.list?.sections.count ?? 0) + (content.favourites.isEmpty ? 0 : 1)
    let headings = rows.hasSections ? sections : 0
    let count = features.count + headings
    guard count <= height else {
      hasGaps = false
      hasDescriptions = false
      return
    }
    let descriptions = features.count { $0.summary != nil }
    hasDescriptions = count + descriptions <= height
    let gaps = max(headings - 1, 0)
    hasGaps = count + gaps + (hasDescriptions ? descriptions : 0) <= height
  }
}
