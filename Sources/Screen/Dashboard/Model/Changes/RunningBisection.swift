package import FeatureFlags
package import Workbench

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

  /// The current step, for the effect that applies its overrides.
  var step: BisectionStep {
    BisectionStep(originals: originals, applied: applied, verdicts: search.verdicts)
  }
}

/// A step of a bisection: which overrides are applied while the user tests the app.
public struct BisectionStep: Hashable, Sendable {
  /// The original overrides that are bisected.
  package let originals: [Feature.Name: Override]
  /// The features whose original override is applied; the overrides of the others are reset.
  package let applied: [Feature.Name]
  /// The results of the previous steps.
  package let verdicts: [OverrideBisection.Verdict]

  /// The changes of overrides that apply the step.
  package var changes: [Feature.Name: Override?] {
    BisectionJournal.changes(of: originals, applying: applied)
  }

  /// The changes of overrides that restore the original ones.
  package var restoration: [Feature.Name: Override?] {
    BisectionJournal.changes(of: originals, applying: Array(originals.keys))
  }
}
