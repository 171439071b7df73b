import FeatureFlags
import Frame
import Workbench

/// The pane that shows the details of the feature under the cursor of the list.
struct DetailsPane: Pane {
  /// The index of the first line in the viewport.
  private var top = 0
  /// The feature whose details were last shown.
  private var shown: Feature.Name?
  /// The time range of the band with the states of the feature.
  ///
  /// `nil` if the user has not chosen a range: the band then shows the last day, but only if the state
  /// has changed in it.
  private(set) var range: TimelineRange?

  var isAboutFeatures: Bool { true }

  func hints(_ scene: Scene) -> [[Action]] {
    let reset: [[Action]] = [[.change(.reset)]]
    let selected = scene.selected
    let isOverridden = selected?.isOverridden == true
    return [[.move(.up), .move(.down)], [.change(.act)], [.change(.previous), .change(.next)]]
      + [[.find(.nextMatch), .live(.pausePolling)]]
      + (isOverridden ? reset : []) + (selected.map { ListPane.editHints(of: $0) } ?? [])
      + [[.change(.pick)]] + (selected.map { ListPane.jsonHints(of: $0) } ?? [])
      + (selected.map { ListPane.serviceHints(of: $0, scene.content) } ?? [])
      + (isOverridden ? [] : reset) + [[.program(.help)], [.find(.back)]]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    action == .find(.nextMatch) ? "next feature" : nil
  }

  mutating func perform(_ action: Action, _ scene: Scene) -> Request? {
    switch action {
    case .find(.nextMatch): .moveList(.down)
    case .find(.previousMatch), .live(.pausePolling): .moveList(.up)
    default: nil
    }
  }

  /// Selects the next time range of the band: the last hour, day or week.
  mutating func showNextRange() { range = (range ?? .day).next }

  /// Shows the band, even if the state has not changed.
  mutating func showBand() { range = range ?? .day }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    top = top.saturatingAdd(Scene.step(of: move, height: scene.layout.paneHeight))
  }

  mutating func settle(_ scene: Scene) {
    guard let selected = scene.selected else { return top = 0 }
    if shown != selected.name {
      shown = selected.name
      top = 0
    }
    top = scene.settled(top) {
      lines(of: selected, columns: scene.area(of: .details).columns - 4, scene)
    }
  }

  func nextTick(_ scene: Scene) -> Duration? {
    guard let selected = scene.selected else { return nil }
    let clock = scene.content.context.wallClock
    let change =
      selected.isOverridden ? selected.override?.nextChange(of: clock, after: scene.now) : nil
    let hasCurve = scene.content.requests?.use(of: selected.name) != nil
    let curve = hasCurve ? EvaluationRates.nextChange(at: scene.now, clock) : nil
    return [change, curve, nextBandStep(scene)].compactMap(\.self).min()
  }

  /// The next time at which the band moves by a cell; a cell is at least a minute.
  private func nextBandStep(_ scene: Scene) -> Duration? {
    guard scene.content.timeline != nil, !scene.isPlain else { return nil }
    let clock = scene.content.context.wallClock
    let columns = scene.area(of: .details).columns - 4
    let page = DetailsPage(theme: scene.theme, columns: columns, searchWords: [])
    return clock.time(
      of: (range ?? .day).axis(columns: page.bandWidth, now: clock.date(at: scene.now), clock).end
    )
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    guard let selected = scene.selected else {
      let box = Canvas.Box(
        title: [Span("Details", scene.theme.style(.muted))],
        border: scene.borderStyle(of: .details),
        inside: scene.theme.style(.text)
      )
      canvas.draw(box, in: area)
      let texts = ["No feature selected.", "Details of the feature under the cursor appear here."]
      return canvas.drawEmpty(texts, in: area.inset(), theme: scene.theme)
    }
    canvas.drawPage(
      lines(of: selected, columns: area.columns - 4, scene),
      title: title(of: selected, columns: area.columns - 6, scene),
      top: top,
      border: scene.borderStyle(of: .details),
      theme: scene.theme,
      in: area
    )
  }

  /// The symbol and the remaining time of the override, for the end of the title.
  private func mark(of feature: Feature, _ scene: Scene) -> String {
    let clock = scene.content.context.wallClock
    let remaining = RemainingTime(feature.override, at: scene.now, clock).map { " " + $0.text }
    return feature.overrideSymbol.map { " " + $0 + (remaining ?? "") } ?? ""
  }

  /// The name of the feature with the symbol of its override, and the type if there is room for it.
  private func title(of feature: Feature, columns: Int, _ scene: Scene) -> [Span] {
    let mark = mark(of: feature, scene)
    let room = max(columns - DisplayText(mark).width, 1)
    let name = DisplayText(line: feature.name.text).truncatedInMiddle(to: room)
    let type = Self.hasType(feature, room: room) ? " · " + feature.typeText : ""
    return [
      Span(name, scene.theme.style(.title)), Span(type, scene.theme.style(.muted)),
      Span(mark, scene.theme.style(.overridden)),
    ]
  }

  /// Whether a title has room for the whole type beside the whole name.
  private static func hasType(_ feature: Feature, room: Int) -> Bool {
    DisplayText(line: feature.name.text + " · " + feature.typeText).width <= room
  }

  /// Adds the parts for which the title has no room: the full name, and the type.
  private func addTitle(
    to page: inout DetailsPage,
    of feature: Feature,
    columns: Int,
    _ scene: Scene
  ) {
    // The title is two cells shorter than the lines.
    let room = max(columns - 2 - DisplayText(mark(of: feature, scene)).width, 1)
    if DisplayText(line: feature.name.text).width > room {
      for line in DisplayText.lines(of: feature.name.text, columns: columns) {
        page.add(Line([Span(line, scene.theme.style(.title))]))
      }
    }
    if !Self.hasType(feature, room: room) { page.add("Type", feature.typeText) }
  }

  private func lines(of feature: Feature, columns: Int, _ scene: Scene) -> [Line] {
    let content = scene.content
    let clock = content.context.wallClock
    let now = clock.date(at: scene.now)
    var page = DetailsPage(theme: scene.theme, columns: columns, searchWords: scene.searchWords)
    page.isPlain = scene.isPlain
    page.keymap = scene.keymap
    addTitle(to: &page, of: feature, columns: columns, scene)
    page.add(
      feature,
      explanation: feature.isRemoved
        ? nil : content.evaluator?.explanation(of: feature, in: content.user),
      ruleTitles: content.evaluator?.titlesOfForcedRules(of: feature) ?? [:],
      user: content.user,
      caveats: content.evaluator?.caveats(ofOverridesOf: feature, for: content.user) ?? [],
      problems: content.problems[feature.name.rawValue] ?? [],
      isUnsaved: content.unsaved.contains(feature.name),
      team: content.teamMarks[feature.name],
      wallClock: clock,
      now: now
    )
    if let timeline = content.timeline {
      page.addTimeline(of: feature, timeline, range, for: content.user, clock, now: now)
    }
    page.add(content.staleness.reasons(for: feature), of: feature, now: now)
    let history = content.changeHistory[feature.name] ?? []
    page.addHistory(history, clock, now: now, own: content.context.origin)
    if let requests = content.requests, !feature.isRemoved {
      page.add(requestsFor: feature.name, requests, clock, now: now)
      if let users = content.serving?.tests[feature.name] { page.add(usersOf: users, clock) }
    }
    return page.lines
  }
}
