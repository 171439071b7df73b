import Foundation
import Locking

@testable import FeatureFlags

/// A wall clock whose time a test sets.
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
