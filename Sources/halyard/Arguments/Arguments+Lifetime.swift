import FeatureFlags

import struct FoundationEssentials.Date

/// The parsed value of `--for`, `--until` or `--session`.
struct LifetimeOption: Sendable {
  /// The options that limit the lifetime of an override.
  static let options: [Option] = [.lifetime, .until, .session]

  /// The lifetime of the override; `nil` without an option.
  let lifetime: Override.Lifetime?

  /// Parses the options; only one of them can be given.
  ///
  /// - Throws: `usage` for two options, and for a time that cannot be parsed or has passed.
  init(_ arguments: Arguments, now: Date = Date()) throws(Failure) {
    let given = Self.options.filter(arguments.has)
    guard given.count < 2 else {
      throw arguments.usage("found \(given[0].flag) and \(given[1].flag), expected one of them")
    }
    if let duration = try arguments.duration(.lifetime) {
      lifetime = .until(now.addingTimeInterval(duration / .seconds(1)).inTenths)
    } else if let text = arguments.value(.until) {
      lifetime = .until(try Self.end(text, arguments, now))
    } else {
      lifetime = arguments.has(.session) ? .session : nil
    }
  }

  private static func end(
    _ text: String,
    _ arguments: Arguments,
    _ now: Date
  ) throws(Failure) -> Date {
    guard let time = TimeText(text) else {
      throw arguments.usage("--until: found \"\(text)\", expected \(TimeText.example)")
    }
    guard let date = time.next(after: now) else {
      throw arguments.usage("--until: found \"\(text)\", which is in the past")
    }
    return date
  }
}
