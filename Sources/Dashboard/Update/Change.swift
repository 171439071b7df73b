import FeatureFlags
import Frame

extension DashboardState {
  /// The features that a change is for: the marked ones, or the one under the cursor.
  var targets: [Feature] {
    guard let list, !marks.isEmpty else { return selected.map { [$0] } ?? [] }
    return marks.compactMap(list.position(of:)).sorted().map { list.features[$0] }
  }

  mutating func tap(now: Duration) -> [Effect] {
    guard marks.isEmpty else { return decide(targets.map { ($0, $0.tapOrNext) }, now: now) }
    guard let selected else { return [] }
    switch selected.tap {
    case .decide(let decision): return decide([(selected, decision)], now: now)
    case .nothing: return decide([(selected, nil)], now: now)
    case .pick:
      openPicker(now: now)
      return []
    case .edit:
      openVariables(now: now)
      return []
    }
  }

  mutating func cycle(by step: Int, now: Duration) -> [Effect] {
    decide(targets.map { ($0, $0.cycled(by: step)) }, now: now)
  }

  /// Turns decisions into effects, one for all features about which the same is decided.
  private mutating func decide(
    _ decisions: [(feature: Feature, decision: Decision?)],
    now: Duration
  ) -> [Effect] {
    var order: [Decision] = []
    var names: [Decision: [Feature.Name]] = [:]
    for (feature, decision) in decisions {
      guard let decision else {
        showUnchangeable(feature, now: now)
        continue
      }
      if names[decision] == nil { order.append(decision) }
      names[decision, default: []].append(feature.name)
    }
    return order.map { .decide($0, names[$0] ?? []) }
  }

  private mutating func showUnchangeable(_ feature: Feature, now: Duration) {
    let name = DisplayText(feature.name.rawValue, limit: 40).truncated(to: 40).text
    let reason =
      if feature.isRemoved {
        "is not in the source any more: o resets its override."
      } else if feature.type == .deprecated {
        "is deprecated: there is nothing to change."
      } else if feature.type == .value, feature.declaredVariables.isEmpty {
        "has no value that could be changed here: the app decides."
      } else if feature.type == .value {
        "is neither on nor off: e changes its value."
      } else {
        "has no other variation: there is nothing to change."
      }
    show(Notice("\(name) \(reason)", kind: .information), now: now)
  }

  /// The feature that something is chosen for, which can be one only.
  private mutating func chosen(now: Duration) -> Feature? {
    let targets = targets
    guard targets.count > 1 else { return targets.first }
    let words = "\(targets.count) are marked, and this is for one feature: M clears the marks."
    show(Notice(words, kind: .information), now: now)
    return nil
  }

  mutating func openPicker(now: Duration) {
    guard let selected = chosen(now: now) else { return }
    if selected.type == .deprecated {
      showUnchangeable(selected, now: now)
    } else if selected.type == .value {
      openVariables(now: now)
    } else {
      dialog = Picker(selected)
    }
  }

  mutating func openVariables(now: Duration) {
    guard let selected = chosen(now: now) else { return }
    if selected.type == .deprecated {
      showUnchangeable(selected, now: now)
    } else if let pane = VariablesPane(selected) {
      dialog = pane
    } else if selected.type == .value {
      showUnchangeable(selected, now: now)
    } else {
      let name = DisplayText(selected.name.rawValue, limit: 40).truncated(to: 40).text
      show(Notice("\(name) has no variables.", kind: .information), now: now)
    }
  }

  mutating func openRules(now: Duration) {
    guard let selected = chosen(now: now) else { return }
    let rules = evaluator?.rules(of: selected) ?? []
    guard let picker = RulePicker(selected, rules: rules) else {
      let name = DisplayText(selected.name.rawValue, limit: 40).truncated(to: 40).text
      return show(Notice("\(name) has no rules.", kind: .information), now: now)
    }
    dialog = picker
  }

  mutating func toggleMark() {
    guard let selected else { return }
    if marks.remove(selected.name) == nil { marks.insert(selected.name) }
    // The cursor goes on, so that several neighbours are marked by one key.
    move(.down)
  }

  mutating func reset(now: Duration) -> [Effect] {
    let overridden = targets.filter(\.isOverridden)
    guard !overridden.isEmpty else {
      if !targets.isEmpty {
        show(Notice("Already follows the source.", kind: .information), now: now)
      }
      return []
    }
    let names = overridden.map(\.name)
    guard names.count > 1 else { return [.reset(names)] }
    dialog = Confirmation(
      title: "Reset \(names.count) features?",
      text: "What was decided about the marked features is lost. They follow the source again.",
      verb: "Reset",
      effects: [.reset(names)]
    )
    return []
  }

  mutating func confirmResetAll(now: Duration) {
    guard let count = list?.overriddenCount, count > 0 else {
      show(Notice("Nothing is overridden.", kind: .information), now: now)
      return
    }
    let what = count == 1 ? "the one overridden feature" : "all \(count) overridden features"
    dialog = Confirmation(
      title: "Reset all?",
      text: "What was decided about \(what) is lost. The source decides again.",
      verb: "Reset all",
      effects: [.resetAll]
    )
  }

  mutating func confirmDelete() {
    let names = targets.map(\.name)
    guard let first = names.first else { return }
    let name = DisplayText(first.rawValue, limit: 60).truncated(to: 60).text
    dialog = Confirmation(
      title: names.count == 1 ? "Delete \(name)?" : "Delete \(names.count) features?",
      text: "The workspace forgets the override too. "
        + "A feature that the source still has comes back with the next refresh.",
      verb: "Delete",
      effects: [.delete(names)]
    )
  }
}

extension Feature {
  /// What acting on the feature decides when it is one of several, so that nobody can be asked.
  fileprivate var tapOrNext: Decision? {
    switch tap {
    case .decide(let decision): decision
    case .pick: cycled(by: 1)
    case .edit: nil
    case .nothing: nil
    }
  }
}
