import Frame

/// The pane that shows the Internet connectivity and the polling of the source.
struct ConnectivityPane: Pane {
  /// The index of the first line in the viewport.
  private var top = 0

  func hints(_ scene: Scene) -> [[Action]] {
    [[.move(.up), .move(.down)], [.live(.refresh)]]
      + (scene.content.poll == nil ? [] : [[.live(.pausePolling)]])
      + [[.find(.activity)], [.program(.help)], [.find(.back)]]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    action == .live(.refresh) ? "check now" : nil
  }

  mutating func perform(_ action: Action, _ scene: Scene) -> Request? {
    action == .live(.refresh) ? .checkConnectivity : nil
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    top = top.saturatingAdd(Scene.step(of: move, height: scene.layout.paneHeight))
  }

  mutating func settle(_ scene: Scene) {
    top = scene.settled(top) { lines(columns: scene.area(of: .connectivity).columns - 4, scene) }
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    var title = [Span("Connectivity", scene.theme.style(.title))]
    if scene.content.isChecking {
      title.append(Span("  checking …", scene.theme.style(.information)))
    }
    canvas.drawPage(
      lines(columns: area.columns - 4, scene),
      title: title,
      top: top,
      border: scene.borderStyle(of: .connectivity),
      theme: scene.theme,
      in: area
    )
  }

  private func lines(columns: Int, _ scene: Scene) -> [Line] {
    let content = scene.content
    var page = DetailsPage(theme: scene.theme, columns: columns, searchWords: [])
    if let connectivity = content.connectivity {
      page.add(
        connectivity,
        history: content.history,
        poll: content.poll,
        isPlain: scene.isPlain
      )
    } else {
      page.addURLs(
        content.context.probeURLs,
        key: scene.keymap.text(of: .live(.refresh)),
        isPlain: scene.isPlain
      )
    }
    if let poll = content.poll {
      page.add(poll, of: content.context, origin: content.origin, now: scene.now)
    }
    return page.lines
  }
}
