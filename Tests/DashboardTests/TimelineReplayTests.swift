import ScreenTestSupport
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import Dashboard
@testable import FeatureFlags
@testable import Workbench

/// Compares the timeline of a feature with a plain replay of random histories.
struct TimelineReplayTests {
  @Test
  func `the timeline of a feature equals a replay of its history for 1,000 random histories`() {
    var unknown = 0
    var overridden = 0
    for seed in 0..<1_000 {
      var history = RandomHistory(seed: UInt64(seed))
      let log = TimelineLog(operations: history.operations, entries: history.entries)
      let range = TimelineRange.allCases[seed % 3]
      let axis = range.axis(
        columns: Int.random(in: 8...90, using: &history.random),
        now: history.now,
        .zone()
      )
      let timeline = log.timeline(
        of: history.feature,
        for: history.user,
        from: axis.start,
        to: history.now
      )
      for (index, cell) in axis.cells(of: timeline).enumerated() {
        let start = axis.start(of: index)
        let end = min(axis.start(of: index + 1), history.now)
        // A cell shows the state just before its end, because a change at its end belongs to the next cell.
        let state = history.state(at: end.addingTimeInterval(-0.01))
        let dates = history.operations.map(\.date).filter { start <= $0 && $0 < end }
        let begins = dates.contains { date in
          let new = history.override(at: date)
          return new != nil && new != history.override(at: date.addingTimeInterval(-0.01))
        }
        let isOverridden = begins || history.override(at: end.addingTimeInterval(-0.01)) != nil
        if cell.state != state || cell.isOverridden != isOverridden {
          Issue.record(
            "seed \(seed), cell \(index): \(cell), expected \(String(describing: state))"
          )
        }
        unknown += state == nil ? 1 : 0
        overridden += isOverridden ? 1 : 0
      }
      for period in timeline.periods {
        let middle = period.start.addingTimeInterval(period.end.timeIntervalSince(period.start) / 2)
        for date in [period.start, middle]
        where period.source != history.source(at: date)
          || period.override != history.override(at: date)
        {
          Issue.record("seed \(seed): \(period) at \(date)")
        }
      }
      #expect(
        timeline.periods.first?.start == axis.start && timeline.periods.last?.end == history.now
      )
      #expect(zip(timeline.periods, timeline.periods.dropFirst()).allSatisfy { $0.end == $1.start })
    }
    #expect(unknown > 1_000 && overridden > 1_000)
  }
}

/// A random history of one feature, and its replay in the simplest way.
private struct RandomHistory {
  var random: SeededGenerator
  let now = Date(timeIntervalSince1970: 1_790_000_000)
  let user = EvaluationContext(targetingKey: "ana")
  private static let identifier = EvaluationContext(targetingKey: "ana").timelineIdentifier
  private(set) var feature: Feature
  private(set) var operations: [OverrideOperation] = []
  private(set) var entries: [SourceEntry] = []
  /// The override before the first operation.
  private var base: Override?

  private static let states = [
    TimelineState(isOn: true, text: "Enabled"), TimelineState(isOn: false, text: "Disabled"),
    .absent,
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    feature = Feature(name: "F")
    let spans: [Double] = [3_000, 80_000, 600_000]
    let span = spans[Int.random(in: 0..<spans.count, using: &random)]
    makeOperations(span)
    makeEntries(span)
  }

  private mutating func dates(_ span: Double, upTo count: Int) -> [Date] {
    let count = Int.random(in: 0...count, using: &random)
    return (0..<count).map { _ in
      now.addingTimeInterval(-Double.random(in: 1...span, using: &random).rounded())
    }.sorted()
  }

  private mutating func override(_ date: Date) -> Override? {
    let seconds = Double.random(in: -5...5_000, using: &random).rounded()
    let overrides = [
      nil, Override(enabled: false, author: "ben@x"), Override(variables: ["size": .string("L")]),
      Override(enabled: true, lifetime: .until(date.addingTimeInterval(seconds))),
      Override(enabled: true, author: "ana@build-7"),
    ]
    return overrides[Int.random(in: 0..<overrides.count, using: &random)]
  }

  private mutating func makeOperations(_ span: Double) {
    base = override(now.addingTimeInterval(-span * 2))
    var current = base
    for (number, date) in dates(span, upTo: 30).enumerated() {
      let next = override(date)
      operations.append(
        OverrideOperation(
          id: "\(number)",
          OverrideOperation.Signature(date: date, author: "ana@build-7", program: "halyard"),
          .change,
          [
            OverrideOperation.Change("F", from: current, to: next),
            OverrideOperation.Change("Other", from: nil, to: Override(enabled: true)),
          ]
        )
      )
      current = next
    }
    feature.override = current
  }

  private mutating func makeEntries(_ span: Double) {
    var state = Self.states[Int.random(in: 0..<3, using: &random)]
    for date in dates(span, upTo: 20) {
      let other = Int.random(in: 0..<5, using: &random) == 0
      let next = Self.states[Int.random(in: 0..<3, using: &random)]
      let kind = Int.random(in: 0..<4, using: &random)
      let isStart = kind == 0 || (kind == 3 && other)
      let change = SourceEntry.Change(from: state, to: next)
      entries.append(
        SourceEntry(
          date: date,
          cause: isStart ? .start : .poll,
          user: other ? "another" : Self.identifier,
          digest: "",
          states: kind == 0 ? (next == .absent ? [:] : ["F": next]) : nil,
          changes: kind == 1 ? ["F": change] : [:],
          omitted: kind == 2 ? 3 : 0
        )
      )
      if !other { state = next }
    }
  }

  func override(at date: Date) -> Override? {
    let last = operations.last { $0.date <= date }
    let override = operations.isEmpty || last == nil ? base : last?.changes[0].to
    if case .until(let end)? = override?.lifetime, end <= date { return nil }
    return override
  }

  func source(at date: Date) -> TimelineState? {
    let known = entries.filter { $0.user == Self.identifier }
    guard let last = known.lastIndex(where: { $0.date <= date && $0.isAbout("F") }) else {
      return nil
    }
    if let state = known[last].stateAfter("F") { return state }
    // The state is unknown at the entry: the next entry about the feature has it if it is a change.
    guard let next = known[(last + 1)...].first(where: { $0.isAbout("F") }) else {
      return TimelineState(configurationOf: feature)
    }
    return next.changes["F"]?.from
  }

  func state(at date: Date) -> TimelineState? {
    TimelineState.state(source(at: date), overriddenBy: override(at: date))
  }
}

extension SourceEntry {
  fileprivate func isAbout(_ name: Feature.Name) -> Bool {
    changes[name] != nil || cause == .start || omitted > 0
  }

  fileprivate func stateAfter(_ name: Feature.Name) -> TimelineState? {
    changes[name]?.to ?? states.map { $0[name] ?? .absent }
  }
}
