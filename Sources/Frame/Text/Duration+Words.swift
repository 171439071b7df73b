extension Duration {
  /// The duration in whole milliseconds, rounded down.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The duration in whole seconds, rounded up.
  package var secondsRoundedUp: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }

  /// The duration as a text for an elapsed time, such as `41 ms`, `1.2 s` or `2:05 min`.
  package var elapsedText: String {
    let milliseconds = wholeMilliseconds
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds < 9_950 {
      let tenths = (milliseconds + 50) / 100
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = (milliseconds + 500) / 1_000
    return seconds < 60 ? "\(seconds) s" : Duration.seconds(seconds).countdown + " min"
  }

  /// The duration as a text for a remaining time, such as `0:23` or `1:02:03`; rounded up to
  /// seconds.
  package var countdown: String {
    let seconds = secondsRoundedUp
    let minutes = seconds / 60
    let tail = ":" + Self.twoDigits(seconds % 60)
    guard minutes >= 60 else { return "\(minutes)" + tail }
    return "\(minutes / 60):" + Self.twoDigits(minutes % 60) + tail
  }

  /// The duration as a text for an interval, such as `30 s` or `2 min`.
  package var intervalText: String {
    let seconds = secondsRoundedUp
    return seconds >= 60 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }

  private static func twoDigits(_ number: Int64) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}
