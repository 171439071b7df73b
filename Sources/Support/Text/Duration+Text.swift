extension Duration {
  /// The duration in whole milliseconds, rounded down.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The duration in whole seconds, rounded up.
  package var secondsRoundedUp: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }

  /// The duration in its two largest units, such as `45s`, `2m 5s`, `1h 58m` or `3d 4h`; rounded up
  /// to seconds.
  package var text: String {
    let seconds = secondsRoundedUp
    let units = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "m"),
      (seconds % 60, "s"),
    ]
    let parts = units.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return parts.isEmpty ? "0s" : parts.map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }

  /// The duration as a countdown, such as `0:23` or `1:02:03`; rounded up to seconds.
  ///
  /// The width stays the same from second to second, so that the text beside a countdown does not move.
  package var countdown: String {
    let seconds = secondsRoundedUp
    let minutes = seconds / 60
    let tail = ":" + Self.twoDigits(seconds % 60)
    guard minutes >= 60 else { return "\(minutes)" + tail }
    return "\(minutes / 60):" + Self.twoDigits(minutes % 60) + tail
  }

  /// The duration as a text for a measured time, such as `41 ms`, `1.2 s` or `2m 5s`.
  package var elapsedText: String {
    let milliseconds = wholeMilliseconds
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds < 9_950 {
      let tenths = (milliseconds + 50) / 100
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = (milliseconds + 500) / 1_000
    return seconds < 60 ? "\(seconds) s" : Duration.seconds(seconds).text
  }

  private static func twoDigits(_ number: Int64) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}

extension Duration {
  private static let units: [(ending: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// Parses a duration such as `500ms`, `5s`, `2m`, `1h30m` or `3d`; a number without a unit is in
  /// seconds.
  ///
  /// - Returns: `nil` for any other text, for a duration of less than a millisecond, and for one of
  ///   more than 100000 days.
  package init?(text: String) {
    var milliseconds = 0.0
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), number < 1e6 else { return nil }
      let unit = Self.units.first { rest.hasPrefix($0.ending) }
      // Rejects a text such as `1h30`: only a text that is a single number can have no unit.
      guard let unit = unit ?? (digits == text ? ("", 1000) : nil) else { return nil }
      rest = rest.dropFirst(unit.ending.count)
      milliseconds += number * unit.milliseconds
    }
    guard milliseconds >= 1, milliseconds <= 8.64e12 else { return nil }
    self = .microseconds(Int64((milliseconds * 1000).rounded()))
  }

  /// The shortest duration that can be parsed: libcurl has no shorter timeouts.
  package static var shortestText: String { "1ms" }

  /// The longest duration that can be parsed.
  package static var longestText: String { "100000d" }
}
