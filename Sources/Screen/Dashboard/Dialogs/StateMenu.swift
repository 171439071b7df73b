import FeatureFlags
import Frame

/// The menu of the states or variations of a feature; choosing one sets an override.
struct StateMenu: MenuContent {
  private var feature: Feature
  /// The rules of the flag service that can select a variation of the feature.
  private let rules: [ServiceRule]
  private var states: [StateRow]

  /// Creates the menu.
  ///
  /// - Parameters:
  ///   - feature: The feature whose states and variations are listed.
  ///   - rules: The rules that can select a variation of the feature, in the order of evaluation.
  init(_ feature: Feature, rules: [ServiceRule] = []) {
    self.feature = feature
    self.rules = rules
    states = StateRow.rows(for: feature, rules)
  }

  var title: String { "Pick for " + feature.name.text.shortened(to: 50) }
  var opener: Character { "v" }
  var verb: String { "choose" }
  var initialRow: Int { states.firstIndex { $0.choice?.isCurrent == true } ?? 0 }

  var rows: [MenuRow] {
    let choices = states.compactMap(\.choice)
    let shares = choices.compactMap { $0.share.map(Number.percent)?.count }.max()
    let hasStates = choices.contains { $0.isOn != nil }
    let hasMarks = choices.contains { $0.isAssigned || !$0.details.isEmpty }
    return states.map { state in
      switch state {
      case .heading(let title): return .heading(title)
      case .choice(let choice):
        var cells: [MenuRow.Cell] = [
          .mark(isCurrent: choice.isCurrent), .init(choice.title, choice.isCurrent ? .title : nil),
        ]
        if let shares {
          let share = choice.share.map(Number.percent) ?? ""
          cells.append(.init("  " + share.leftPadded(to: shares), .muted))
        }
        if hasStates {
          let text = choice.isOn.map { $0 ? "  on " : "  off" } ?? "     "
          cells.append(.init(text, choice.isCurrent ? .title : nil))
        }
        if hasMarks {
          cells.append(.init(choice.isAssigned ? "  assigned" : "          ", .muted))
        }
        if !choice.details.isEmpty { cells.append(.init("  " + choice.details, .muted)) }
        return MenuRow(choice.title, cells)
      }
    }
  }

  func choose(_ row: Int) -> Request {
    guard let choice = states[row].choice else { return .stay }
    let names = [feature.name]
    return .closeAndRun([
      .overrides(choice.override.map { .set([$0], for: names) } ?? .reset(names))
    ])
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    feature = list.features[position]
    states = StateRow.rows(for: feature, rules)
    return !states.isEmpty
  }
}
