/// How much a line of the log matters.
public enum AscendLogLevel: String, Sendable {
  /// What happens.
  case debug
  /// What went wrong, and how it goes on.
  case warning
}
