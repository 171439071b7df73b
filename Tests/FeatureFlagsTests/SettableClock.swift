import Foundation
import Locking

@testable import FeatureFlags

/// Tells the time that a test sets.
final class SettableClock: Sendable {
  private let time: Locked<Date>

  var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  init(_ now: Date) {
    time = Locked(now)
  }
}
