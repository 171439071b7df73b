/// What the program tells its caller when it ends, as in sysexits.h.
enum ExitCode {
  static let success: Int32 = 0
  /// The check found errors, or the look-up found nothing.
  static let failure: Int32 = 1
  static let usage: Int32 = 64
  static let unreadableConfiguration: Int32 = 65
  /// The server gave nothing, and nothing of it is kept; or it did not take what was sent.
  static let unavailable: Int32 = 69
  static let unwritableFile: Int32 = 73
  static let unreadableFile: Int32 = 74
  /// There is a command of the wanted name, as shells have it, but it cannot be run.
  static let unusableCommand: Int32 = 126
  /// There is no command of the wanted name.
  static let noCommand: Int32 = 127
}
