/// The way in which the active configuration was obtained.
public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
  /// The configuration was fetched from a server.
  case remote
  /// The configuration is the last known good one, read from the cache of a workspace.
  case cache
  /// The configuration was read from the fallback, because the source could not be read.
  case fallback
  /// The configuration is bundled with the program.
  case bundled
  /// The configuration was read from a file or from standard input.
  case file
}
