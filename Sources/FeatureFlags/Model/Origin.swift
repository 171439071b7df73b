/// How the configuration in use was got.
public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
  /// Just now, from a server.
  case remote
  /// From the last good configuration that a workspace keeps.
  case cache
  /// From the file that stands in while the source cannot be read.
  case fallback
  /// From what the program carries with it.
  case bundled
  /// From a file, or from standard input.
  case file
}
