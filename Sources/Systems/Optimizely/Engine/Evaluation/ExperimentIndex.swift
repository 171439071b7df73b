/// The experiments of a datafile by key, for the API that evaluates an experiment instead of a
/// flag.
package final class ExperimentIndex: Sendable {
  /// An experiment, and the keys of the flags that use it.
  package struct Experiment: Sendable {
    package let rule: Rule
    package var flags: [String]
  }

  private let experiments: [String: Experiment]

  init(_ datafile: Datafile, _ index: FlagIndex) {
    var byID: [String: Experiment] = [:]
    for rule in index.standaloneExperiments { byID[rule.id] = Experiment(rule: rule, flags: []) }
    for key in index.keys {
      for rule in index.flags[key]?.experiments ?? [] {
        byID[rule.id, default: Experiment(rule: rule, flags: [])].flags.append(key)
      }
    }
    let keyed = datafile.allExperiments.compactMap { source in
      byID[source.id].map { (source.key, $0) }
    }
    // The SDKs use the last of several experiments with the same key.
    experiments = Dictionary(keyed) { $1 }
  }

  subscript(key: String) -> Experiment? { experiments[key] }
}
