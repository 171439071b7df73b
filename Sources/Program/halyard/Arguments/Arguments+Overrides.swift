import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// The users, the lifetime and the note of new overrides: `--only`, `--for`, `--until` or `--session`, and
/// `--note`.
struct OverrideOptions: Sendable {
  private static let lifetimeOptions: [Option] = [.lifetime, .until, .session]
  /// The options of commands that set overrides.
  static let options = lifetimeOptions + [.note, .only]

  /// The lifetime of the override; `nil` without `--for`, `--until` and `--session`.
  let lifetime: Override.Lifetime?
  /// The note of the override; `nil` without the option, "" to remove the note.
  let note: String?
  /// The users for whom the override holds, as they were typed; `nil` for everyone.
  let only: String?

  /// Parses the options; at most one of `--for`, `--until` and `--session` is allowed.
  ///
  /// - Throws: `usage` for two of these three options, for a time that cannot be parsed or has passed,
  ///   and for a note that is too long.
  init(_ arguments: Arguments, now: Date = Date()) throws(Failure) {
    note = try arguments.note()
    only = arguments.value(.only)
    let given = Self.lifetimeOptions.filter(arguments.has)
    guard given.count < 2 else {
      throw arguments.usage(
        "found \(given[0].flag) and \(given[1].flag), expected only one of them"
      )
    }
    if let duration = try arguments.duration(.lifetime) {
      lifetime = .lasting(duration)
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
    let clock = WallClock.system(at: now)
    guard let time = TimeText(text, clock) else {
      throw arguments.usage("--until: found \"\(text)\", expected \(TimeText.example)")
    }
    guard let date = time.next(after: now, clock) else {
      throw arguments.usage("--until: found \"\(text)\", which is in the past")
    }
    return date
  }
}

extension Arguments {
  /// Parses `--note`; `nil` without the option.
  ///
  /// - Throws: `usage` for a note that is too long.
  func note() throws(Failure) -> String? {
    guard let note = value(.note)?.trimmed else { return nil }
    guard note.count <= Override.longestNote else {
      throw usage(
        "--note: found \(note.count) characters, expected at most \(Override.longestNote)"
      )
    }
    return note
  }

  /// Parses `--since`: a duration before now, or a time; `nil` without the option.
  ///
  /// - Throws: `usage` for a text that is neither a duration nor a time.
  func start(now: Date = Date()) throws(Failure) -> Date? {
    guard let text = value(.since) else { return nil }
    if let duration = Duration(text: text) {
      return now.addingTimeInterval(-(duration / .seconds(1)))
    }
    let clock = WallClock.system(at: now)
    guard let time = TimeText(text, clock) else {
      throw usage(
        "--since: found \"\(text)\", expected a duration such as 2h, or \(TimeText.example)"
      )
    }
    return time.last(before: now, clock)
  }
}

extension Arguments {
  /// Parses the values of `--variable`, each a variable and its value.
  ///
  /// - Throws: `usage` for a text without a variable or an equals sign.
  func variableValues() throws(Failure) -> [(name: String, value: String)] {
    var variables: [(name: String, value: String)] = []
    for text in values(.variable) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw usage("--variable: found \"\(text)\", expected VARIABLE=VALUE")
      }
      variables.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    return variables
  }
}
