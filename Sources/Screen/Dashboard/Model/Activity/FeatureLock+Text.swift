import FeatureFlags
import Text
import Workbench

extension FeatureLock {
  /// The lock without its feature, such as `locked by ana@build-7 until 14:30 (release test)`.
  package func text(_ clock: WallClock) -> String {
    "locked by \(ownerText(clock))"
  }

  /// The owner, the end and the reason of the lock.
  func ownerText(_ clock: WallClock) -> String {
    let note = reason.isEmpty ? "" : " (\(reason.shortened(to: 40)))"
    return "\(author ?? "somebody") until \(clock.text(of: end, now: clock.start))\(note)"
  }
}
