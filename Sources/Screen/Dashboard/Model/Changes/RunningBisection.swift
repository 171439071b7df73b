package import FeatureFlags
import Text
package import Workbench

/// A running or finished bisection, with the overrides to restore.
struct RunningBisection: Sendable {
  /// The original overrides.
  let originals: [OverrideKey: Override]
  var search: OverrideBisection

  init(_ originals: [OverrideKey: Override]) {
    self.originals = originals
    search = OverrideBisection(of: originals.keys.sorted())
  }

  /// The overrides that are applied in the current step; all overrides after the last step.
  var applied: [OverrideKey] {
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

extension OverrideBisection.Outcome {
  /// The maximum number of overrides that the text names.
  private static let nameCount = 5

  /// The result as one line without a full stop, for the activity log.
  var text: String {
    switch self {
    case .notReproduced: "the app works with all overrides"
    case .independent: "the app also fails without the overrides"
    case .culprits(let found, []) where found.count == 1:
      "\(Self.names(of: found)) breaks the app"
    case .culprits(let found, []): "\(Self.names(of: found)) break the app together"
    case .culprits(let found, let undecided):
      "suspects after skipped steps: \(Self.names(of: found + undecided))"
    }
  }

  private static func names(of keys: [OverrideKey]) -> String {
    let names = keys.prefix(nameCount).map { $0.description.shortened(to: 40) }
    let rest = keys.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

/// A step of a bisection: which overrides are applied while the user tests the app.
public struct BisectionStep: Hashable, Sendable {
  /// The original overrides that are bisected.
  package let originals: [OverrideKey: Override]
  /// The original overrides that are applied; the others are reset.
  package let applied: [OverrideKey]
  /// The results of the previous steps.
  package let verdicts: [OverrideBisection.Verdict]

  /// The changes of overrides that apply the step.
  package var changes: [OverrideKey: Override?] {
    BisectionJournal.changes(of: originals, applying: applied)
  }

  /// The changes of overrides that restore the original ones.
  package var restoration: [OverrideKey: Override?] {
    BisectionJournal.changes(of: originals, applying: Array(originals.keys))
  }
}
