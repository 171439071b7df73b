import FeatureFlags
import Frame

extension DashboardState {
  /// The target features of a change: the marked ones, or the one under the cursor.
  private var targets: [Feature] { panes.list.targets(in: content.list) }

  /// Performs the action of the Space key on the target features.
  mutating func tap() -> [Effect] {
    guard panes.list.marks.isEmpty else { return set(targets.map { ($0, $0.tapOrNext) }) }
    guard let selected else { return [] }
    switch selected.tap {
    case .decide(let decision): return set([(selected, decision)])
    case .nothing: return set([(selected, nil)])
    case .pick: openPicker()
    case .edit: openVariables()
    }
    return []
  }

  /// Overrides the target features with their next or previous variation.
  mutating func cycle(by step: Int) -> [Effect] {
    set(targets.map { ($0, $0.cycled(by: step)) })
  }

  /// Requests the overrides, with one effect for all features that get the same override.
  private mutating func set(_ overrides: [(feature: Feature, decision: Decision?)]) -> [Effect] {
    var order: [Decision] = []
    var names: [Decision: [Feature.Name]] = [:]
    for (feature, decision) in overrides {
      guard let decision else {
        showUnchangeable(feature)
        continue
      }
      if names[decision] == nil { order.append(decision) }
      names[decision, default: []].append(feature.name)
    }
    return order.map { .overrides(.set($0, names[$0] ?? [])) }
  }

  private mutating func showUnchangeable(_ feature: Feature) {
    let reason =
      if feature.isRemoved {
        "is no longer in the source: o resets its override."
      } else if feature.type == .deprecated {
        "is deprecated: there is nothing to change."
      } else if feature.type == .value, feature.declaredVariables.isEmpty {
        "has no value that could be changed here: the app sets it."
      } else if feature.type == .value {
        "is neither on nor off: e changes its value."
      } else {
        "has no other variation: there is nothing to change."
      }
    inform("\(feature.name.rawValue.shortened(to: 40)) \(reason)")
  }

  /// The single target of an action for one feature; shows a notice and returns `nil` if several
  /// features are marked.
  private mutating func onlyTarget() -> Feature? {
    let targets = targets
    guard targets.count > 1 else { return targets.first }
    inform("\(targets.count) are marked, and this is for one feature: M clears the marks.")
    return nil
  }

  /// Opens the list of states or variations of the target feature.
  mutating func openPicker() {
    guard let target = onlyTarget() else { return }
    if target.type == .deprecated {
      showUnchangeable(target)
    } else if target.type == .value {
      openVariables()
    } else {
      dialog = Picker(target)
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
      inform("\(target.name.rawValue.shortened(to: 40)) has no variables.")
    }
  }

  /// Opens the list of rules of the target feature.
  mutating func openRules() {
    guard let target = onlyTarget() else { return }
    let rules = content.evaluator?.rules(of: target) ?? []
    guard let picker = RulePicker(target, rules: rules) else {
      return inform("\(target.name.rawValue.shortened(to: 40)) has no rules.")
    }
    dialog = picker
  }

  /// Marks or unmarks the feature under the cursor and moves the cursor down, so that holding the
  /// key marks adjacent features.
  mutating func toggleMark() {
    guard selected != nil else { return }
    panes.list.toggleMark(content.list)
    let scene = scene(now: time)
    panes.apply(.move(.down), to: focus, scene)
  }
}

// MARK: Reset and delete

extension DashboardState {
  /// Resets the overrides of the target features; opens a confirmation if there are several.
  mutating func reset() -> [Effect] {
    let overridden = targets.filter(\.isOverridden)
    guard !overridden.isEmpty else {
      if !targets.isEmpty { inform("There is no override to reset.") }
      return []
    }
    let names = overridden.map(\.name)
    guard names.count > 1 else { return [.overrides(.reset(names))] }
    dialog = Confirmation(
      title: "Reset \(Number.count(names.count, "feature"))?",
      text: "The overrides of the marked features are deleted. The source applies again.",
      verb: "Reset",
      effects: [.overrides(.reset(names))]
    )
    return []
  }

  /// Opens the confirmation for resetting all overrides.
  mutating func confirmResetAll() {
    guard let count = content.list?.overriddenCount, count > 0 else {
      return inform("Nothing is overridden.")
    }
    let subject =
      count == 1
      ? "The override of the one overridden feature is"
      : "The overrides of all \(count) features are"
    dialog = Confirmation(
      title: "Reset all?",
      text: "\(subject) deleted. The source applies again.",
      verb: "Reset all",
      effects: [.overrides(.resetAll)]
    )
  }

  /// Opens the confirmation for deleting the target features from the workspace.
  mutating func confirmDelete() {
    let names = targets.map(\.name)
    guard let first = names.first else { return }
    let subject =
      names.count == 1 ? first.rawValue.shortened(to: 60) : Number.count(names.count, "feature")
    dialog = Confirmation(
      title: "Delete \(subject)?",
      text: "The workspace deletes the override too. "
        + "A feature that the source still has returns with the next refresh.",
      verb: "Delete",
      effects: [.overrides(.delete(names))]
    )
  }
}

extension Feature {
  /// The override that Space sets on one of several marked features, without opening a list; `nil`
  /// if there is none.
  fileprivate var tapOrNext: Decision? {
    switch tap {
    case .decide(let decision): decision
    case .pick: cycled(by: 1)
    case .edit: nil
    case .nothing: nil
    }
  }
}
