package import FeatureFlags

package import struct FoundationEssentials.Date

/// The states of one feature over time, as periods without gaps.
package struct Timeline: Hashable, Sendable {
  package let start: Date
  package let end: Date
  /// The periods, the oldest first; the first period begins at `start`, the last period ends at `end`.
  package private(set) var periods: [Period] = []
  /// The changes of the source and of the override between `start` and `end`, the oldest first.
  package private(set) var marks: [Mark] = []

  /// A period in which neither the state in the source nor the override of the feature changes.
  package struct Period: Hashable, Sendable {
    package var start: Date
    package var end: Date
    /// The state in the source; `nil` if it is unknown.
    package var source: TimelineState?
    /// The active override; `nil` if there is none.
    package var override: Override?
    /// The cause of the change that began the period, even if the change is before the start of the
    /// timeline; `nil` if it is unknown.
    package var cause: Cause?

    /// The state after the override is applied; `nil` if it is unknown.
    package var state: TimelineState? { TimelineState.state(source, overriddenBy: override) }
  }

  /// A point in time at which the source or the override has changed.
  package struct Mark: Hashable, Sendable {
    package let date: Date
    package let cause: Cause
  }

  /// The cause of a change.
  package enum Cause: Hashable, Sendable {
    case operation(OverrideOperation.Kind, author: String?, program: String?)
    /// A change of the source.
    case source(SourceEntry.Cause)
  }

  /// A change of a value, which applies until the next step.
  struct Step<Value: Sendable>: Sendable {
    var date: Date
    var value: Value
    var cause: Cause?
  }

  /// Creates a timeline by merging the steps of the override and of the source, both sorted by time.
  ///
  /// - Parameters:
  ///   - start: The start of the timeline; earlier steps determine the first period.
  ///   - end: The end of the timeline; later steps are ignored.
  ///   - overrides: The steps of the override.
  ///   - sources: The steps of the state in the source.
  init(
    from start: Date,
    to end: Date,
    overrides: [Step<Override?>],
    sources: [Step<TimelineState?>]
  ) {
    (self.start, self.end) = (start, end)
    var current = Period(start: .distantPast, end: end, source: nil, override: nil, cause: nil)
    var rest = (overrides[...], sources[...])
    while true {
      let (override, source) = (rest.0.first, rest.1.first)
      var next = current
      if let source, override.map({ source.date <= $0.date }) ?? true {
        rest.1.removeFirst()
        (next.start, next.source, next.cause) = (source.date, source.value, source.cause)
      } else if let override {
        rest.0.removeFirst()
        (next.start, next.override, next.cause) = (override.date, override.value, override.cause)
      } else {
        break
      }
      guard next.start < end else { break }
      if let cause = next.cause, next.start >= start {
        marks.append(Mark(date: next.start, cause: cause))
      }
      guard next.source != current.source || next.override != current.override else { continue }
      close(current, at: next.start)
      current = next
    }
    close(current, at: end)
  }

  private mutating func close(_ period: Period, at end: Date) {
    var period = period
    period.start = max(period.start, start)
    period.end = end
    if period.start < period.end { periods.append(period) }
  }
}
