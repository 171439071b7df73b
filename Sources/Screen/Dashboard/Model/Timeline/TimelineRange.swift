import struct FoundationEssentials.Date

/// The time range that the band of a feature shows in the details.
enum TimelineRange: String, CaseIterable, Sendable {
  case hour, day, week

  /// The title of the band, such as `Last hour`.
  var title: String { "Last " + rawValue }

  /// The next range; the first one after the last one.
  var next: TimelineRange {
    switch self {
    case .hour: .day
    case .day: .week
    case .week: .hour
    }
  }

  private var seconds: Int {
    switch self {
    case .hour: 3_600
    case .day: 86_400
    case .week: 604_800
    }
  }

  /// The numbers of cells into which the range can be divided, in descending order.
  ///
  /// A cell is a whole number of minutes or hours, so that full hours and midnights are borders of cells.
  private var cellCounts: [Int] {
    switch self {
    case .hour: [60, 30, 20, 12, 6]
    case .day: [72, 48, 36, 24, 12, 8]
    case .week: [56, 42, 28, 14, 7]
    }
  }

  /// The possible times between two labels of the axis in seconds.
  private var labelSteps: [Int] {
    switch self {
    case .hour: [600, 900, 1_200, 1_800, 3_600]
    case .day: [7_200, 10_800, 14_400, 21_600, 43_200, 86_400]
    case .week: [86_400, 172_800]
    }
  }

  /// Returns the axis of a band that is not wider than the given number of columns, if possible; its
  /// last cell contains the current time.
  func axis(columns: Int, now: Date, _ clock: WallClock) -> TimelineAxis {
    let count = cellCounts.first { $0 <= columns } ?? cellCounts[cellCounts.count - 1]
    let cell = seconds / count
    let elapsed = clock.localTime(of: now).secondsOfDay % cell
    let end = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
      .addingTimeInterval(Double(cell - elapsed))
    return TimelineAxis(end: end, cell: Double(cell), count: count)
  }

  /// Returns the labels of an axis with their cells, from left to right.
  func labels(of axis: TimelineAxis, _ clock: WallClock) -> [(cell: Int, text: String)] {
    let width = 7
    let steps = labelSteps.filter { $0 % Int(axis.cell) == 0 }
    let step = steps.first { $0 / Int(axis.cell) >= width } ?? labelSteps[labelSteps.count - 1]
    var labels: [(cell: Int, text: String)] = []
    var room = axis.count
    for cell in (0..<axis.count).reversed() {
      let local = clock.localTime(of: axis.start(of: cell))
      let before = clock.localTime(of: axis.start(of: cell - 1))
      guard local.quotient(step) != before.quotient(step), cell + width - 1 <= room else {
        continue
      }
      labels.append((cell, self == .week ? String(local.date.suffix(5)) : local.minutes))
      room = cell
    }
    return labels.reversed()
  }
}

extension LocalTime {
  fileprivate var secondsOfDay: Int { hour * 3_600 + minute * 60 + second }

  /// The number of whole steps since the start of the month.
  fileprivate func quotient(_ step: Int) -> Int { (day * 86_400 + secondsOfDay) / step }
}
