/// The way in which the active configuration was obtained.
public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
  /// Fetched from a server.
  case remote
  /// Read from the cache: the last known good configuration of a workspace.
  case cache
  /// Read from the fallback, because the source could not be read.
  case fallback
  /// Read from the configuration that is bundled with the program.
  case bundled
  /// Read from a file, or from standard input.
  case file
}
