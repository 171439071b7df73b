import FeatureFlags
import Frame

extension DashboardState {
  /// Moves the cursor, or scrolls the details if they have the keys.
  mutating func move(_ action: Action) {
    let layout = Layout(size)
    let height = focus == .list ? layout.listHeight : layout.detailsHeight
    let step: Int =
      switch action {
      case .up: -1
      case .down: 1
      case .halfPageUp: -max(height / 2, 1)
      case .halfPageDown: max(height / 2, 1)
      case .pageUp: -max(height - 1, 1)
      case .pageDown: max(height - 1, 1)
      case .first: -.max
      case .last: .max
      default: 0
      }
    switch focus {
    case .details: detailsTop = detailsTop.saturatingAdd(step)
    case .connectivity: connectivityTop = connectivityTop.saturatingAdd(step)
    case .activity: log.top = log.top.saturatingAdd(step)
    // An entry has about two lines.
    case .problems: problemList.move(by: abs(step) > 1 && abs(step) < .max ? step / 2 : step)
    case .list:
      let wanted = cursor.saturatingAdd(step)
      if let row = rows.featureRow(from: wanted, goingDown: step > 0) { cursor = row }
    }
  }

  /// Brings cursor and scrolling back to where there is something to see.
  mutating func settle() {
    let layout = Layout(size)
    if let row = rows.featureRow(from: cursor, goingDown: true) { cursor = row }
    // A screen that is too small shows no pane: the viewports stay as they are until it grows.
    guard !layout.isTooSmall else { return }
    let height = max(layout.listHeight, 1)
    top = min(top, max(rows.all.count - height, 0))
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    // The heading above the first feature of a section comes into view with it.
    if top == cursor, height > 1, top > 0, rows.position(at: top - 1) == nil { top -= 1 }
    top = max(top, 0)
    settleDetails(layout)
    let columns = layout.details.columns - 4
    log.settle(columns: columns, rows: layout.detailsHeight)
    if side == .problems { settleProblems(layout) }
    guard connectivityTop > 0 else {
      connectivityTop = 0
      return
    }
    let count = connectivityLines(columns: columns, now: time).count
    connectivityTop = min(connectivityTop, max(count - layout.detailsHeight, 0))
  }

  private mutating func settleDetails(_ layout: Layout) {
    guard let selected else {
      detailsTop = 0
      if focus == .details { focus = .list }
      return
    }
    if lastSelected != selected.name {
      lastSelected = selected.name
      if focus != .problems { problemList.go(to: selected.name) }
      detailsTop = 0
    }
    guard detailsTop > 0 else {
      detailsTop = 0
      return
    }
    let count = detailLines(of: selected, columns: layout.details.columns - 4, now: time).count
    detailsTop = min(detailsTop, max(count - layout.detailsHeight, 0))
  }
}

extension Int {
  /// A sum that stays at the largest or smallest number instead of going beyond it.
  fileprivate func saturatingAdd(_ other: Int) -> Int {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other > 0 ? .max : .min) : sum
  }
}
