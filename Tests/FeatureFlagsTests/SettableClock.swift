import Foundation
import Synchronization

/// Tells the time that a test sets.
final class SettableClock: Sendable {
  private let time: Mutex<Date>

  var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  init(_ now: Date) {
    time = Mutex(now)
  }
}
