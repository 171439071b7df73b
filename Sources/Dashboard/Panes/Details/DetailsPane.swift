import FeatureFlags
import Frame
import Serving

/// The pane that shows the details of the feature under the cursor of the list.
struct DetailsPane: Pane {
  /// The index of the first line in the viewport.
  private var top = 0
  /// The feature whose details were last shown.
  private var shown: Feature.Name?

  var isAboutFeatures: Bool { true }

  func hints(_ scene: Scene) -> [[Action]] {
    let reset: [[Action]] = [[.change(.reset)]]
    let selected = scene.selected
    let isOverridden = selected?.isOverridden == true
    return [[.move(.up), .move(.down)], [.change(.act)], [.change(.previous), .change(.next)]]
      + (isOverridden ? reset : []) + (selected.map { ListPane.editHints(of: $0) } ?? [])
      + [[.change(.pick)]]
      + (selected.map { ListPane.serviceHints(of: $0, scene.content) } ?? [])
      + (isOverridden ? [] : reset) + [[.program(.help)], [.find(.back)]]
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    top = top.saturatingAdd(Scene.step(of: move, height: scene.layout.detailsHeight))
  }

  mutating func settle(_ scene: Scene) {
    guard let selected = scene.selected else { return top = 0 }
    if shown != selected.name {
      shown = selected.name
      top = 0
    }
    top = scene.settled(top) {
      lines(of: selected, columns: scene.layout.details.columns - 4, scene)
    }
  }

  func nextTick(_ scene: Scene) -> Duration? {
    guard let selected = scene.selected, selected.isOverridden else { return nil }
    return selected.override?.nextChange(of: scene.content.context.wallClock, after: scene.now)
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    guard let selected = scene.selected else {
      let box = Canvas.Box(
        title: [Span("Details", scene.theme.style(.muted))],
        border: scene.borderStyle(of: .details),
        inside: scene.theme.style(.text)
      )
      canvas.draw(box, in: area)
      return
    }
    canvas.drawPage(
      lines(of: selected, columns: area.columns - 4, scene),
      title: title(of: selected, columns: area.columns - 6, scene.theme),
      top: top,
      border: scene.borderStyle(of: .details),
      theme: scene.theme,
      in: area
    )
  }

  private func title(of feature: Feature, columns: Int, _ theme: Theme) -> [Span] {
    let mark = feature.isOverridden ? [Span(" ◆", theme.style(.overridden))] : []
    let name = DisplayText(feature.name.rawValue, truncatedTo: columns - mark.count * 2)
    return [Span(name, theme.style(.title))] + mark
  }

  private func lines(of feature: Feature, columns: Int, _ scene: Scene) -> [Line] {
    let content = scene.content
    var page = DetailsPage(theme: scene.theme, columns: columns, searchWords: scene.searchWords)
    page.add(
      feature,
      explanation: feature.isRemoved
        ? nil : content.evaluator?.explanation(of: feature, in: content.user),
      problems: content.problems[feature.name.rawValue] ?? [],
      isUnsaved: content.unsaved.contains(feature.name),
      wallClock: content.context.wallClock,
      now: content.context.wallClock.date(at: scene.now)
    )
    if let serving = content.serving, !feature.isRemoved {
      page.add(serving.uses[feature.name], of: serving, content.context.wallClock)
    }
    return page.lines
  }
}
