package import FeatureFlags
import Text

package import struct FoundationEssentials.Date

extension DashboardState {
  /// The target features of a change: the marked ones, or the one under the cursor.
  ///
  /// Each feature has the override of the chosen users, or else that for everyone.
  var targets: [Feature] {
    panes.list.targets(in: content.list).map { feature in
      guard feature.hasScopedOverrides else { return feature }
      var feature = feature
      feature.selectOverride(of: scope)
      return feature
    }
  }

  /// Performs the action of the Space key on the target features.
  mutating func tap() -> [Effect] {
    let targets = targets
    guard let target = targets.first else { return [] }
    guard targets.count == 1 else {
      openMarkedPicker(targets)
      return []
    }
    switch target.tap(for: scope) {
    case .set(let choice): return set(choice, of: target)
    case .reset: return [.overrides(.reset([target.name]))]
    case .nothing: showUnchangeable(target)
    case .pick: openPicker()
    case .edit: openVariables()
    }
    return []
  }

  /// Overrides the target feature with its next or previous variation, or all marked features with the
  /// next or previous state that they have in common.
  mutating func cycle(by step: Int) -> [Effect] {
    let targets = targets
    guard let target = targets.first else { return [] }
    return targets.count == 1
      ? set(target.cycled(by: step), of: target) : cycle(targets, by: step)
  }

  /// Requests the override of one feature; shows the reason if there is nothing to change.
  private mutating func set(_ choice: OverrideChoice?, of feature: Feature) -> [Effect] {
    guard let choice else {
      showUnchangeable(feature)
      return []
    }
    return [.overrides(.set([choice], for: [feature.name]))]
  }

  private mutating func showUnchangeable(_ feature: Feature) {
    let reason =
      if feature.isRemoved {
        "is no longer in the source: \(keymap.text(of: .change(.reset))) resets its override."
      } else if feature.type == .deprecated {
        "is deprecated: there is nothing to change."
      } else if feature.type == .value, feature.declaredVariables.isEmpty {
        "has no value that could be changed here: the app sets it."
      } else if feature.type == .value {
        "has a value: press \(keymap.text(of: .change(.edit))) to edit it."
      } else {
        "has no other variation: there is nothing to change."
      }
    inform("\(feature.name.text.shortened(to: 40)) \(reason)")
  }

  /// The single target of an action for one feature; shows a notice and returns `nil` if several
  /// features are marked.
  mutating func onlyTarget() -> Feature? {
    let targets = targets
    guard targets.count > 1 else { return targets.first }
    let key = keymap.text(of: .change(.clearMarks))
    inform("\(targets.count) are marked, but this works on one feature: \(key) clears the marks.")
    return nil
  }

  /// Opens the list of states or variations of the target feature, or of all marked ones.
  mutating func openPicker() {
    let targets = targets
    guard targets.count < 2 else { return openMarkedPicker(targets) }
    guard let target = targets.first else { return }
    if target.type == .deprecated {
      showUnchangeable(target)
    } else if target.type == .value {
      openVariables()
    } else {
      let rules = content.evaluator?.rules(of: target) ?? []
      dialog = Menu(StateMenu(target, rules: rules))
    }
  }

  /// Opens the list of variables of the target feature.
  mutating func openVariables() {
    guard let target = onlyTarget() else { return }
    if target.type == .deprecated {
      showUnchangeable(target)
    } else if let variables = VariablesDialog(target) {
      dialog = variables
    } else if target.type == .value {
      showUnchangeable(target)
    } else {
      inform("\(target.name.text.shortened(to: 40)) has no variables.")
    }
  }

  /// Opens the list of rules of the target feature.
  mutating func openRules() {
    guard let target = onlyTarget() else { return }
    let rules = content.evaluator?.rules(of: target) ?? []
    guard let menu = RuleMenu(target, rules: rules) else {
      return inform("\(target.name.text.shortened(to: 40)) has no rules.")
    }
    dialog = Menu(menu)
  }

  /// Marks or unmarks the feature under the cursor and moves the cursor down, so that holding the
  /// key marks adjacent features.
  mutating func toggleMark() {
    guard selected != nil else { return }
    panes.list.toggleMark(content.list)
    // Plain mode announces the feature under the cursor, which must be the one that was marked.
    guard !isPlain else { return sayMark() }
    let scene = scene(now: time)
    panes.apply(.move(.down), to: focus, scene)
  }
}

// MARK: Reset and delete

extension DashboardState {
  /// Resets the overrides of the target features; opens a confirmation if there are several.
  mutating func reset() -> [Effect] {
    let targets = targets
    return targets.isEmpty ? [] : reset(targets.map(\.name))
  }

  /// Resets the overrides of the given features; opens a confirmation if there are several.
  mutating func reset(_ all: [Feature.Name]) -> [Effect] {
    let positions = all.compactMap { content.list?.position(of: $0) }
    let names = positions.compactMap { content.list?.features[$0] }.filter {
      $0.isOverridden || $0.hasScopedOverrides
    }.map(\.name)
    guard !names.isEmpty else {
      inform("There is no override to reset.")
      return []
    }
    guard names.count > 1 else { return [.overrides(.reset(names))] }
    let confirmation = Confirmation(
      title: "Reset \(Number.count(names.count, "feature"))?",
      text: "This resets \(Number.count(names.count, "override")). The source applies again.",
      verb: "Reset",
      effects: [.overrides(.reset(names))]
    )
    return confirm(.resetMarked, confirmation)
  }

  /// Opens the confirmation for an action that loses data.
  ///
  /// - Returns: The effects of the action if the user has disabled its confirmation; otherwise none,
  ///   because the confirmation requests them later.
  mutating func confirm(_ operation: ConfirmedOperation, _ confirmation: Confirmation) -> [Effect] {
    guard context.confirmations.contains(operation) else { return confirmation.effects }
    dialog = confirmation
    return []
  }

  /// Resets all overrides after a confirmation.
  mutating func resetAll() -> [Effect] {
    guard let list = content.list, list.hasOverrides else {
      inform("Nothing is overridden.")
      return []
    }
    let team = content.team == nil ? "" : " for the whole team"
    let confirmation = Confirmation(
      title: "Reset all?",
      text: "This resets \(list.overridesText)\(team). The source applies again.",
      verb: "Reset all",
      effects: [.overrides(.resetAll)]
    )
    return confirm(.resetAll, confirmation)
  }

  /// Opens the list of the active overrides by their notes.
  mutating func openOverrides() {
    let menu = OverridesMenu(
      content.list,
      context.wallClock,
      now: context.wallClock.date(at: time),
      readOnlyReason: readOnlyReason,
      isConfirmed: context.confirmations.contains(.resetMarked)
    )
    guard !menu.isEmpty else { return inform("Nothing is overridden.") }
    dialog = Menu(menu)
  }

  /// Deletes the target features from the workspace after a confirmation.
  mutating func delete() -> [Effect] {
    let names = targets.map(\.name)
    guard let first = names.first else { return [] }
    let subject =
      names.count == 1 ? first.text.shortened(to: 60) : Number.count(names.count, "feature")
    let confirmation = Confirmation(
      title: "Delete \(subject)?",
      text: names.count == 1
        ? "Its override is deleted too. If the source still has the feature, it returns at the next "
          + "refresh."
        : "Their overrides are deleted too. Features that the source still has return at the next "
          + "refresh.",
      verb: "Delete",
      effects: [.overrides(.delete(names))]
    )
    return confirm(.delete, confirmation)
  }
}

extension DashboardState {
  /// Opens the dialog of the override of the target features, with the cursor on a field.
  mutating func openOverride(at role: OverrideField.Role? = nil) {
    let targets = targets
    guard let target = targets.first else { return }
    let clock = context.wallClock
    let hasKinds = content.evaluator?.hasContextKinds ?? false
    let dialog = OverrideDialog(
      targets,
      scope: scope,
      ownScope: ownScope,
      hasKinds: hasKinds,
      at: role,
      clock,
      now: clock.date(at: time)
    )
    guard let dialog else { return showUnchangeable(target) }
    self.dialog = dialog
  }
}

extension Override.Lifetime {
  /// The end of the lifetime as text, such as `until 17:30`.
  package func text(_ clock: WallClock, now: Date) -> String {
    switch self {
    case .kept: "until reset"
    case .session: "until this session ends"
    case .until(let date): "until " + clock.text(of: date, now: now)
    case .lasting(let length): "for " + length.text
    }
  }

  /// Creates the requested lifetime; `nil` if the typed text is not a time.
  fileprivate init?(_ request: LifetimeRequest, now: Date, _ clock: WallClock) {
    switch request {
    case .kept: self = .kept
    case .session: self = .session
    case .after(let seconds): self = .until(now.addingTimeInterval(seconds).inTenths)
    case .typed(let text):
      guard let end = TimeText.end(text, now: now, clock) else { return nil }
      self = .until(end)
    }
  }
}

extension DashboardState {
  /// Marks or unmarks features of the list; shows a notice if the list is empty.
  mutating func mark(_ change: (inout ListPane, FeatureList) -> Void) {
    guard let list = content.list, selected != nil else {
      return inform("The list shows no feature that could be marked.")
    }
    change(&panes.list, list)
    let text = marksText
    transcript?.add(text)
  }

  /// Announces in plain mode whether the feature under the cursor is marked, and how many features are
  /// marked.
  mutating func sayMark() {
    guard let selected else { return }
    let isMarked = panes.list.marks.contains(selected.name)
    let name = selected.name.text.shortened(to: 200)
    let text = "\(name) is \(isMarked ? "marked" : "not marked"). \(marksText)"
    transcript?.add(text)
  }

  /// A sentence with the number of marked features, to which changes apply.
  private var marksText: String {
    let count = panes.list.marks.count
    return count == 0
      ? "No feature is marked." : "Changes apply to \(Number.count(count, "marked feature"))."
  }

  /// Marks all listed features, unless they are only similar to the search text.
  mutating func markMatches() {
    guard panes.list.search?.matches.isFuzzy != true else {
      return inform("No feature contains the search text: similar ones are not marked together.")
    }
    mark { $0.markMatches($1) }
  }

  /// Opens the list of the states that all given features can have.
  mutating func openMarkedPicker(_ features: [Feature]) {
    let hidden = features.count { panes.list.hides($0.name, of: content.list) }
    guard let menu = MarkedFeaturesMenu(features, hiddenCount: hidden) else {
      return inform("The \(features.count) marked features have no state that could be set.")
    }
    dialog = Menu(menu)
  }

  /// Sets the next or previous state that all given features can have.
  mutating func cycle(_ features: [Feature], by step: Int) -> [Effect] {
    guard let choice = SharedStates(features).cycled(by: step) else {
      inform("The \(features.count) marked features have no other state in common.")
      return []
    }
    return set(OverrideDraft(names: features.map(\.name), [choice]))
  }

  /// The minimum number of features whose common change needs a confirmation.
  private static let confirmedCount = 20

  /// Requests an override for all its features that accept it, in one effect; counts the refusals in a
  /// notice, and logs the reason for each.
  ///
  /// A change of the states of many features is confirmed first.
  mutating func set(_ draft: OverrideDraft) -> [Effect] {
    guard let choice = draft.choices.first, draft.names.count >= Self.confirmedCount,
      context.confirmations.contains(.changeMarked)
    else { return setAll(draft) }
    dialog = Confirmation(
      title: "Change \(draft.names.count) features?",
      text: "All marked features that can have the state \"\(choice.text)\" are overridden. "
        + "One undo reverts all of them.",
      verb: "Change",
      request: .setAll(draft)
    )
    return []
  }

  /// Requests an override for each of its features that accepts it; a dialog stays open if the typed
  /// time is malformed.
  mutating func setAll(_ draft: OverrideDraft) -> [Effect] {
    let (clock, moment) = (context.wallClock, context.wallClock.moment(at: time))
    let now = clock.date(at: time)
    let lifetime = draft.lifetime.map { Override.Lifetime($0, now: now, clock) }
    guard lifetime != .some(nil), let list = content.list else { return [] }
    dialog = nil
    let features = draft.names.compactMap(list.position(of:)).map { list.features[$0] }
    var accepted: [Feature.Name] = []
    var refusals: [String] = []
    for feature in features {
      if let reason = feature.refusal(of: draft.choices) {
        refusals.append("\(feature.name.text.shortened(to: 40)) \(reason)")
      } else {
        accepted.append(feature.name)
      }
    }
    for refusal in refusals.suffix(ActivityLog.limit) {
      panes.activity.log.add(
        ActivityEntry(when: moment, kind: .own, hasFailed: true, text: "Refused: " + refusal)
      )
    }
    let end = lifetime?.map { " " + $0.text(clock, now: now) } ?? ""
    let key = keymap.text(of: .find(.activity))
    let isOne = draft.names.count == 1 && refusals.isEmpty
    let changed = Notice(changed: accepted.count, refusals: refusals, logKey: key)
    show(isOne ? Notice(saved: draft, end: end) : changed)
    guard !accepted.isEmpty else { return [] }
    hasChosenUsers = draft.scope != nil
    return [
      .overrides(
        .set(
          draft.choices,
          for: accepted,
          only: draft.scope ?? .everyone,
          lifetime: lifetime ?? nil,
          note: draft.note
        )
      )
    ]
  }
}

extension Notice {
  /// Creates the notice about the override of one feature, with its users and its end.
  fileprivate init(saved draft: OverrideDraft, end: String) {
    let users = draft.scope.map { " for \("\($0)".shortened(to: 40))" } ?? ""
    let name = draft.names[0].text.shortened(to: 40)
    let effect = users.isEmpty && end.isEmpty ? "is saved" : "applies\(users)\(end)"
    self.init("The override of \(name) \(effect).", kind: .success)
  }

  /// Creates the notice about a change of several features, such as `4 changed, 1 refused: Old
  /// banner is deprecated`.
  fileprivate init(changed count: Int, refusals: [String], logKey: String) {
    guard let first = refusals.first else {
      self.init("\(count) changed.", kind: .success)
      return
    }
    let rest = refusals.count > 1 ? " (press \(logKey) for all \(refusals.count))" : ""
    self.init("\(count) changed, \(refusals.count) refused: \(first)\(rest).", kind: .warning)
  }
}

extension OverrideChoice {
  /// The state that the change forces, such as `Enabled` or the name of a variation.
  fileprivate var text: String {
    switch self {
    case .enabled(let isEnabled): isEnabled ? "Enabled" : "Disabled"
    case .variation(let variation): variation.rawValue.shortened(to: 40)
    case .unlocked(let isUnlocked): isUnlocked ? "Unlocked" : "Locked"
    case .variable(let name, let value):
      "\(name) = \(value?.text ?? "the default")".shortened(to: 40)
    case .rule(let rule, let variation): "\(variation?.rawValue ?? "the source") by rule \(rule)"
    }
  }
}
