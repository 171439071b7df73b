import FeatureFlags
import Frame
import Text
import Workbench

import struct FoundationEssentials.Date

/// Builds the lines of a pane that consists of labels and texts.
struct DetailsPage {
  let theme: Theme
  let columns: Int
  let searchWords: [[UInt8]]
  var lines: [Line] = []
  /// The symbol after values that the feature's override forces, as in the list.
  private var overrideSymbol = "◆"
  /// The variations of the feature; the bars number them in this order.
  var variations: [TestVariation] = []

  /// The keys that texts name; with `nil`, for the output of a command, texts name commands instead.
  var keymap: Keymap? = .standard
  /// Whether the page is read as lines of text in plain mode, so that it has sentences instead of drawings.
  var isPlain = false

  /// The width of the label column in cells.
  static let labelWidth = 13
  /// The minimum width of a page with long values beside their labels, in cells; a narrower page has
  /// them below the labels.
  private static let minimumLabelledColumns = 41
  /// The indentation of a value below its label, in cells.
  private static let indent = 2

  init(theme: Theme, columns: Int, searchWords: [[UInt8]]) {
    self.theme = theme
    self.columns = columns
    self.searchWords = searchWords
  }

  /// Adds all details of a feature, such as its type, state, variations, override and problems, and
  /// the explanation of its evaluation.
  mutating func add(
    _ feature: Feature,
    explanation: Explanation? = nil,
    ruleTitles: [String: String] = [:],
    user: EvaluationContext = EvaluationContext(),
    caveats: [String] = [],
    problems: [Problem],
    isUnsaved: Bool = false,
    team: TeamMark? = nil,
    wallClock: WallClock,
    now: Date
  ) {
    overrideSymbol = feature.overrideSymbol ?? overrideSymbol
    // Adds the name and the type only for a command: in a pane, the title has them.
    if keymap == nil {
      add("Name", feature.name.text)
      add("Type", feature.typeText)
    }
    for (number, line) in feature.descriptionLines.enumerated() {
      add(number == 0 ? "Description" : "", line)
    }
    if feature.type != .value, !feature.isRemoved { addState(of: feature) }
    if let explanation { add(explanation, of: feature, for: user) }
    if feature.type.isTest { addVariations(of: feature) }
    addVariables(of: feature)
    addFacts(of: feature)
    addOverrides(of: feature, ruleTitles, wallClock, now: now)
    for caveat in caveats { add("In apps", "▲ " + caveat, role: .warning) }
    if isUnsaved { add("Not saved", "✗ the change applies in this dashboard only", role: .failure) }
    if let team { addTeam(team, wallClock) }
    addUnavailability(of: feature)
    addProblems(problems)
    addIgnored(of: feature)
  }

  /// Whether the page is too narrow for a label column beside long values.
  private var isNarrow: Bool { columns < Self.minimumLabelledColumns }

  /// The offset of values that are not beside a label, in cells.
  private var valueColumn: Int { isNarrow ? Self.indent : Self.labelWidth }

  /// The width of the value column in cells.
  var valueWidth: Int { max(columns - valueColumn, 8) }

  /// Adds a label with a text that is wrapped to the value column.
  mutating func add(_ label: String, _ text: String, role: Role = .text) {
    let style = theme.style(role)
    let found = theme.style([role, .match])
    let wrapped = DisplayText.lines(of: text, columns: valueWidth)
    add(label, wrapped.map { Span.highlighting(searchWords, in: $0, style, found) })
  }

  /// Adds a label with lines of spans in the value column; on a narrow page, the lines are below the
  /// label if there is no room beside it.
  mutating func add(_ label: String, _ values: [[Span]]) {
    let style = theme.style(.muted)
    var (label, column) = (label, valueColumn)
    if isNarrow, !label.isEmpty {
      if values.count == 1, Line(values[0]).width <= columns - Self.labelWidth {
        column = Self.labelWidth
      } else {
        lines.append(Line(label, style))
        label = ""
      }
    }
    for (number, spans) in values.enumerated() {
      let words = DisplayText(number == 0 ? label : "").padded(to: column)
      lines.append(Line([Span(words, style)] + spans))
    }
  }

  /// Adds a line across both columns.
  mutating func add(_ line: Line) { lines.append(line) }

  /// Adds an empty line, unless the last line is already empty.
  mutating func addGap() {
    if let last = lines.last, !last.spans.isEmpty { lines.append(Line()) }
  }
}

extension DetailsPage {
  /// Adds the activity of the team that concerns the feature.
  private mutating func addTeam(_ mark: TeamMark, _ clock: WallClock) {
    if mark.isPending {
      add("Pending", "◌ not sent to the team yet: etcd does not respond", role: .warning)
    }
    if let lock = mark.lock { add("Team", lock.text(clock), role: .warning) }
    if !mark.people.isEmpty {
      add(mark.lock == nil ? "Team" : "", mark.people.joined(separator: ", ") + " here")
    }
  }

  /// Adds the state of the feature for the current user.
  fileprivate mutating func addState(of feature: Feature) {
    let state = feature.state
    addGap()
    if feature.openText != nil { return addOpenState(of: feature) }
    if feature.hasValues {
      addValue(of: feature)
    } else {
      let words = state.isEnabled ? "Enabled" : "Disabled"
      add("State", [stateSpans(words, state.isEnabled, feature.override?.enabled != nil)])
    }
    if let isUnlocked = state.isUnlocked {
      let words = isUnlocked ? "Unlocked" : "Locked"
      add("Lock", [stateSpans(words, isUnlocked, feature.override?.unlocked != nil)])
    }
    let isNamed = feature.testVariations.first.map { $0 != .enabled } ?? false
    guard feature.type.isTest || isNamed, feature.type != .deprecated,
      !feature.hasValues || state.variation != nil
    else { return }
    let none = feature.isEvaluatedByService ? "none for this user" : "none while it is disabled"
    let name = state.variation?.text ?? none
    let isForced = state.variation != nil && feature.override?.variation == state.variation
    let role: Role = state.variation == nil ? .muted : isForced ? .overridden : .variation
    let style = theme.style(role)
    var wrapped = DisplayText.lines(of: name, columns: valueWidth).map { [Span($0, style)] }
    if isForced { addOverrideSymbol(to: &wrapped) }
    add("Variation", wrapped)
  }

  /// Adds the symbol of an override at the end of the last line of a value, or in a new line if that
  /// line is full.
  private func addOverrideSymbol(to lines: inout [[Span]]) {
    let style = theme.style(.overridden)
    guard let last = lines.popLast() else { return }
    let isFull = Line(last).width + 2 > valueWidth
    lines +=
      isFull ? [last, [Span(overrideSymbol, style)]] : [last + [Span(" " + overrideSymbol, style)]]
  }

  private func stateSpans(_ words: String, _ isOn: Bool, _ isOverridden: Bool) -> [Span] {
    if isOverridden { return [Span("\(words) \(overrideSymbol)", theme.style(.overridden))] }
    // Drops the background of the style: that background is meant for whole rows of the list.
    let style = Style(
      foreground: theme.style(isOn ? .enabled : .disabled).foreground,
      background: theme.style(.text).background,
      attributes: .bold
    )
    return [Span(words, style)]
  }

  /// Adds the assignment, the labels, the section and the configured state.
  fileprivate mutating func addFacts(of feature: Feature) {
    addGap()
    if let assignment = feature.assignment, feature.type.isTest {
      add("Assignment", Number.text(assignment))
    }
    if !feature.labels.isEmpty {
      add("Labels", feature.labels.map { $0 ?? "–" }.joined(separator: ", "))
    }
    add("Section", feature.sectionTitle)
    for (number, fact) in feature.definition.metadata.enumerated() {
      add(number == 0 ? "Metadata" : "", "\(fact.key): \(fact.value.unquoted)")
    }
    if !feature.isRemoved { add("Configured", feature.configured.stateText) }
  }

  /// Adds all overrides in descending precedence, each with its users, lifetime, author and time.
  fileprivate mutating func addOverrides(
    of feature: Feature,
    _ ruleTitles: [String: String],
    _ clock: WallClock,
    now: Date
  ) {
    for scoped in feature.overrides where !scoped.override.isEmpty {
      let (scope, override) = (scoped.scope, scoped.override)
      let isActive = scope == feature.overrideScope
      // Names the users first: the name of a variation alone, such as 1, reads like a number of the override.
      let users = scope.audience(of: feature).map { $0 + ": " } ?? ""
      add(
        "Override",
        users + override.text(naming: ruleTitles),
        role: isActive ? .overridden : .muted
      )
      if override.isOfRules { add("Holds for", "only the users whom the rule selects") }
      add("", override.circumstances(clock, now: now), role: .muted)
      if let note = override.note { add("Note", note) }
    }
    if feature.isPinned {
      let reset = keymap?.text(of: .change(.reset)) ?? "'halyard reset'"
      add("Pinned", "≡ the configuration has the same state; \(reset) resets the override")
    }
  }

  /// Adds the reason why the feature is off in release builds or cannot be changed.
  fileprivate mutating func addUnavailability(of feature: Feature) {
    if feature.isDevelopment {
      add("Development", "under development: release builds keep it off")
    }
    if feature.isRemoved {
      add("Removed", "the source no longer has the feature; its override applies if it returns")
    } else if feature.type == .deprecated {
      add("Deprecated", "the feature is only listed, and cannot be changed")
    }
  }

  /// Adds the problems of the feature's configuration.
  fileprivate mutating func addProblems(_ problems: [Problem]) {
    guard !problems.isEmpty else { return }
    addGap()
    for problem in problems {
      let place = problem.line.map { "line \($0): " } ?? ""
      addFinding(place + problem.fact.description, problem.severity)
    }
    guard let keymap else { return }
    let text = "  \(keymap.text(of: .find(.problems))) lists the problems of the source"
    lines.append(Line(text, theme.style(.muted)))
  }

  /// Adds the parts of the override that are ignored because they do not match the feature.
  fileprivate mutating func addIgnored(of feature: Feature) {
    let reasons = feature.passedOver
    guard !reasons.isEmpty else { return }
    addGap()
    for reason in reasons { addFinding("the override is ignored: \(reason)", .warning) }
  }

  private mutating func addFinding(_ words: String, _ severity: Problem.Severity) {
    let style = theme.style(severity.role)
    let text = DisplayText(line: words)
    for (number, line) in text.wrapped(to: max(columns - 2, 8)).enumerated() {
      let symbol = number == 0 ? severity.symbol + " " : "  "
      lines.append(Line([Span(symbol, style), Span(line, theme.style(.text))]))
    }
  }
}

extension DetailsPage {
  /// Adds the reasons why a feature may be obsolete, with what may be removed; omits reasons that the
  /// page shows elsewhere.
  mutating func add(_ reasons: [StaleReason], of feature: Feature, now: Date) {
    let shown = reasons.filter { reason in
      switch reason {
      case .marked: feature.type != .deprecated
      case .sameForEveryone, .equalVariations, .unchanged, .unused: true
      case .unasked: false
      }
    }
    guard !shown.isEmpty else { return }
    addGap()
    for (index, reason) in shown.enumerated() {
      add(index == 0 ? "Stale" : "", reason.text(now: now), role: .warning)
      add("", "may be removed: " + reason.remedy, role: .muted)
    }
  }
}

extension DetailsPage {
  /// Adds the last changes of the feature's override: when, from what, to what, and by whom.
  ///
  /// - Parameters:
  ///   - history: The changes, the newest first.
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date; a time on the same day is shown without its date.
  ///   - own: The origin of the changes by this dashboard; these changes are shown without their origin.
  mutating func addHistory(
    _ history: [HistoryEntry],
    _ clock: WallClock,
    now: Date,
    own: OperationOrigin?
  ) {
    guard !history.isEmpty else { return }
    addGap()
    for (number, entry) in history.enumerated() {
      let text = clock.text(of: entry.date, now: now) + "  " + entry.changeText(clock, now: now)
      add(number == 0 ? "History" : "", text)
      let origin = entry.originText(for: own)
      if !origin.isEmpty { add("", origin, role: .muted) }
    }
  }
}

extension DetailsPage {
  /// Adds a result that the flag service leaves open: the app's own default with its cause, or a random
  /// result with the probabilities.
  private mutating func addOpenState(of feature: Feature) {
    if let reason = feature.undecidedReason {
      return add("State", "undecided: " + reason, role: .warning)
    }
    if let chances = feature.chances {
      return add("State", "random at each call: " + chances, role: .variation)
    }
    if feature.isForcedForUser {
      return add("State", "the app's own default \(overrideSymbol)", role: .overridden)
    }
    if feature.lacksTargetingKey {
      let way = (keymap?.text(of: .live(.user)) ?? "--user KEY") + " chooses one"
      return add("State", "no user: " + way, role: .muted)
    }
    guard let failure = feature.failure else {
      return add("State", "the app's own default", role: .muted)
    }
    add("State", "error: the app uses its own default", role: .failure)
    add("", "\(failure.code.rawValue): \(failure.message)")
  }

  /// Adds the value that an app gets.
  mutating func addValue(of feature: Feature) {
    let isForced = feature.override?.variables[FlagDefinition.valueVariable] != nil
    let role: Role = isForced ? .overridden : .variation
    add("Value", feature.valueText + (isForced ? " \(overrideSymbol)" : ""), role: role)
  }
}

extension DetailsPage {
  /// Adds the variables with their active values, and their values in each variation.
  mutating func addVariables(of feature: Feature) {
    let rows = feature.variableRows
    guard !rows.isEmpty else { return }
    addGap()
    let names = rows.map { DisplayText(line: $0.name).width }
    let nameWidth = min(names.max() ?? 0, max(valueWidth / 3, 6))
    add("Variables", rows.flatMap { lines(of: $0, nameWidth: nameWidth) })
    let sets = zip(feature.testVariations, feature.variationVariables).filter { !$0.1.isEmpty }
    for (number, (variation, variables)) in sets.enumerated() {
      let words = variables.map { "\($0.name) = \($0.value.text)" }.joined(separator: ", ")
      add(number == 0 ? "By variation" : "", "\(variation.text): \(words)")
    }
  }

  /// Lays out a variable on one line, or on several if its value is long or overridden.
  private func lines(of row: VariableRow, nameWidth: Int) -> [[Span]] {
    let typeWidth = 9
    let plain = theme.style(row.isOverridden ? .overridden : row.value == nil ? .muted : .text)
    let found = theme.style([.text, .match])
    let room = max(valueWidth - nameWidth - 2 - typeWidth - 2, 4)
    let value = DisplayText(line: row.text)
    let name = DisplayText(row.name, fittedTo: nameWidth).padded(to: nameWidth)
    var first = Span.highlighting(searchWords, in: name, theme.style(.variation), found)
    first.append(Span("  " + "\(row.type)".rightPadded(to: typeWidth), theme.style(.muted)))
    let mark = row.isOverridden ? [Span(" " + overrideSymbol, theme.style(.overridden))] : []
    var lines: [[Span]] = []
    if value.width + (row.isOverridden ? 2 : 0) <= room {
      lines.append(first + [Span(value, plain)] + mark)
    } else {
      lines.append(first + mark)
      let wrapped = value.wrapped(to: max(valueWidth - 2, 8))
      lines += wrapped.map { [Span("  ", plain), Span($0, plain)] }
    }
    if row.isOverridden {
      let words = "configured: " + row.configuredText
      let wrapped = DisplayText.lines(of: words, columns: max(valueWidth - 2, 8))
      lines += wrapped.map { [Span("  ", plain), Span($0, theme.style(.muted))] }
    }
    return lines
  }
}

extension OverrideScope {
  /// The users for whom an override of the scope holds, as a text for the details; `nil` for everyone, if the
  /// feature has no other overrides.
  func audience(of feature: Feature) -> String? {
    switch self {
    case .everyone: feature.hasScopedOverrides ? "everyone else" : nil
    case .key(_, nil): "only \(self)"
    case .key: "contexts with \(self)"
    case .attribute: "users with \(self)"
    }
  }
}
