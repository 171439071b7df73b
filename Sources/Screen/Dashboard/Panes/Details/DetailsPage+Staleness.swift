import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

extension DetailsPage {
  /// Adds the reasons why a feature may be obsolete, with what may be removed; those that the page shows
  /// elsewhere are left out.
  mutating func add(_ reasons: [StaleReason], of feature: Feature, now: Date) {
    let shown = reasons.filter { reason in
      switch reason {
      case .marked: feature.type != .deprecated
      case .sameForEveryone, .equalVariations, .unchanged, .unused: true
      case .unasked: false
      }
    }
    guard !shown.isEmpty else { return }
    addGap()
    for (index, reason) in shown.enumerated() {
      add(index == 0 ? "Stale" : "", reason.text(now: now), role: .warning)
      add("", "may be removed: " + reason.remedy, role: .muted)
    }
  }
}
