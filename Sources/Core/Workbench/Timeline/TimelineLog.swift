package import FeatureFlags

package import struct FoundationEssentials.Date

/// The recorded changes of all features of a workspace, from which the timeline of a feature is replayed.
public struct TimelineLog: Hashable, Sendable {
  /// The changes of each override, the oldest first.
  private var overrides: [Feature.Name: [OverrideChange]] = [:]
  /// The changes of each feature in the source, by the index of their entry.
  private var changes: [Feature.Name: [Int: SourceEntry.Change]] = [:]
  /// The entries of the source's log, the oldest first, without their changes.
  private var entries: [Entry] = []

  private struct OverrideChange: Hashable {
    let date: Date
    let from: Override?
    let to: Override?
    let cause: Timeline.Cause
  }

  private struct Entry: Hashable {
    let date: Date
    let cause: SourceEntry.Cause
    let user: String?
    /// The states of all features; `nil` if the entry does not have them.
    let states: [Feature.Name: TimelineState]?
    /// Whether any feature may have changed, although its state is not in the entry.
    let isOpen: Bool
  }

  /// Creates the log.
  ///
  /// - Parameters:
  ///   - acts: The acts of the history, or the last ones, the oldest first.
  ///   - entries: The entries of the source's log, the oldest first.
  package init(acts: some Sequence<OverrideAct>, entries: [SourceEntry]) {
    for act in acts {
      let cause = Timeline.Cause.act(act.kind, author: act.author, program: act.program)
      for change in act.changes {
        overrides[change.feature, default: []].append(
          OverrideChange(date: act.date, from: change.from, to: change.to, cause: cause)
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

  /// Replays the changes of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature with its present override.
  ///   - user: The user for whom the feature is evaluated.
  ///   - start: The start of the timeline.
  ///   - end: The end of the timeline, which is the present or a time shortly after it.
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
      overrides: overrideSteps(of: feature),
      sources: sourceSteps(of: feature, for: user.timelineIdentifier)
    )
  }
}

extension TimelineLog {
  /// The date since which the source is known to have the present state of a feature; `nil` if nothing is
  /// recorded.
  package func unchangedSince(_ feature: Feature, for user: EvaluationContext) -> Date? {
    let steps = sourceSteps(of: feature, for: user.timelineIdentifier)
    let state = TimelineState(configurationOf: feature)
    return steps.reversed().prefix { $0.value == state }.last?.date
  }
}

// MARK: Override

extension TimelineLog {
  private func overrideSteps(of feature: Feature) -> [Timeline.Step<Override?>] {
    let changes = overrides[feature.name] ?? []
    var steps: [Timeline.Step<Override?>] = []
    let first = changes.isEmpty ? feature.override : changes[0].from
    if let first {
      // The act is not in the log: the override itself has its time and author.
      let cause = first.date.map { _ in
        Timeline.Cause.act(.change, author: first.author, program: nil)
      }
      steps.append(Timeline.Step(date: first.date ?? .distantPast, value: first, cause: cause))
    }
    for change in changes {
      steps.append(Timeline.Step(date: change.date, value: change.to, cause: change.cause))
    }
    return Self.withExpiries(Self.ordered(steps))
  }

  /// The steps with times that do not decrease, even if the system clock was set back between two of them.
  private static func ordered<Value>(_ steps: [Timeline.Step<Value>]) -> [Timeline.Step<Value>] {
    var steps = steps
    for index in steps.indices.dropFirst() {
      steps[index].date = max(steps[index].date, steps[index - 1].date)
    }
    return steps
  }

  /// The steps with the expiry of each override that has expired before the next step: a program records the
  /// expiry when it runs, which can be later.
  private static func withExpiries(
    _ steps: [Timeline.Step<Override?>]
  ) -> [Timeline.Step<Override?>] {
    var result: [Timeline.Step<Override?>] = []
    for (index, step) in steps.enumerated() {
      result.append(step)
      let next = index + 1 < steps.count ? steps[index + 1].date : .distantFuture
      guard case .until(let end)? = step.value?.lifetime, end < next else { continue }
      let cause = Timeline.Cause.act(.expiry, author: nil, program: nil)
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
        // A start is a change only if its state differs from the state before it.
        let isChange = state.flatMap { state in steps.last?.value.map { $0 != state } } ?? false
        steps.append(Timeline.Step(date: entry.date, value: state, cause: isChange ? cause : nil))
      }
    }
    steps.resolve(TimelineState(configurationOf: feature))
    return Self.ordered(steps)
  }
}

extension [Timeline.Step<TimelineState?>] {
  /// Sets the state of the last step if it was unknown: a later entry has it, and nothing has changed in
  /// between.
  fileprivate mutating func resolve(_ state: TimelineState) {
    if let last = indices.last, self[last].value == nil { self[last].value = state }
  }
}
