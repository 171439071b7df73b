/// When a server wants the next request.
public enum RetryAfter: Hashable, Sendable {
  /// After a number of seconds.
  case seconds(Int64)
  /// At a date, in seconds since 1970.
  case date(Int64)

  /// The longest wait that is honoured: one hour, in seconds.
  ///
  /// A server that was told to say more, or has a wrong clock, would otherwise stop polling for days.
  public static let longest: Int64 = 3_600

  /// Reads the value of a `Retry-After` header; `nil` when it is neither seconds nor a date.
  public init?(_ value: String) {
    if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) {
      self = .seconds(Int64(value) ?? Self.longest)
    } else if let date = HTTPDate.seconds(value) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// How long to wait, from zero to `longest`, at a time in seconds since 1970.
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
  /// Whole seconds of a time that may be NaN, infinite or out of range: the nearest number then, and
  /// for NaN the largest one, so that no date lies after it.
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
