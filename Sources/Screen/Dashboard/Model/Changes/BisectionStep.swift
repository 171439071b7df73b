package import FeatureFlags
package import Workbench

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
