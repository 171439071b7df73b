import FeatureFlags
import Files
import Frame
import Glibc

/// Where the program writes: data to standard output, everything else to standard error.
///
/// What is said is a line each, safe for a terminal: it may quote a source or a server.
struct Console: Sendable {
  let isQuiet: Bool
  let isColoured: Bool
  /// The width of the terminal in cells; `nil` where standard output is none.
  var columns: Int?

  /// Writes data.
  func write(_ text: String) {
    Self.write(text, to: STDOUT_FILENO)
  }

  /// Says what was done, unless the program is to be quiet.
  func say(_ text: String) {
    if !isQuiet { write(Self.line(text)) }
  }

  /// Warns of something that was got around, unless the program is to be quiet.
  func warn(_ text: String) {
    if !isQuiet { Self.write(Self.line("halyard: warning: \(text)"), to: STDERR_FILENO) }
  }

  /// Adds a remark that is no data, unless the program is to be quiet.
  func remark(_ text: String) {
    if !isQuiet { Self.write(Self.line(text), to: STDERR_FILENO) }
  }

  private static func fail(unwritable error: SystemError) -> Never {
    fail("standard output cannot be written: \(error.reason)")
    exit(ExitCode.unwritableFile)
  }

  /// Says why the program fails.
  static func fail(_ text: String) {
    write(line("halyard: error: \(text)"), to: STDERR_FILENO)
  }

  private static func line(_ text: String) -> String {
    DisplayText(text).text + "\n"
  }

  /// Writes all of a text; a reader that is gone ends the program by its signal, as in any pipe.
  private static func write(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        offset += count
      } else if errno != EINTR {
        // Where errors cannot be written either, the exit code says it.
        if file == STDOUT_FILENO { fail(unwritable: SystemError.last) }
        return
      }
    }
  }
}
