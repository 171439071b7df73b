package import Foundation
import Locking

/// A wall clock whose time a test sets.
package final class SettableClock: Sendable {
  private let time: Locked<Date>

  package var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  package init(_ now: Date) {
    time = Locked(now)
  }
}
