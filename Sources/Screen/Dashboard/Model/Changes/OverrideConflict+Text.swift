import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

extension OverrideConflict {
  /// The conflict as a sentence without a full stop: who has changed the feature, when and to what,
  /// and the change that is not saved.
  package func text(_ clock: WallClock) -> String {
    let your = wasPending ? "your pending" : "your"
    let own = mine == nil ? "\(your) reset" : "\(your) change to \(ownText(clock))"
    if let lock { return "\(feature) is \(lock.text(clock)), so \(own) is not saved" }
    let person = author.map { " by \($0)" } ?? " by somebody else"
    let time = date.map { " at \(clock.text(of: $0, now: clock.start))" } ?? ""
    let change =
      theirs == nil ? "reset\(person)\(time)" : "changed\(person)\(time) to \(theirText(clock))"
    return "\(feature) was \(change), so \(own) is not saved"
  }

  /// The user's override that was not saved, such as `Enabled until 23:59`; `reset` if the user has
  /// reset it.
  func ownText(_ clock: WallClock) -> String { Self.text(mine, clock) }

  /// The override that a colleague has saved; `reset` if the colleague has reset it.
  func theirText(_ clock: WallClock) -> String { Self.text(theirs, clock) }

  private static func text(_ override: Override?, _ clock: WallClock) -> String {
    override?.textWithLifetime(shorten: { $0.shortened(to: 40) }) {
      clock.text(of: $0, now: clock.start)
    } ?? "reset"
  }
}
