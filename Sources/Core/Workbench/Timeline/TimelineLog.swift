package import FeatureFlags

package import struct FoundationEssentials.Date

/// The recorded changes of all features of a workspace, from which the timeline of a feature is
/// reconstructed.
public struct TimelineLog: Hashable, Sendable {
  /// The changes of each override, the oldest first.
  private var overrides: [Feature.Name: [OverrideChange]] = [:]
  /// The changes of each feature in the source, by the index of the entry in `entries`.
  private var changes: [Feature.Name: [Int: SourceEntry.Change]] = [:]
  /// The entries of the source log without their changes, the oldest first.
  private var entries: [Entry] = []

  private struct OverrideChange: Hashable {
    let date: Date
    let scope: OverrideScope
    let from: Override?
    let to: Override?
    let cause: Timeline.Cause
  }

  private struct Entry: Hashable {
    let date: Date
    let cause: SourceEntry.Cause
    let user: String?
    /// The states of all features; `nil` if the entry does not contain them.
    let states: [Feature.Name: TimelineState]?
    /// Whether features can have changed before or at this entry without a recorded change.
    let isOpen: Bool
  }

  /// Creates the log.
  ///
  /// - Parameters:
  ///   - operations: All or the last operations of the history, the oldest first.
  ///   - entries: The entries of the source log, the oldest first.
  package init(operations: some Sequence<OverrideOperation>, entries: [SourceEntry]) {
    for operation in operations {
      let cause = Timeline.Cause.operation(
        operation.kind,
        author: operation.author,
        program: operation.program
      )
      for change in operation.changes {
        overrides[change.feature, default: []].append(
          OverrideChange(
            date: operation.date,
            scope: change.key.scope,
            from: change.from,
            to: change.to,
            cause: cause
          )
        )
      }
    }
    for (index, entry) in entries.enumerated() {
      self.entries.append(
        Entry(
          date: entry.date,
          cause: entry.cause,
          user: entry.user,
          states: entry.states,
          isOpen: entry.cause == .start || entry.omitted > 0
        )
      )
      for (name, change) in entry.changes { changes[name, default: [:]][index] = change }
    }
  }

  /// Reconstructs the timeline of a feature from the recorded changes.
  ///
  /// - Parameters:
  ///   - feature: The feature with its current override.
  ///   - user: The user for whom the feature is evaluated.
  ///   - start: The start of the timeline.
  ///   - end: The end of the timeline: the current time, or shortly after it.
  /// - Returns: The timeline.
  package func timeline(
    of feature: Feature,
    for user: EvaluationContext,
    from start: Date,
    to end: Date
  ) -> Timeline {
    Timeline(
      from: start,
      to: end,
      overrides: overrideSteps(of: feature, for: user),
      sources: sourceSteps(of: feature, for: user.timelineIdentifier)
    )
  }
}

extension TimelineLog {
  /// Returns the date since which the feature is known to have its current state in the source; `nil` if
  /// nothing is recorded.
  package func unchangedSince(_ feature: Feature, for user: EvaluationContext) -> Date? {
    let steps = sourceSteps(of: feature, for: user.timelineIdentifier)
    let state = TimelineState(configurationOf: feature)
    return steps.reversed().prefix { $0.value == state }.last?.date
  }
}

// MARK: Override

extension TimelineLog {
  /// Returns the changes of the override that holds for a user: of several overrides, that with precedence.
  private func overrideSteps(
    of feature: Feature,
    for user: EvaluationContext
  ) -> [Timeline.Step<Override?>] {
    let changes = overrides[feature.name] ?? []
    var steps: [Timeline.Step<Override?>] = []
    var active = Dictionary(feature.overrides.map { ($0.scope, $0.override) }) { $1 }
    // The first change of each scope has the override from before all changes.
    for change in changes.reversed() { active[change.scope] = change.from }
    if let first = feature.override(for: user, among: active) {
      // Uses the time and the author of the override, because the log does not contain its operation.
      let cause = first.date.map { _ in
        Timeline.Cause.operation(.change, author: first.author, program: nil)
      }
      steps.append(Timeline.Step(date: first.date ?? .distantPast, value: first, cause: cause))
    }
    for change in changes {
      let former = feature.override(for: user, among: active)
      active[change.scope] = change.to
      let value = feature.override(for: user, among: active)
      guard change.scope == .everyone || value != former else { continue }
      steps.append(Timeline.Step(date: change.date, value: value, cause: change.cause))
    }
    return Self.withExpiries(Self.ordered(steps))
  }

  /// Returns the steps with corrected times, which never decrease, even if the system clock was set
  /// back.
  private static func ordered<Value>(_ steps: [Timeline.Step<Value>]) -> [Timeline.Step<Value>] {
    var steps = steps
    for index in steps.indices.dropFirst() {
      steps[index].date = max(steps[index].date, steps[index - 1].date)
    }
    return steps
  }

  /// Returns the steps with an additional step for each override that has expired before the next step.
  ///
  /// The history can record an expiry later than it happened, when a program runs again.
  private static func withExpiries(
    _ steps: [Timeline.Step<Override?>]
  ) -> [Timeline.Step<Override?>] {
    var result: [Timeline.Step<Override?>] = []
    for (index, step) in steps.enumerated() {
      result.append(step)
      let next = index + 1 < steps.count ? steps[index + 1].date : .distantFuture
      guard case .until(let end)? = step.value?.lifetime, end < next else { continue }
      let cause = Timeline.Cause.operation(.expiry, author: nil, program: nil)
      result.append(Timeline.Step(date: max(end, step.date), value: nil, cause: cause))
    }
    return result
  }
}

// MARK: Source

extension TimelineLog {
  private func sourceSteps(of feature: Feature, for user: String?) -> [Timeline.Step<
    TimelineState?
  >] {
    var steps: [Timeline.Step<TimelineState?>] = []
    let changes = changes[feature.name] ?? [:]
    for (index, entry) in entries.enumerated() where entry.user == user {
      let cause = Timeline.Cause.source(entry.cause)
      if let change = changes[index] {
        steps.resolve(change.from)
        steps.append(Timeline.Step(date: entry.date, value: change.to, cause: cause))
      } else if entry.isOpen {
        let state = entry.states.map { $0[feature.name] ?? .absent }
        // Treats the start of a program as a change only if the state differs from the previous state.
        let isChange = state.flatMap { state in steps.last?.value.map { $0 != state } } ?? false
        steps.append(Timeline.Step(date: entry.date, value: state, cause: isChange ? cause : nil))
      }
    }
    steps.resolve(TimelineState(configurationOf: feature))
    return Self.ordered(steps)
  }
}

extension [Timeline.Step<TimelineState?>] {
  /// Sets the state of the last step if it is unknown.
  ///
  /// The state is known from a later entry, before which nothing has changed.
  fileprivate mutating func resolve(_ state: TimelineState) {
    if let last = indices.last, self[last].value == nil { self[last].value = state }
  }
}
