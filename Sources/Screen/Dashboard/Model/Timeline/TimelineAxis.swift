import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// Divides a time range into the cells of a band, which is a row of cells that shows the states of a
/// feature.
struct TimelineAxis: Hashable, Sendable {
  /// The end of the last cell.
  let end: Date
  /// The duration of a cell in seconds.
  let cell: Double
  /// The number of cells.
  let count: Int

  init(end: Date, cell: Double, count: Int) {
    (self.end, self.cell, self.count) = (end, cell, count)
  }

  /// The start of the first cell.
  var start: Date { start(of: 0) }

  func start(of index: Int) -> Date { end.addingTimeInterval(-cell * Double(count - index)) }

  /// Returns the cells for a timeline that begins at the start of the axis.
  ///
  /// A cell has the state at its end, or at the end of the timeline if that is earlier.
  func cells(of timeline: Timeline) -> [TimelineCell] {
    var cells: [TimelineCell] = []
    var (period, mark) = (0, 0)
    let periods = timeline.periods
    for index in 0..<count {
      let end = index == count - 1 ? self.end : start(of: index + 1)
      var cell = TimelineCell(state: nil, isOverridden: false, isSourceChanged: false)
      while period < periods.count {
        let isLast = periods[period].end >= min(end, timeline.end)
        if isLast || timeline.beginsOverride(period, since: start(of: index)) {
          cell.isOverridden = cell.isOverridden || periods[period].override != nil
        }
        guard periods[period].end < end, period + 1 < periods.count else { break }
        period += 1
      }
      while mark < timeline.marks.count, timeline.marks[mark].date < end {
        if case .source = timeline.marks[mark].cause { cell.isSourceChanged = true }
        mark += 1
      }
      if period < periods.count { cell.state = periods[period].state }
      // A period that ends with the cell is not part of the next cell.
      if period + 1 < periods.count, periods[period].end == end { period += 1 }
      cells.append(cell)
    }
    return cells
  }
}

/// One cell of a band.
struct TimelineCell: Hashable, Sendable {
  /// The state at the end of the cell; `nil` if it is unknown.
  var state: TimelineState?
  /// Whether an override was active at the end of the cell, or has begun in it.
  var isOverridden: Bool
  /// Whether the source has changed the feature in the cell.
  var isSourceChanged: Bool
}

extension Timeline {
  /// Whether a period began at or after a date, with another override than the period before it.
  fileprivate func beginsOverride(_ index: Int, since date: Date) -> Bool {
    guard index > 0, periods[index].start >= date else { return false }
    return periods[index].override != periods[index - 1].override
  }
}
