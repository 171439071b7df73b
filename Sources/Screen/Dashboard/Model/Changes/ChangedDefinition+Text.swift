import FeatureFlags
import Text
import Workbench

extension VariationMove {
  /// The move as a sentence without a full stop, such as `10 % of users move from Disabled to
  /// Enabled`.
  package var text: String {
    "\(Self.shareText(share)) of users move from \(Self.name(from)) to \(Self.name(to))"
  }

  /// A percentage of users for display; a small one is never shown as 0.
  package static func shareText(_ share: Double) -> String {
    share > 0 && share < 0.01 ? "less than 0.01 %" : Number.percent(share)
  }

  private static func name(_ variation: TestVariation?) -> String {
    variation?.rawValue ?? "no variation"
  }
}

extension ChangedField {
  /// The old and the new value, such as `10/90 → 20/80`; `none` for a missing value.
  package var valuesText: String { "\(old ?? "none") → \(new ?? "none")" }
}

extension ChangedDefinition {
  /// The users who change variation, one sentence for each pair of variations; empty if the change
  /// moves no user.
  package var moveTexts: [String] {
    guard let moves else {
      return ["unknown how many users change variation: a service allocates them"]
    }
    return moves.map(\.text)
  }
}
