import Dashboard
import Glibc

import struct FoundationEssentials.Date

extension WallClock {
  /// Creates a wall clock in the time zone of this machine, or of `TZ`, that starts at the given
  /// date.
  static func system(at start: Date) -> WallClock {
    WallClock(start: start) { date in
      // Clamps the date to a range that `localtime_r` can convert. Dates in files have four-digit
      // years, so clamping never changes them.
      var seconds = time_t(max(min(date.timeIntervalSince1970.rounded(.down), 1e15), -1e15))
      var local = tm()
      localtime_r(&seconds, &local)
      return LocalTime(
        year: Int(local.tm_year) + 1_900,
        month: Int(local.tm_mon) + 1,
        day: Int(local.tm_mday),
        hour: Int(local.tm_hour),
        minute: Int(local.tm_min),
        second: Int(local.tm_sec)
      )
    }
  }
}
