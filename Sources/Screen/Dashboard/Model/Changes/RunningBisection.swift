import FeatureFlags
import Workbench

/// A running or finished bisection, with the overrides to restore.
struct RunningBisection: Sendable {
  /// The original overrides, by name of their feature.
  let originals: [Feature.Name: Override]
  var search: OverrideBisection

  init(_ originals: [Feature.Name: Override]) {
    self.originals = originals
    search = OverrideBisection(of: originals.keys.sorted { $0.rawValue < $1.rawValue })
  }

  /// The features whose override is applied in the current step; all features after the last step.
  var applied: [Feature.Name] {
    switch search.step {
    case .run(let applied): applied
    case .finished: search.candidates
    }
  }

  /// The current step, as an effect requests it.
  var step: BisectionStep {
    BisectionStep(originals: originals, applied: applied, verdicts: search.verdicts)
  }
}
