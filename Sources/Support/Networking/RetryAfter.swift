/// The value of a `Retry-After` header: the earliest time of the next request.
public enum RetryAfter: Hashable, Sendable {
  /// The next request may follow after this number of seconds.
  case seconds(Int64)
  /// The next request may follow at this date, in seconds since 1970.
  case date(Int64)

  /// The longest delay that is honoured, in seconds: one hour.
  ///
  /// A server with a wrong clock or setting could otherwise stop polling for days.
  public static let longest: Int64 = 3_600

  /// Parses the value of a `Retry-After` header; `nil` if it is neither seconds nor a date.
  public init?(_ value: String) {
    if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
      self = .seconds(Int64(value) ?? Self.longest)
    } else if let date = HTTPDate.seconds(value) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the delay from `now`, in seconds since 1970, to the next request; between zero and
  /// ``longest``.
  public func delay(at now: Int64) -> Duration {
    let seconds =
      switch self {
      case .seconds(let seconds): seconds
      case .date(let date): date.subtractingSaturating(now)
      }
    return .seconds(min(max(seconds, 0), Self.longest))
  }
}

extension Int64 {
  /// Rounds a time in seconds down, and clamps it to the range of the type.
  ///
  /// Not-a-number becomes the largest number, so that it counts as later than every date.
  package init(saturating seconds: Double) {
    let rounded = seconds.rounded(.down)
    self = Int64(exactly: rounded) ?? (rounded < 0 ? .min : .max)
  }

  fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return other < 0 ? .max : .min
  }
}
