import FeatureFlags

import struct FoundationEssentials.Date

/// The values of `--since`, `--by` and `--note`, which select overrides by time, author and note.
struct OverrideFilter: Sendable {
  /// The earliest time at which an override was set; `nil` for any time.
  private let start: Date?
  /// The author, as `user` or as `user@host`; `nil` for any author.
  private let author: String?
  /// The note; empty for overrides without a note, and `nil` for any note.
  private let note: String?

  /// The options that the filter parses.
  static let options = [Option.since, .by, .note]

  /// Whether the filter selects every override.
  var isEmpty: Bool { start == nil && author == nil && note == nil }

  /// Parses `--since`, `--by` and `--note`.
  ///
  /// - Throws: `usage` for a time that cannot be parsed.
  init(_ arguments: Arguments) throws(Failure) {
    start = try arguments.start()
    author = arguments.value(.by)
    note = arguments.value(.note)
  }

  /// Whether the filter selects an override.
  func includes(_ override: Override) -> Bool {
    isSince(override) && Self.isAuthor(override.author, author)
      && (note.map { $0 == override.note ?? "" } ?? true)
  }

  /// Whether an author is the given one, as `user` or as `user@host`; `nil` is any author.
  static func isAuthor(_ found: String?, _ author: String?) -> Bool {
    guard let author else { return true }
    guard let found else { return false }
    return found == author || found.hasPrefix(author + "@")
  }

  private func isSince(_ override: Override) -> Bool {
    // An override that was edited by hand may have no time.
    start.map { start in override.date.map { $0 >= start.inWholeSeconds } ?? false } ?? true
  }
}
