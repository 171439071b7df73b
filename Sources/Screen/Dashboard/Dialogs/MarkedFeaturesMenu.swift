import FeatureFlags
import Text

/// The menu of the states that all marked features can have; choosing a state overrides all of them
/// with it.
struct MarkedFeaturesMenu: MenuContent {
  private let names: [Feature.Name]
  private var states: SharedStates
  /// The number of marked features that the filter hides.
  private let hiddenCount: Int

  /// Creates the menu; `nil` if there is nothing that could be set or reset.
  init?(_ features: [Feature], hiddenCount: Int = 0) {
    names = features.map(\.name)
    self.hiddenCount = hiddenCount
    states = SharedStates(features)
    guard !rows.isEmpty else { return nil }
  }

  var title: String {
    "Set \(names.count) features"
      + (hiddenCount > 0 ? " (the filter hides \(hiddenCount))" : "")
  }
  var opener: Character { "v" }
  var verb: String { "set" }
  var initialRow: Int { states.choices.firstIndex(where: isCommon) ?? 0 }

  private func isCommon(_ choice: SharedStates.Choice) -> Bool {
    choice.count == states.changeableCount
  }

  var rows: [MenuRow] {
    let rows = states.choices.map { choice in
      let isCommon = isCommon(choice)
      return MenuRow(
        choice.title,
        [
          .mark(isCurrent: isCommon),
          .init(choice.title.shortened(to: 60), isCommon ? .title : nil),
          .init(" (now: \(choice.count) of \(states.changeableCount))", .muted),
        ]
      )
    }
    guard !states.overridden.isEmpty else { return rows }
    let reset = "Reset to the source"
    let note = "  \(states.overridden.count) overridden"
    return rows + [MenuRow(reset, [.mark(isCurrent: false), .init(reset), .init(note, .muted)])]
  }

  func choose(_ row: Int) -> Request {
    guard states.choices.indices.contains(row) else {
      return .closeAndRun([.overrides(.reset(states.overridden))])
    }
    return .set(states.choices[row].override)
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list else { return false }
    states = SharedStates(names.compactMap(list.position(of:)).map { list.features[$0] })
    return !rows.isEmpty
  }
}
