import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

extension PresetPlan.Step {
  /// The effect on the feature as one line, such as `New Cart: Disabled → Enabled`.
  ///
  /// - Parameter clock: The clock of the user, in whose time zone an expiry is given.
  /// - Returns: A single line.
  package func text(_ clock: WallClock) -> String { key.text + ": " + change(clock) }

  /// The effect on the feature without its name.
  package func change(_ clock: WallClock) -> String {
    switch outcome {
    case .set: transition + terms(clock)
    case .forced: transition + terms(clock) + ", overridden to match the report"
    case .reset: transition + ", override reset"
    case .unchanged: after?.stateText ?? "unchanged"
    case .storedWithoutFeature: "stored, but the source has no such feature"
    case .missingFeature: "not restored: the source has no such feature"
    case .expired(let date): "expired at \(clock.text(of: date, now: clock.start)), not applied"
    case .refused(let reason): "refused: the feature \(reason)"
    case .unforceable: "not restored: no override can force the state of the report"
    }
  }

  /// The states before and after the change, with the values of the overridden variables.
  private var transition: String {
    let new = state(of: after)
    let old = state(of: before)
    return old == new ? "\(new), overridden" : "\(old) → \(new)"
  }

  /// The lifetime and the note of the new override, such as ` until 23:59 (QA-123)`, or a text about the
  /// removal of those of the previous override.
  private func terms(_ clock: WallClock) -> String {
    guard let override else { return "" }
    let former = before?.override ?? Override()
    let lifetime =
      override.lifetime == .kept && former.lifetime != .kept
      ? " until reset" : override.lifetimeText { clock.text(of: $0, now: clock.start) }
    let isNoteRemoved = override.note == nil && former.note != nil
    return lifetime + (isNoteRemoved ? ", note removed" : override.noteText)
  }

  private func state(of feature: Feature?) -> String {
    guard let feature else { return "Not in the source" }
    let values =
      feature.type == .value ? [] : feature.override?.variableTexts { $0.shortened(to: 40) } ?? []
    return ([feature.stateText] + values).joined(separator: ", ")
  }
}

extension PresetPlan {
  /// The number of features for each effect, such as `3 changed, 1 reset, 1 refused`.
  package var summary: String {
    let counts: [(count: Int, text: String)] = [
      (count { $0 == .set || $0 == .forced }, "changed"), (count { $0 == .reset }, "reset"),
      (count { $0 == .unchanged }, "unchanged"),
      (count { $0 == .storedWithoutFeature || $0 == .missingFeature }, "unknown"),
      (count(where: \.isExpired), "expired"), (count(where: \.isRefusal), "refused"),
    ]
    let parts = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.text)" }
    return parts.isEmpty ? "nothing to change" : parts.joined(separator: ", ")
  }
}

extension PresetPlan.Outcome {
  fileprivate var isExpired: Bool {
    if case .expired = self { true } else { false }
  }

  /// Whether the feature refuses the override that the preset has for it.
  package var isRefusal: Bool {
    switch self {
    case .refused, .unforceable: true
    case .set, .forced, .unchanged, .reset, .storedWithoutFeature, .missingFeature, .expired: false
    }
  }
}
