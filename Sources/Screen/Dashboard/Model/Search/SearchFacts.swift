import FeatureFlags
import Text
import Workbench

/// The data outside of a feature that the conditions of a query depend on.
struct SearchFacts {
  /// The features, their problems and their changes.
  let content: DashboardData
  let marks: Set<Feature.Name>
}

extension FeatureQuery {
  /// Keeps the features that meet all clauses of the query.
  func filter(_ matches: inout SearchMatches, _ list: FeatureList, _ facts: SearchFacts) {
    guard !isImpossible else { return matches = SearchMatches() }
    for clause in clauses {
      let tests = clause.conditions.map { $0.test(list, facts) }
      matches.filter { position in
        tests.contains { $0(position) } != clause.isExcluded
      }
    }
  }
}

extension FeatureQuery.Condition {
  /// Returns a function that tests the feature at a position of the list.
  fileprivate func test(_ list: FeatureList, _ facts: SearchFacts) -> (Int) -> Bool {
    switch self {
    case .word(let word):
      // Scans the texts of all features once, which is faster than one search for each feature.
      let found = Set(list.searchIndex.matches(of: [word], among: nil).positions)
      return found.contains
    case .section(let term):
      let isMatch = list.sections.map { term.matches($0.title) }
      return { isMatch[list.sectionIndex(of: $0)] }
    case .type(let token): return { list.features[$0].isOfType(token) }
    case .note(let part):
      return { list.features[$0].activeOverride?.note.map(part.matches) ?? false }
    case .author(let part):
      return { list.features[$0].activeOverride?.author.map(part.matches) ?? false }
    case .users(let part): return { list.features[$0].audiences.contains(where: part.matches) }
    case .state(let state): return { list.features[$0].has(state, facts) }
    }
  }
}

extension Feature {
  /// The override of the feature if it applies; `nil` if it has no effect.
  fileprivate var activeOverride: Override? { isOverridden ? override : nil }

  fileprivate func has(_ state: FeatureQuery.State, _ facts: SearchFacts) -> Bool {
    switch state {
    case .on: isOn == true
    case .off: isOn == false
    case .overridden: isOverridden
    case .scoped: hasScopedOverrides
    case .changed: facts.content.changeLog.names.contains(name)
    case .problem: facts.content.problems[name.rawValue] != nil
    case .pinned: isPinned
    case .marked: facts.marks.contains(name)
    case .favourite: facts.content.favourites.contains(name)
    case .unasked: facts.content.requests.map { isUnasked($0) } ?? !isRemoved
    case .stale: !facts.content.staleness.reasons(for: self).isEmpty
    case .rolledOut: isRolledOut
    }
  }

  /// Whether the source enables the test, and all users have the same variation: its bias is more than
  /// 99.95.
  private var isRolledOut: Bool {
    type.isTest && configured.state.isEnabled && testBiases.contains { $0.rawValue > 99.95 }
  }

  /// Whether the feature is on for its user; `nil` for a feature that is neither on nor off.
  var isOn: Bool? {
    if isRemoved { return nil }
    switch type {
    case .value, .deprecated: return nil
    case .featureFlag, .featureTest: return state.isEnabled
    case .unlockFlag: return state.isUnlocked ?? false
    }
  }
}
