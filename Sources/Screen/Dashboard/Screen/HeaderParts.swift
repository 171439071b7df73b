import Connectivity
import FeatureFlags
import Frame
import Text
import Workbench

/// Creates the parts of the header; drops or shortens some parts on a narrow screen.
struct HeaderParts {
  let state: DashboardState
  let dropped: Set<Header.Step>
  let now: Duration

  func has(_ step: Header.Step) -> Bool { !dropped.contains(step) }
  private var isStill: Bool { state.context.isMotionReduced }
  func style(_ role: Role) -> Style { state.theme.style(role) }
  private func dotted(_ pieces: [[Span]]) -> [Span] {
    Array(pieces.joined(separator: [Span(" · ", style(.muted))]))
  }

  /// The name of the source, shortened on a narrow screen.
  var source: [Span] {
    let name = SourceName(state.context.source)
    let text =
      if !has(.sourceText) {
        name.short(to: 12)
      } else if !has(.sourceMiddle) {
        name.short(to: 24)
      } else {
        has(.sourceURL) ? name.whole : name.short
      }
    return [Span(text, style(.title))]
  }

  /// The status badge, the origin of the active configuration, and the last response of the source.
  var response: [Span] {
    let muted = style(.muted)
    var pieces: [[Span]] = []
    let isCurrent = state.content.poll?.lastResponse?.status == 304 && has(.status)
    if let origin = state.content.origin, origin != .remote || !isCurrent {
      if has(.originText) {
        pieces.append(originSpans(origin))
      } else if origin != .bundled {
        pieces.append([Span(origin.shortText, muted)])
      }
    }
    if let response = state.content.poll?.lastResponse {
      if has(.status) {
        let status = isCurrent ? "up to date" : response.status.map(String.init)
        pieces.append([Span(status ?? response.text, muted)])
      }
      if has(.time) { pieces.append([Span(response.time.elapsedText, muted)]) }
      if has(.bytes), response.bytes > 0 {
        pieces.append([Span(Number.bytes(response.bytes), muted)])
      }
    }
    if has(.failureText), let reason { pieces.append([reason]) }
    return badge + dotted(pieces)
  }

  /// The origin of the active configuration; for the built-in example, which new users see, the key
  /// that opens the help.
  private func originSpans(_ origin: Origin) -> [Span] {
    let muted = style(.muted)
    guard origin == .bundled, let key = state.keymap.label(of: .program(.help)) else {
      return [Span(origin.text, muted)]
    }
    return [Span("press ", muted), Span(key, style(.key)), Span(" for the keys", muted)]
  }

  /// The error message of the last poll, or the reason why the active configuration is outdated.
  var reason: Span? {
    if let words = state.content.poll?.failure {
      return Span(withoutSource(words), style(.failure))
    }
    return state.content.note.map { Span(withoutSource($0), style(.warning)) }
  }

  /// Removes the source name from an error message, because the header already shows that name.
  private func withoutSource(_ words: String) -> String {
    let name = state.context.source + ":"
    guard !state.context.source.isEmpty, words.hasPrefix(name) else { return words }
    let rest = words.dropFirst(name.count)
    return rest.hasPrefix(" ") ? String(rest.dropFirst()) : "line " + rest
  }

  /// The badge for a failed poll, a stale configuration, or a problem of a file; empty if the
  /// configuration is current.
  private var badge: [Span] {
    guard let poll = state.content.poll else {
      return state.content.note == nil || has(.failureText) ? [] : [Span("▲ ", style(.warning))]
    }
    let gap = Span(" ", style(.text))
    if poll.failure != nil {
      return [Span(has(.badgeText) ? " ✗ failed " : " ✗ ", style(.failed)), gap]
    }
    guard let stale = poll.staleSince else { return [] }
    let since = stale.text(state.context.wallClock, now: now)
    let words = has(.failureText) ? " ▲ stale since \(since) " : " ▲ stale "
    return [Span(has(.badgeText) ? words : " ▲ ", style(.stale)), gap]
  }

  /// The countdown to the next poll, or the progress of the current request.
  var poll: [Span] {
    if let load = state.content.loading { return loading(load) }
    guard let poll = state.content.poll else { return [] }
    let muted = style(.muted)
    if poll.isLoading { return loading(poll) }
    guard poll.interval != nil || poll.nextDue != nil else { return [] }
    if poll.isPaused { return [Span("‖ paused", style(.warning))] }
    if isStill {
      return poll.interval.map { [Span("every " + $0.text, muted)] } ?? []
    }
    guard let remaining = poll.remaining(at: now) else { return [] }
    let isLong = has(.backOffText)
    let words = poll.failure == nil ? "next " : isLong ? "retrying in " : "retry "
    let note = poll.isBackingOff && isLong ? " (back-off)" : ""
    let share = has(.gauge) ? poll.share(at: now) : nil
    return [
      Span(has(.pollText) ? words : "", muted), Span(remaining.countdown, style(.text)),
      Span(note, muted),
      Span(share.map { " " + ProgressGauge.bar($0, cells: 5) } ?? "", style(.gauge1)),
    ]
  }

  /// The progress of a load in the background: bar, percentage, bytes and speed.
  private func loading(_ load: LoadStatus) -> [Span] {
    let bar = ProgressGauge.bar(load.share, cells: has(.gauge) ? 8 : 4)
    let texts = [
      load.percentText, has(.bytes) ? load.bytesText : nil, has(.loadingTime) ? load.rateText : nil,
    ].compactMap(\.self)
    return [
      Span(has(.pollText) || isStill ? "loading " : "", style(.information)),
      Span(isStill ? "" : bar + " ", style(.gauge1)),
      Span(texts.joined(separator: ", "), style(.muted)),
    ]
  }

  /// The progress and the elapsed time of the current request.
  private func loading(_ poll: PollStatus) -> [Span] {
    let strong = style(.information)
    if isStill { return [Span("loading", strong)] }
    var spans = has(.pollText) ? [Span("loading ", strong)] : []
    if let share = poll.progress?.share {
      let bar = ProgressGauge.bar(share, cells: has(.gauge) ? 8 : 4)
      spans.append(Span(bar, style(.gauge1)))
    } else {
      let bytes = has(.bytes) ? poll.progress.map { " " + Number.bytes($0.bytes) } ?? "" : ""
      spans += [Span(ProgressGauge.spinner(at: now), strong), Span(bytes, style(.muted))]
    }
    if has(.loadingTime), let words = poll.loadingText(at: now) {
      spans.append(Span(" " + words, style(.muted)))
    }
    return spans
  }

  /// The result of the last connectivity check.
  var connectivity: [Span] {
    guard let report = state.content.connectivity else { return [] }
    let look = ConnectivityLabel(report, poll: state.content.poll)
    let symbol = Span(look.symbol, style(look.role))
    guard has(.status) else { return [symbol] }
    let words = has(.connectivityText) ? look.text : look.shortText
    let isGood = report.isConnected || report.status == .determining
    return [symbol, Span(" " + words, style(isGood ? .muted : look.role))]
  }

  /// The port of the server inside the program, and the number of its clients.
  var server: [Span] {
    guard let serving = state.content.serving else { return [] }
    let clients = has(.serverText) ? " · " + Number.count(serving.clients.count, "client") : ""
    return [
      Span("⇄", style(.success)), Span(" " + Self.port(of: serving.url) + clients, style(.muted)),
    ]
  }

  /// The number of members of the team and the latency, or the time for which the team has been offline.
  var team: [Span] {
    guard let activity = state.content.team else { return [] }
    let muted = style(.muted)
    let namespace = state.context.teamNamespace?.shortened(to: 20) ?? "team"
    switch activity.status {
    case .connecting: return [Span(namespace, muted), Span(" · connecting", muted)]
    case .online(let latency):
      var pieces = [
        [Span(namespace, style(.success))], [Span("\(activity.members.count) here", muted)],
      ]
      if let latency, has(.teamLatency) { pieces.append([Span(latency.elapsedText, muted)]) }
      return dotted(pieces + pending(activity))
    case .offline(let since, _):
      let time = isStill ? "" : " " + state.offlineTime(since: since, at: now).countdown
      let pieces = [
        [Span(namespace, style(.warning))], [Span("offline" + time, style(.warning))],
      ]
      return dotted(pieces + pending(activity))
    }
  }

  /// The number of features with changes that the team does not have yet; empty for none.
  private func pending(_ activity: TeamActivity) -> [[Span]] {
    let count = activity.pending.union(isTeamOffline ? state.content.unsaved : []).count
    return count == 0 ? [] : [[Span("\(count) pending", style(.warning))]]
  }

  /// Whether the team is offline, which explains why overrides can be neither read nor saved.
  private var isTeamOffline: Bool {
    if case .offline? = state.content.team?.status { true } else { false }
  }

  /// The port of a URL, such as `8016`; the host of a URL without a port.
  private static func port(of url: String) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let host = rest.prefix { $0 != "/" }
    let port = host.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
    let isPort = port.count < host.count && !port.isEmpty && port.allSatisfy(\.isNumber)
    return String(isPort ? port : host)
  }

  /// The key that opens the problems, in parentheses; empty if the action has no key.
  private var problemKey: String {
    state.keymap.label(of: .find(.problems)).map { " (\($0))" } ?? ""
  }

  /// The user, and the numbers of problems and overrides.
  var facts: [HeaderPart] {
    var facts = user + problems + changes + scope + overrides
    if state.readOnlyReason != nil {
      facts.append(HeaderPart([Span("read-only", style(.warning))], target: nil))
    }
    if state.usesMouse == false {
      facts.append(HeaderPart([Span("mouse off", style(.muted))], target: nil))
    }
    return facts.joined(by: Span(" · ", style(.muted)))
  }

  /// The number of problems, and the key that lists them, which is dropped last while there are errors.
  private var problems: [HeaderPart] {
    let number = state.panes.problems.list.problemCount
    guard number > 0 else { return [] }
    let words = !has(.factText) ? "\(number)" : Number.count(number, "problem")
    let hasErrors = state.panes.problems.list.hasErrors
    let symbol = hasErrors ? "✗ " : "▲ "
    let count = Span(symbol + words, style(hasErrors ? .failure : .warning))
    guard let key = state.keymap.label(of: .find(.problems)) else {
      return [HeaderPart([count], opens: .problems)]
    }
    guard has(.factText), has(.problemKey) else {
      return [
        HeaderPart(
          [count, Span(hasErrors && has(.errorKey) ? problemKey : "", style(.muted))],
          opens: .problems
        )
      ]
    }
    let spans = [Span(key, style(.key)), Span(" lists them", style(.muted))]
    return [HeaderPart([count], opens: .problems), HeaderPart(spans, opens: .problems)]
  }

  /// The number of changes of the source.
  private var changes: [HeaderPart] {
    let count = state.content.changeLog.count
    guard count > 0 else { return [] }
    let key = state.keymap.label(of: .find(.changes)).map { " (\($0))" } ?? ""
    let words = has(.factText) ? " changed" + (has(.problemKey) ? key : "") : ""
    return [HeaderPart([Span("± \(count)" + words, style(.information))], opens: .changes)]
  }

  /// For whom changes are made; omitted if there is no choice.
  private var scope: [HeaderPart] {
    guard state.ownScope != nil || state.content.list?.hasScopes == true else { return [] }
    let scope = state.scope
    guard scope != .everyone || has(.attributeText) else { return [] }
    let text = scope == .everyone ? "◆ everyone" : "◉ only " + "\(scope)".shortened(to: 24)
    return [HeaderPart([Span(text, style(scope == .everyone ? .muted : .overridden))], target: nil)]
  }

  /// The number of overridden features, and whether overrides cannot be read or saved.
  private var overrides: [HeaderPart] {
    var parts: [HeaderPart] = []
    if let count = state.content.list?.overriddenCount, count > 0 {
      let words = has(.factText) ? " overridden" : ""
      let text = Span("◆ \(count)" + words, style(.overridden))
      parts.append(HeaderPart([text], target: .overriddenFeatures))
    }
    guard !isTeamOffline else { return parts }
    if state.content.overridesFailure != nil {
      let words = has(.factText) ? "overrides unreadable" + problemKey : "overrides"
      parts.append(HeaderPart([Span("✗ " + words, style(.failure))], opens: .problems))
    }
    if !state.content.unsaved.isEmpty {
      let words = has(.factText) ? " not saved" : ""
      let text = Span("✗ \(state.content.unsaved.count)" + words, style(.failure))
      parts.append(HeaderPart([text], target: nil))
    }
    return parts
  }
}

extension HeaderParts {
  /// The persona or the key of the user, and the attributes.
  var user: [HeaderPart] {
    let content = state.content
    let isKnown = content.userFields != nil
    guard has(.user), let key = content.userFields?.key ?? state.context.user else { return [] }
    // Before anyone is chosen, the user is empty, and would match a persona without a key and
    // attributes.
    let isChosen = isKnown && content.user != EvaluationContext()
    let persona = isChosen ? state.context.personas.first { $0.user == content.user } : nil
    let attributes = isKnown ? content.user.attributesText() : ""
    let name = persona?.name ?? key
    let isMissing = name.isEmpty && content.evaluator?.targetingKeyUse == .required
    guard !name.isEmpty || isMissing || !attributes.isEmpty else { return [] }
    let text =
      name.isEmpty
      ? isMissing ? "no user" : "no key" : "user " + name.shortened(to: has(.userText) ? 24 : 12)
    var spans = [Span(text, style(isMissing ? .warning : .muted))] + userKey
    if !attributes.isEmpty, has(.attributes) {
      let width = has(.attributeText) ? 40 : 16
      spans.append(Span(" · " + attributes.shortened(to: width), style(.muted)))
    }
    return [HeaderPart(spans, target: nil)]
  }

  /// The hint about the key that chooses a user; empty unless no feature has a result without a user.
  private var userKey: [Span] {
    guard has(.problemKey), state.content.list?.features.lackUser == true,
      let key = state.keymap.label(of: .live(.user))
    else { return [] }
    return [
      Span(": ", style(.warning)), Span(key, style(.key)), Span(" chooses one", style(.muted)),
    ]
  }
}

extension DashboardState {
  /// The title of the terminal's window: the source, and the number of overridden features if there are any.
  public var windowTitle: String {
    let count = content.list?.overriddenCount ?? 0
    return "Halyard: " + sourceTitle + (count > 0 ? ", \(count) overridden" : "")
  }
}
