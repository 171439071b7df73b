import FeatureFlags

import struct FoundationEssentials.Date

/// The values of `--since` and `--by`, which select overrides by their time and their author.
struct OverrideFilter: Sendable {
  /// The earliest time at which an override was set; `nil` for any time.
  private let start: Date?
  /// The author, as `user` or as `user@host`; `nil` for any author.
  private let author: String?

  /// Whether the filter selects every override.
  var isEmpty: Bool { start == nil && author == nil }

  /// Parses `--since` and `--by`.
  ///
  /// - Throws: `usage` for a time that cannot be parsed.
  init(_ arguments: Arguments) throws(Failure) {
    start = try arguments.start()
    author = arguments.value(.by)
  }

  /// Whether the filter selects an override.
  func includes(_ override: Override) -> Bool { isSince(override) && isByAuthor(override) }

  private func isSince(_ override: Override) -> Bool {
    // An override that was edited by hand may have no time.
    start.map { start in override.date.map { $0 >= start.inWholeSeconds } ?? false } ?? true
  }

  private func isByAuthor(_ override: Override) -> Bool {
    guard let author else { return true }
    guard let found = override.author else { return false }
    return found == author || found.hasPrefix(author + "@")
  }
}
