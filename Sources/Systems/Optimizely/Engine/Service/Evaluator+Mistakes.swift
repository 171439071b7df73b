import Documents
import FeatureFlags

extension Evaluator {
  /// Finds forced decisions with an unknown flag, rule or variation, which apps ignore.
  ///
  /// - Parameter user: The user whose settings are checked.
  /// - Returns: The messages, each with the nearest valid name; sorted.
  package func mistakesInForcedDecisions(of user: UserContext) -> [String] {
    let forced = user.forcedDecisions.sorted {
      ($0.key.flag, $0.key.rule ?? "") < ($1.key.flag, $1.key.rule ?? "")
    }
    return forced.compactMap { mistake(in: $0.key, forcedTo: $0.value) }
  }

  /// Finds sticky variations with an unknown experiment or variation, which apps ignore.
  ///
  /// - Parameter user: The user whose settings are checked.
  /// - Returns: The messages, each with the nearest valid id; sorted.
  func mistakesInProfile(of user: UserContext) -> [String] {
    user.profile.sorted { $0.key < $1.key }.compactMap { mistake(inExperiment: $0.key, $0.value) }
  }

  private func mistake(
    in subject: UserContext.ForcedDecision,
    forcedTo variation: String
  ) -> String? {
    guard let flag = index.flags[subject.flag] else {
      return "names flag \"\(subject.flag)\", which does not exist"
        + Self.hint(for: subject.flag, among: keys)
    }
    let rules = flag.rules.map(\.key)
    if let rule = subject.rule, !rules.contains(rule) {
      return "names rule \"\(rule)\", which flag \"\(flag.key)\" does not have"
        + Self.hint(for: rule, among: rules)
    }
    guard flag.forcedVariation(variation) == nil else { return nil }
    return "names variation \"\(variation)\", which flag \"\(flag.key)\" does not have"
      + Self.hint(for: variation, among: flag.forcibleVariations.map(\.key))
  }

  private func mistake(inExperiment id: String, _ variation: String) -> String? {
    let experiments = datafile.allExperiments
    guard let experiment = experiments.last(where: { $0.id == id }) else {
      let named = experiments.last { $0.key == id }?.id
      return "names experiment \"\(id)\", which is not the id of an experiment"
        + (named.map(Self.hint) ?? Self.hint(for: id, among: experiments.lazy.map(\.id)))
    }
    let variations = experiment.variations
    guard !variations.contains(where: { $0.id == variation }) else { return nil }
    let named = variations.first { $0.key == variation }?.id
    return
      "names variation \"\(variation)\", which is not the id of a variation of experiment \"\(id)\""
      + (named.map(Self.hint) ?? Self.hint(for: variation, among: variations.lazy.map(\.id)))
  }

  private static func hint(for word: String, among words: some Sequence<String>) -> String {
    Spelling.nearest(to: word, among: words).first.map(hint) ?? ""
  }

  private static func hint(_ word: String) -> String { ", did you mean \"\(word)\"?" }
}
