import FeatureFlags
import Text

import struct FoundationEssentials.Date

extension DetailsPage {
  /// Adds the last changes of the feature's override: when, from what, to what, and by whom.
  ///
  /// - Parameters:
  ///   - history: The changes, the newest first.
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date, which determines today.
  ///   - own: The origin of the changes by this dashboard, which need no author.
  mutating func addHistory(
    _ history: [HistoryEntry],
    _ clock: WallClock,
    now: Date,
    own: ActOrigin?
  ) {
    guard !history.isEmpty else { return }
    addGap()
    for (number, entry) in history.enumerated() {
      let text = clock.text(of: entry.date, now: now) + "  " + entry.changeText(clock, now: now)
      add(number == 0 ? "History" : "", text)
      let origin = entry.originText(for: own)
      if !origin.isEmpty { add("", origin, role: .muted) }
    }
  }
}
