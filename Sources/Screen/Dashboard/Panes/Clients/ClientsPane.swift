import FeatureFlags
import Frame
import Text
import Workbench

/// The pane that shows the server inside the program, its clients, and their evaluations.
struct ClientsPane: Pane {
  private(set) var table = ClientTable()
  /// The evaluations with their filter and cursor.
  private(set) var log = EvaluationLog()
  /// The list of the requested keys that belong to no feature.
  private(set) var unknown = RequestedKeyList()
  /// The list of the features that clients have requested one by one.
  private(set) var asked = RequestedKeyList()
  /// The part that has the focus while the pane is focused.
  private(set) var part = ClientsPart.clients
  /// The content of the lower part of the pane.
  private(set) var view = View.all
  private(set) var search = SearchField()

  /// The content of the lower part.
  enum View: Hashable, Sendable, CaseIterable {
    case all
    /// The evaluations that an override determined.
    case overridden
    /// The requested keys that belong to no feature.
    case unknownKeys
    /// The features that clients have requested since the start of the test case or of the server.
    case asked
  }

  /// The list of keys in the lower part; `nil` if the lower part shows evaluations.
  var keys: RequestedKeyList? {
    switch view {
    case .all, .overridden: nil
    case .unknownKeys: unknown
    case .asked: asked
    }
  }

  /// Whether the evaluations are filtered by kind or by search text.
  var isFiltered: Bool { view != .all || !search.words.isEmpty }
  var isTyping: Bool { search.isTyping }

  func hints(_ scene: Scene) -> [[Action]] {
    guard scene.content.serving != nil else {
      return [[.live(.serve)], [.program(.help)], [.find(.back)]]
    }
    return [
      [.find(.switchPane)], [.find(.details)], [.live(.testCase)], [.live(.pausePolling)],
    ]
      + (part == .evaluations ? [[.change(.act)]] : [])
      + [
        [.find(.filter)], [.find(.search)], [.move(.up), .move(.down)], [.program(.help)],
        [.find(.back)],
      ]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    switch action {
    case .move(.up), .move(.down): "move"
    case .find(.details): part == .clients ? "use user" : "go to feature"
    case .find(.switchPane): part == .clients ? "next" : "features"
    case .live(.pausePolling): log.isPaused ? "resume" : "pause"
    case .change(.act): "force for user"
    case .change, .move, .find, .live, .program: nil
    }
  }

  var plainSymbols: [Character: String] { ["●": "streaming,", "▲": "no feature,"] }

  var ownChanges: Set<Action.Change> { [.act] }

  mutating func perform(_ action: Action, _ scene: Scene) -> Request? {
    guard let serving = scene.content.serving else {
      guard action == .change(.act) else { return nil }
      let key = scene.keymap.text(of: .find(.features))
      let text = "\(key) goes to the features, where they can be changed."
      return .notice(Notice(text, kind: .information))
    }
    switch action {
    case .change(.act): return force(scene.content)
    case .find(.details): return part == .clients ? useUser() : showFeature(scene.content.list)
    case .find(.switchPane):
      // After the last part, the result `nil` makes the dashboard focus the feature list.
      guard part == .clients else {
        part = .clients
        return nil
      }
      part = .evaluations
    case .find(.search):
      search.begin()
      part = .evaluations
    case .find(.filter):
      part = .evaluations
      showNextView(scene.content)
    case .find(.back):
      guard isFiltered else { return nil }
      view = .all
      search.clear()
      applyFilter(scene.content)
    case .live(.pausePolling): log.togglePause(serving.evaluations, table.names)
    case .change, .move, .find, .live, .program: return nil
    }
    return .stay
  }

  /// Forces the next state of the evaluated feature, only for the user of the evaluation under the cursor.
  private func force(_ content: DashboardData) -> Request {
    guard part == .evaluations, keys == nil, let evaluation = log.selected, let key = evaluation.key
    else {
      let text = "Only an evaluation of one feature can be forced for its user."
      return .notice(Notice(text, kind: .information))
    }
    guard let user = evaluation.user else {
      return .notice(Notice("This evaluation has no user with a key.", kind: .information))
    }
    guard let list = content.list, let name = list.name(forKey: key),
      let position = list.position(of: name)
    else {
      return .notice(Notice("No feature has the key \(key.shortened(to: 40)).", kind: .warning))
    }
    let context = EvaluationContext(targetingKey: user)
    var feature = list.features[position]
    feature.selectOverride(for: context)
    if let evaluator = content.evaluator {
      feature.allocate(by: evaluator.allocator(for: context, count: 1))
    }
    let scope = OverrideScope.key(user)
    switch feature.tap(for: scope) {
    case .set(let choice):
      return .run([.overrides(.set([choice], for: [name], only: scope))])
    case .reset: return .run([.overrides(.reset([name], only: scope))])
    case .pick:
      guard let choice = feature.cycled(by: 1) else { break }
      return .run([.overrides(.set([choice], for: [name], only: scope))])
    case .edit, .nothing: break
    }
    let text = "\(name.text.shortened(to: 40)) has no states: its values are set in the list."
    return .notice(Notice(text, kind: .information))
  }

  private func useUser() -> Request {
    guard let client = table.selected else {
      return .notice(Notice("No client has sent a request yet.", kind: .information))
    }
    guard let context = client.context else {
      return .notice(Notice("This client has not sent a user.", kind: .information))
    }
    return .setUser(context)
  }

  /// Selects the feature of the evaluation under the cursor in the feature list.
  private func showFeature(_ features: FeatureList?) -> Request {
    let key = keys.map { $0.selected?.key } ?? log.selected?.key
    guard let key else {
      return .notice(Notice("This row is not about one feature.", kind: .information))
    }
    guard let name = features?.name(forKey: key) else {
      return .notice(Notice("No feature has the key \(key.shortened(to: 40)).", kind: .warning))
    }
    return .showFeature(name)
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    let areas = areas(scene.area(of: .clients))
    switch part {
    case .clients:
      table.cursor.move(by: Scene.step(of: move, height: areas.clients?.rows ?? 1))
    case .evaluations:
      let step = Scene.step(of: move, height: areas.evaluations?.rows ?? 1)
      switch view {
      case .all, .overridden: log.cursor.move(by: step)
      case .unknownKeys: unknown.cursor.move(by: step)
      case .asked: asked.cursor.move(by: step)
      }
    }
  }

  mutating func refresh(
    after change: DashboardData.Change,
    anchor: Feature.Name?,
    _ content: DashboardData
  ) {
    switch change {
    case .loaded, .changed, .orphaned: break
    case .served:
      guard let serving = content.serving else { return self = ClientsPane() }
      table.update(serving)
      log.update(serving.evaluations, table.names)
      updateKeys(content)
    }
  }

  mutating func settle(_ scene: Scene) {
    guard scene.panes.contains(.clients) else { return }
    let areas = areas(scene.area(of: .clients))
    if let area = areas.clients {
      table.cursor.settle(count: table.clients.count, height: max(area.rows, 1))
    }
    guard let area = areas.evaluations else { return }
    log.cursor.settle(count: log.shown.count, height: max(area.rows, 1))
    unknown.cursor.settle(count: unknown.shown.count, height: max(area.rows, 1))
    asked.cursor.settle(count: asked.shown.count, height: max(area.rows, 1))
  }

  /// The next time at which the sparkline, or the age of a client or a requested key in the viewport,
  /// changes.
  func nextTick(_ scene: Scene) -> Duration? {
    let areas = areas(scene.area(of: .clients))
    let clients = table.clients.dropFirst(table.cursor.top).prefix(areas.clients?.rows ?? 0)
    let keys =
      keys.map { list in
        list.shown.dropFirst(list.cursor.top).prefix(areas.evaluations?.rows ?? 0)
      } ?? []
    let wallClock = scene.content.context.wallClock
    let ages = (clients.map(\.lastSeen) + keys.map(\.last))
      .map { Age(of: $0, at: scene.now, wallClock).nextChange }
    let curve = scene.content.serving.map { _ in
      EvaluationRates.nextChange(at: scene.now, wallClock)
    }
    return (ages + [curve].compactMap(\.self)).min()
  }

  /// The areas of both lists in a pane with the given area; `nil` for a hidden list.
  private func areas(_ area: Area) -> (clients: Area?, evaluations: Area?) {
    let layout = ClientsLayout(area, clientCount: table.clients.count, part: part)
    let head = ClientsLayout.headRows(columns: area.columns)
    return (
      layout.clients.map { ClientsLayout.parts(of: $0, head: head).list },
      layout.evaluations.map { ClientsLayout.parts(of: $0, head: 0).list }
    )
  }
}

// MARK: Filter and search

extension ClientsPane {
  mutating func press(_ key: Key, _ scene: Scene) {
    if key == .enter { return search.keep() }
    switch search.press(key) {
    case .changed: applyFilter(scene.content)
    case .unchanged: break
    case .ignored: if case .move(let move)? = Action(key: key) { self.move(move, scene) }
    }
  }

  mutating func insert(_ text: String, _ scene: Scene) {
    if search.insert(text) { applyFilter(scene.content) }
  }

  private mutating func showNextView(_ content: DashboardData) {
    let views = View.allCases
    let next = views.firstIndex(of: view).map { ($0 + 1) % views.count } ?? 0
    view = views[next]
    applyFilter(content)
  }

  /// Shows the features that clients have requested, without a search.
  mutating func showAsked(_ content: DashboardData) {
    view = .asked
    part = .evaluations
    search.clear()
    applyFilter(content)
  }

  private mutating func applyFilter(_ content: DashboardData) {
    let filter = EvaluationLog.Filter(words: search.words, isOverriddenOnly: view == .overridden)
    log.apply(filter, table.names)
    updateKeys(content)
  }

  /// Updates the keys of the lower part while they are shown; sorting the keys is the most expensive
  /// part of an update.
  private mutating func updateKeys(_ content: DashboardData) {
    guard let requests = content.requests else { return }
    switch view {
    case .all, .overridden: break
    case .unknownKeys: unknown.update(requests.unknownKeys, words: search.words)
    case .asked: asked.update(requests.askedFeatures, words: search.words)
    }
  }
}

extension FeatureList {
  /// The feature of a requested key: the key itself, or the text before a period and a variable.
  fileprivate func name(forKey key: String) -> Feature.Name? {
    var rest = key[...]
    // Bounds the number of look-ups for a key of thousands of periods.
    for _ in 0..<8 {
      let name = Feature.Name(rawValue: String(rest))
      if position(of: name) != nil { return name }
      guard let period = rest.lastIndex(of: ".") else { return nil }
      rest = rest[..<period]
    }
    return nil
  }
}

/// Keys that clients have requested, sorted by key, with the cursor.
struct RequestedKeyList: Sendable {
  /// The keys that match the search, in a stable order.
  private(set) var shown: [RequestedKey] = []
  var cursor = ListCursor()

  /// The key under the cursor; `nil` if the list is empty.
  var selected: RequestedKey? {
    shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil
  }

  /// The maximum number of bytes of a key that are searched.
  private static let searchLimit = 256

  /// Replaces the keys; the cursor stays on the same key.
  mutating func update(_ keys: [RequestedKey], words: [[UInt8]]) {
    let selected = selected?.key
    shown = keys.filter { key in
      let start = String(decoding: key.key.utf8.prefix(Self.searchLimit), as: UTF8.self)
      return FoldedText.contains(words, in: FoldedText.bytes(of: start))
    }.sorted { $0.key < $1.key }
    if let selected, let index = shown.firstIndex(where: { $0.key == selected }) {
      cursor.follow(rows: index - cursor.selected)
    }
  }
}
