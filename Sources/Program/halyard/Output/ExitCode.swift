/// The exit codes of the program; most are those of `sysexits.h`.
enum ExitCode {
  static let success: Int32 = 0
  /// A check found errors, or a look-up found nothing.
  static let failure: Int32 = 1
  static let usage: Int32 = 64
  static let unreadableConfiguration: Int32 = 65
  /// The source cannot be reached and is not cached, or the event server rejected the events.
  static let unavailable: Int32 = 69
  static let unwritableFile: Int32 = 73
  static let unreadableFile: Int32 = 74
  /// The program of `run` exists but cannot be executed; the same code as in shells.
  static let unusableCommand: Int32 = 126
  /// The program of `run` does not exist; the same code as in shells.
  static let noCommand: Int32 = 127
}
