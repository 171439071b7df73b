/// When a server wants to be asked again.
public enum RetryAfter: Hashable, Sendable {
  /// After a number of seconds.
  case seconds(Int64)
  /// At a date, in seconds since 1970.
  case date(Int64)

  /// The longest wait taken seriously: one day, in seconds.
  public static let longest: Int64 = 86_400

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
    switch self {
    case .seconds(let seconds): .seconds(min(seconds, Self.longest))
    case .date(let date): .seconds(min(max(date - now, 0), Self.longest))
    }
  }
}
