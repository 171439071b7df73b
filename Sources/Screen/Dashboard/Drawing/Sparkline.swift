import FeatureFlags
import Frame
import Text
import Workbench

import struct FoundationEssentials.Date

/// A series of numbers over time, drawn as one line of blocks.
///
/// Zero is the lowest block, and any number above zero is higher. A column without a number is a gap,
/// `·`. A column with an event, a ``Mark``, has the symbol of the event instead of a block. Neither
/// looks like zero.
///
/// ```
/// Evaluations  ▁▁▃▅█▅▃▂··▂✗▃
///              max 12/10 s · last 10 minutes
/// ```
struct Sparkline: Hashable, Sendable {
  /// The columns from left to right, the oldest first.
  let columns: [Column]
  /// The number of values that each column combines; the first column can combine fewer.
  let valuesPerColumn: Int
  /// The largest number of a column; `nil` without a number.
  let maximum: Double?
  /// The number for which a column has the highest block.
  let scale: Double

  /// The content of one column of the line.
  enum Column: Hashable, Sendable {
    case gap
    case value(Double)
    case mark(Mark)
  }

  /// An event that a column shows instead of its number.
  enum Mark: Int, Hashable, Sendable, CaseIterable {
    case warning
    case failure
  }

  /// How several values are combined into one column if the line has fewer columns than the series has
  /// values.
  enum Joining: Hashable, Sendable {
    case maximum
    case sum
  }

  /// Creates the line of a series of numbers.
  ///
  /// - Parameters:
  ///   - values: The numbers, the oldest first; `nil` where none is known.
  ///   - marks: The events by the index of the value at their time; in a column with both, a failure
  ///     hides a warning.
  ///   - width: The maximum number of columns. A series without values is drawn as gaps of this width.
  ///   - joining: How the values are combined if there are more of them than columns.
  ///   - scale: The number for which a column has the highest block; by default, the maximum.
  init(
    _ values: [Double?],
    marks: [Int: Mark] = [:],
    width: Int,
    joining: Joining = .maximum,
    scale: Double? = nil
  ) {
    let series = values.enumerated().map { index, value in
      marks[index].map(Column.mark) ?? value.map(Column.value) ?? .gap
    }
    self.init(series, width: width, joining: joining, scale: scale)
  }

  /// Creates the line of a series of numbers, gaps and events, the oldest first.
  init(_ series: [Column], width: Int, joining: Joining = .maximum, scale: Double? = nil) {
    let width = max(width, 1)
    let size = max((series.count + width - 1) / width, 1)
    let first = series.count % size
    var columns = first > 0 ? [Self.joined(series[..<first], joining)] : []
    for start in stride(from: first, to: series.count, by: size) {
      columns.append(Self.joined(series[start..<start + size], joining))
    }
    self.columns = series.isEmpty ? Array(repeating: .gap, count: width) : columns
    valuesPerColumn = size
    maximum = columns.compactMap(\.number).max()
    self.scale = scale ?? maximum ?? 0
  }

  private static func joined(_ columns: ArraySlice<Column>, _ joining: Joining) -> Column {
    let marks = columns.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
    if let mark = marks.max(by: { $0.rawValue < $1.rawValue }) { return .mark(mark) }
    let numbers = columns.compactMap(\.number).filter(\.isFinite)
    guard let largest = numbers.max() else { return .gap }
    return .value(joining == .sum ? numbers.reduce(0, +) : largest)
  }

  /// Whether the series has neither numbers nor events, so that only gaps are drawn.
  var isEmpty: Bool { columns.allSatisfy { $0 == .gap } }
}

// MARK: Drawing

extension Sparkline {
  /// The line with its blocks, gaps and symbols of events.
  ///
  /// - Parameters:
  ///   - theme: The theme to draw with.
  ///   - role: The role of the blocks.
  ///   - base: The role below all others, such as that of a dialog.
  /// - Returns: One span for each run of columns with the same role.
  func spans(_ theme: Theme, role: Role = .gauge1, over base: Role = .text) -> [Span] {
    var spans: [Span] = []
    var (text, last) = ("", role)
    for column in columns {
      let next = column.role ?? role
      if next != last, !text.isEmpty {
        spans.append(Span(text, theme.style([base, last])))
        text = ""
      }
      text += symbol(of: column)
      last = next
    }
    return spans + [Span(text, theme.style([base, last]))]
  }

  private func symbol(of column: Column) -> String {
    switch column {
    case .gap: return "·"
    case .mark(let mark): return mark.symbol
    case .value(let number):
      guard number > 0, scale > 0 else { return Self.blocks[0] }
      let height = (number / scale * Double(Self.blocks.count - 1)).rounded(.up)
      return Self.blocks[max(Int(min(height, Double(Self.blocks.count - 1))), 1)]
    }
  }

  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Describes the maximum and the time span, such as `max 12/10 s · last 10 minutes`.
  ///
  /// - Parameters:
  ///   - span: The time or the events that the line shows, such as `last 10 minutes`.
  ///   - hint: The text for a series without numbers and events.
  ///   - hasMedian: Whether the text begins with the median.
  ///   - text: Formats a number with its unit.
  /// - Returns: The text beside or below the line.
  func label(
    _ span: String,
    hint: String,
    hasMedian: Bool = false,
    _ text: (Double) -> String
  ) -> String {
    guard !isEmpty else { return hint }
    return [facts(hasMedian: hasMedian, text), span].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The median of the columns and the maximum, such as `median 41 ms, max 87 ms`; empty without a number.
  func facts(hasMedian: Bool = false, _ text: (Double) -> String) -> String {
    let numbers = columns.compactMap(\.number).sorted()
    guard let maximum = numbers.last else { return "" }
    guard hasMedian else { return "max " + text(maximum) }
    let median = (numbers[(numbers.count - 1) / 2] + numbers[numbers.count / 2]) / 2
    return "median \(text(median)), max \(text(maximum))"
  }

  /// The line as a phrase for plain mode, such as `max 12/10 s, latest 3/10 s, 2 failed, 4 of 60 unknown,
  /// last 10 minutes`; the parameters are those of ``label(_:hint:hasMedian:_:)``.
  func phrase(
    _ span: String,
    hint: String,
    hasMedian: Bool = false,
    _ text: (Double) -> String
  ) -> String {
    guard !isEmpty else { return hint }
    let latest = columns.last { $0 != .gap }
    var parts = [facts(hasMedian: hasMedian, text)].filter { !$0.isEmpty }
    switch latest {
    case .value(let number): parts.append("latest " + text(number))
    case .mark(let mark): parts.append("latest \(mark.word)")
    case .gap, nil: break
    }
    for mark in Mark.allCases.reversed() {
      let count = columns.count { $0 == .mark(mark) }
      if count > 0 { parts.append("\(count) \(mark.word)") }
    }
    let gaps = columns.count { $0 == .gap }
    if gaps > 0 { parts.append("\(gaps) of \(columns.count) unknown") }
    return (parts + [span]).joined(separator: ", ")
  }
}

extension Sparkline.Column {
  /// The number of the column; `nil` for a gap or an event.
  var number: Double? { if case .value(let number) = self { number } else { nil } }

  /// The role of the symbol; `nil` for a block, which has the role of the line.
  fileprivate var role: Role? {
    switch self {
    case .gap: .muted
    case .value: nil
    case .mark(.warning): .warning
    case .mark(.failure): .failure
    }
  }
}

extension Sparkline.Mark {
  /// The symbol, which also distinguishes the event on screens without colours.
  fileprivate var symbol: String {
    switch self {
    case .warning: "▲"
    case .failure: "✗"
    }
  }

  /// The text of the event in plain mode.
  fileprivate var word: String {
    switch self {
    case .warning: "with a warning"
    case .failure: "failed"
    }
  }
}

extension EvaluationRates {
  /// The evaluations of the last 10 minutes as a line, with one column for every 10 seconds if there is
  /// room.
  ///
  /// - Parameters:
  ///   - start: The time since which evaluations are counted; there is a gap before it.
  ///   - now: The time of the last column.
  ///   - width: The maximum number of columns.
  /// - Returns: The line.
  func line(since start: Date, now: Date, width: Int) -> Sparkline {
    let counts = columns(until: now, since: start).map { $0.map(Double.init) }
    return Sparkline(counts, width: min(width, Self.length), joining: .sum)
  }

  /// The next time at which the line moves by a column.
  static func nextChange(at time: Duration, _ clock: WallClock) -> Duration {
    let seconds = clock.date(at: time).timeIntervalSince1970
    let passed = seconds.truncatingRemainder(dividingBy: Double(interval))
    return time + .seconds(Double(interval) - passed)
  }
}

extension Sparkline {
  /// Describes a line of evaluations, such as `max 12/10 s · last 10 minutes`.
  ///
  /// - Parameter isPlain: Whether the text replaces the line in plain mode, and therefore has more
  ///   numbers.
  /// - Returns: The text.
  func evaluationsLabel(isPlain: Bool = false) -> String {
    let seconds = valuesPerColumn * EvaluationRates.interval
    let hint = "no evaluation in the last 10 minutes"
    guard let maximum, maximum > 0 else { return hint }
    let text = { (count: Double) in "\(CompactNumber.text(Int(count)))/\(seconds) s" }
    let span = "last 10 minutes"
    return isPlain ? phrase(span, hint: hint, text) : label(span, hint: hint, text)
  }
}

extension DisplayText {
  /// Returns the texts of a column, each padded to the width of the widest one.
  static func column(_ texts: [String]) -> [DisplayText] {
    let texts = texts.map { DisplayText($0) }
    let width = texts.map(\.width).max() ?? 0
    return texts.map { $0.padded(to: width) }
  }
}
