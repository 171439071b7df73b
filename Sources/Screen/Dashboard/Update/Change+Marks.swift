import FeatureFlags
import Text

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

  /// The number of marks, which determines what changes apply to, as a sentence.
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
    guard let menu = MarkedMenu(features, hiddenCount: hidden) else {
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
    return set(choice, for: features)
  }

  /// The number of features from which on a change of all of them is confirmed.
  private static let confirmedCount = 20

  /// Requests the same override for all features that accept it, in one effect; counts the others
  /// in a notice, and logs the reason of each.
  ///
  /// A change of many features is confirmed first.
  mutating func set(_ choice: OverrideChoice, for features: [Feature]) -> [Effect] {
    guard features.count >= Self.confirmedCount,
      context.confirmations.contains(.changeMarked)
    else { return setAll(choice, for: features) }
    dialog = Confirmation(
      title: "Change \(features.count) features?",
      text: "All marked features that can have the state \"\(choice.text)\" are overridden. "
        + "One undo reverts all of them.",
      verb: "Change",
      request: .setAll(choice, features.map(\.name))
    )
    return []
  }

  /// Requests the same override for each named feature that accepts it.
  mutating func setAll(_ choice: OverrideChoice, named names: [Feature.Name]) -> [Effect] {
    guard let list = content.list else { return [] }
    let features = names.compactMap(list.position(of:)).map { list.features[$0] }
    return setAll(choice, for: features)
  }

  private mutating func setAll(_ choice: OverrideChoice, for features: [Feature]) -> [Effect] {
    var accepted: [Feature.Name] = []
    var refusals: [String] = []
    for feature in features {
      if let reason = feature.refusal(of: choice) {
        refusals.append("\(feature.name.text.shortened(to: 40)) \(reason)")
      } else {
        accepted.append(feature.name)
      }
    }
    let moment = context.wallClock.moment(at: time)
    for refusal in refusals.suffix(ActivityLog.limit) {
      panes.activity.log.add(
        ActivityEntry(when: moment, kind: .own, hasFailed: true, text: "Refused: " + refusal)
      )
    }
    let key = keymap.text(of: .find(.activity))
    show(Notice(changed: accepted.count, refusals: refusals, logKey: key))
    return accepted.isEmpty ? [] : [.overrides(.set([choice], for: accepted))]
  }
}

extension Notice {
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
