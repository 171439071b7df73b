package import FeatureFlags
import Text

package import struct FoundationEssentials.Date

extension DashboardState {
  /// The target features of a change: the marked ones, or the one under the cursor.
  var targets: [Feature] { panes.list.targets(in: content.list) }

  /// Performs the action of the Space key on the target features.
  mutating func tap() -> [Effect] {
    let targets = targets
    guard let target = targets.first else { return [] }
    guard targets.count == 1 else {
      openMarkedPicker(targets)
      return []
    }
    switch target.tap {
    case .set(let choice): return set(choice, of: target)
    case .reset: return [.overrides(.reset([target.name]))]
    case .nothing: showUnchangeable(target)
    case .pick: openPicker()
    case .edit: openVariables()
    }
    return []
  }

  /// Overrides the target feature with its next or previous variation, or all marked features with
  /// the same one.
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
    let names = positions.compactMap { content.list?.features[$0] }.filter(\.isOverridden).map(
      \.name
    )
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
  mutating func confirm(_ act: ConfirmedAct, _ confirmation: Confirmation) -> [Effect] {
    guard context.confirmations.contains(act) else { return confirmation.effects }
    dialog = confirmation
    return []
  }

  /// Resets all overrides after a confirmation.
  mutating func resetAll() -> [Effect] {
    guard let count = content.list?.overriddenCount, count > 0 else {
      inform("Nothing is overridden.")
      return []
    }
    let team = content.team == nil ? "" : " for the whole team"
    let confirmation = Confirmation(
      title: "Reset all?",
      text: "This resets \(Number.count(count, "override"))\(team). The source applies again.",
      verb: "Reset all",
      effects: [.overrides(.resetAll)]
    )
    return confirm(.resetAll, confirmation)
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
  /// Opens the text field for the note of the overrides of the target features.
  mutating func openNote() {
    guard let overridden = overriddenTargets("that could have a note") else { return }
    dialog = NoteDialog(overridden)
  }

  /// Requests the note of overrides, and closes the dialog.
  mutating func setNote(_ note: String, of names: [Feature.Name]) -> [Effect] {
    dialog = nil
    let subject =
      names.count == 1
      ? names[0].text.shortened(to: 40) : Number.count(names.count, "override")
    show(Notice("The note of \(subject) is \(note.isEmpty ? "removed" : "saved").", kind: .success))
    return [.overrides(.setNote(note, for: names))]
  }
}

extension DashboardState {
  /// Opens the list of lifetimes for the overrides of the target features.
  mutating func openLifetimes() {
    guard let overridden = overriddenTargets("whose lifetime could be set") else { return }
    dialog = Menu(LifetimeMenu(overridden))
  }

  /// The target features with an override; `nil` after a notice that none has one.
  private mutating func overriddenTargets(_ purpose: String) -> [Feature]? {
    let targets = targets
    let overridden = targets.filter(\.isOverridden)
    guard overridden.isEmpty else { return overridden }
    guard let first = targets.first else { return nil }
    let subject =
      targets.count == 1
      ? "\(first.name.text.shortened(to: 40)) has" : "The \(targets.count) marked features have"
    inform("\(subject) no override \(purpose).")
    return nil
  }

  /// Requests the lifetime of overrides, and closes the dialog; the dialog stays open if the typed
  /// text is not a time.
  mutating func setLifetime(_ request: LifetimeRequest, of names: [Feature.Name]) -> [Effect] {
    let clock = context.wallClock
    let now = clock.date(at: time)
    guard let lifetime = Override.Lifetime(request, now: now, clock) else { return [] }
    dialog = nil
    let subject =
      names.count == 1
      ? "The override of \(names[0].text.shortened(to: 40)) applies"
      : "\(names.count) overrides apply"
    show(Notice("\(subject) \(lifetime.text(clock, now: now)).", kind: .success))
    return [.overrides(.setLifetime(lifetime, for: names))]
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
