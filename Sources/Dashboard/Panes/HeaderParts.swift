import Connectivity
import FeatureFlags

/// The pieces of the header, each as long as it may be.
struct HeaderParts {
  let state: DashboardState
  let dropped: Set<Header.Step>
  let now: Duration

  private func has(_ step: Header.Step) -> Bool { !dropped.contains(step) }
  private func style(_ role: Role) -> Style { state.theme.style(role) }
  private func dotted(_ pieces: [[Span]]) -> [Span] {
    Array(pieces.joined(separator: [Span(" · ", style(.muted))]))
  }

  /// The name of the source.
  var source: [Span] {
    let name = DisplayText(state.context.source, limit: Span.limit)
    return [Span(has(.sourceWords) ? name : name.truncated(to: 12), style(.title))]
  }

  /// How the configuration in use was got, and what the source answered last.
  var answer: [Span] {
    let muted = style(.muted)
    var pieces: [[Span]] = []
    if let origin = state.origin {
      let words = has(.factWords) ? origin.words : origin.shortWords
      pieces.append([Span(words, muted)])
    }
    if let answer = state.poll?.lastAnswer {
      if has(.status) {
        pieces.append([Span(answer.status.map(String.init) ?? answer.words, muted)])
      }
      if has(.time) { pieces.append([Span(answer.time.spentWords, muted)]) }
      if has(.bytes), answer.bytes > 0 { pieces.append([Span(Number.bytes(answer.bytes), muted)]) }
    }
    if has(.failureWords), let reason { pieces.append([reason]) }
    return badge + dotted(pieces)
  }

  /// Why something better is not in use.
  var reason: Span? {
    if let words = state.poll?.failure { return Span(withoutSource(words), style(.failure)) }
    return state.note.map { Span(withoutSource($0), style(.warning)) }
  }

  /// An error without the name of the source, which the header shows already, so that its line and
  /// column come first.
  private func withoutSource(_ words: String) -> String {
    let name = state.context.source + ":"
    guard !state.context.source.isEmpty, words.hasPrefix(name) else { return words }
    let rest = words.dropFirst(name.count)
    return rest.hasPrefix(" ") ? String(rest.dropFirst()) : "line " + rest
  }

  /// What makes a failed or stale source impossible to miss.
  private var badge: [Span] {
    guard let poll = state.poll else {
      return state.note == nil || has(.failureWords) ? [] : [Span("▲ ", style(.warning))]
    }
    let gap = Span(" ", style(.text))
    if poll.failure != nil {
      return [Span(has(.badgeWords) ? " ✗ failed " : " ✗ ", style(.failed)), gap]
    }
    guard let stale = poll.staleSince else { return [] }
    let words = has(.failureWords) ? " ▲ stale since \(stale.clock) " : " ▲ stale "
    return [Span(has(.badgeWords) ? words : " ▲ ", style(.stale)), gap]
  }

  /// When the next poll is due, or how far this one has come.
  var poll: [Span] {
    guard let poll = state.poll else { return [] }
    let muted = style(.muted)
    let strong = style(.information)
    if poll.isLoading {
      let words = has(.gauge) ? [Span("loading ", strong)] : []
      if let share = poll.progress?.share {
        let bar = ProgressGauge.bar(share, cells: has(.gauge) ? 8 : 4)
        return words + [Span(bar, style(.gauge1))]
      }
      let bytes = has(.bytes) ? poll.progress.map { " " + Number.bytes($0.received) } ?? "" : ""
      return words + [Span(ProgressGauge.spinner(at: now), strong), Span(bytes, muted)]
    }
    guard poll.interval != nil || poll.nextDue != nil else { return [] }
    if poll.isPaused { return [Span("‖ paused", style(.warning))] }
    guard let remaining = poll.remaining(at: now) else { return [] }
    let words = has(.gauge) ? [Span("next ", muted)] : []
    let time = Span(remaining.countdown, style(.text))
    guard has(.gauge), let share = poll.share(at: now) else { return words + [time] }
    let bar = Span(ProgressGauge.bar(share, cells: 5), style(.gauge1))
    return words + [time, Span(" ", muted), bar]
  }

  /// The Internet connectivity.
  var connectivity: [Span] {
    guard let report = state.connectivity else { return [] }
    let look = ConnectivityLook(report, poll: state.poll)
    let sign = Span(look.sign, style(look.role))
    guard has(.status) else { return [sign] }
    let words = has(.connectivityWords) ? look.words : look.shortWords
    let isGood = report.isConnected || report.status == .determining
    return [sign, Span(" " + words, style(isGood ? .muted : look.role))]
  }

  /// What is special.
  var facts: [Span] {
    var facts: [[Span]] = []
    if let user = state.person?.key ?? state.context.user, has(.user) {
      let name = DisplayText(user, limit: 24).truncated(to: 24)
      let isNamed = !user.isEmpty
      facts.append([
        Span(isNamed ? "user " + name.text : "no user", style(isNamed ? .muted : .warning))
      ])
    }
    if state.problemCount > 0 {
      let count = state.problemCount
      let words = !has(.factWords) ? "\(count)" : count == 1 ? "1 problem" : "\(count) problems"
      let key = has(.factWords) && has(.problemKey) ? " (4)" : ""
      facts.append([Span("▲ " + words + key, style(.warning))])
    }
    if let count = state.list?.overriddenCount, count > 0 {
      let words = has(.factWords) ? " overridden" : ""
      facts.append([Span("◆ \(count)" + words, style(.overridden))])
    }
    if !state.unsaved.isEmpty {
      let words = has(.factWords) ? " not saved" : ""
      facts.append([Span("✗ \(state.unsaved.count)" + words, style(.failure))])
    }
    if state.context.isReadOnly { facts.append([Span("read-only", style(.warning))]) }
    return dotted(facts)
  }
}
