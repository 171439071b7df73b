/// The exit codes of the program, as in sysexits.h.
enum ExitCode {
  static let success: Int32 = 0
  /// The check found errors, or the look-up found nothing.
  static let failure: Int32 = 1
  static let usage: Int32 = 64
  static let unreadableConfiguration: Int32 = 65
  /// The source cannot be reached and is not cached, or the server of events did not accept them.
  static let unavailable: Int32 = 69
  static let unwritableFile: Int32 = 73
  static let unreadableFile: Int32 = 74
  /// The command of `run` exists but cannot be executed, as in shells.
  static let unusableCommand: Int32 = 126
  /// The command of `run` does not exist, as in shells.
  static let noCommand: Int32 = 127
}
