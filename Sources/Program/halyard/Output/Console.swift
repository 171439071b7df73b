import Dashboard
import Documents
import FeatureFlags
import Files
import Frame
import Glibc
import Text

import struct FoundationEssentials.Date

/// Writes data and styled lines to standard output, and messages to standard error.
///
/// No other type of the program writes to these streams. Texts may quote a document from the network,
/// so the console makes each text safe for a terminal itself, and accepts colours only as the styles
/// of a `Line`. A message is one line.
struct Console: Sendable {
  let isQuiet: Bool
  let isColoured: Bool
  /// The width of the terminal in cells; `nil` if standard output is not a terminal.
  var columns: Int?

  /// Writes text to standard output; ends the process if that fails.
  ///
  /// The text is unchanged in a pipe or a file. A terminal gets no control characters but line feeds
  /// and tabs: the others are escaped as in JSON.
  func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Writes UTF-8 bytes like the text of ``write(_:)``; they must not end inside of a character.
  func write(_ bytes: [UInt8]) {
    Self.write(columns == nil ? bytes : PrintableData.escaped(bytes), to: STDOUT_FILENO)
  }

  /// Prints lines to standard output, in their styles if the output is coloured; ends the process if
  /// that fails.
  func print(_ lines: [Line]) {
    Self.write(lines.map { $0.text(isColoured: isColoured) + "\n" }.joined(), to: STDOUT_FILENO)
  }

  /// Prints a frame with its styles to standard output; ends the process if that fails.
  func print(_ frame: Frame) {
    Self.write(frame.ansi, to: STDOUT_FILENO)
  }

  /// Prints a result as one line to standard output, unless `--quiet` is given.
  func say(_ text: String) {
    if !isQuiet { write(Self.line(text)) }
  }

  /// Prints a warning to standard error, unless `--quiet` is given.
  func warn(_ text: String) {
    if !isQuiet { Self.write(Self.line("halyard: warning: \(text)"), to: STDERR_FILENO) }
  }

  /// Prints an error in a document to standard error, unless `--quiet` is given; the command goes on.
  func complain(_ text: String) {
    if !isQuiet { Self.fail(text) }
  }

  /// Prints a remark to standard error, unless `--quiet` is given.
  func remark(_ text: String) {
    if !isQuiet { Self.write(Self.line(text), to: STDERR_FILENO) }
  }

  private static func fail(unwritable error: SystemError) -> Never {
    fail("standard output cannot be written: \(error.reason)")
    exit(ExitCode.unwritableFile)
  }

  /// Replaces the last line of the terminal on standard error, without a line feed.
  func showStatus(_ text: String) {
    Self.write("\r" + DisplayText(text).text + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// Prints an error to standard error, even with `--quiet`.
  static func fail(_ text: String) {
    write(line("halyard: error: \(text)"), to: STDERR_FILENO)
  }

  private static func line(_ text: String) -> String {
    DisplayText(text).text + "\n"
  }

  private static func write(_ text: String, to file: Int32) {
    write(Array(text.utf8), to: file)
  }

  /// Writes all bytes; continues after partial and interrupted writes.
  ///
  /// If the reader of a pipe has exited, SIGPIPE ends the process.
  private static func write(_ bytes: [UInt8], to file: Int32) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        offset += count
      } else if errno != EINTR {
        // If standard error cannot be written, only the exit code reports the failure.
        if file == STDOUT_FILENO { fail(unwritable: SystemError.last) }
        return
      }
    }
  }
}

extension Console {
  /// Writes a value as indented JSON.
  func write(json value: JSONValue) {
    write(value.text(isPretty: true) + "\n")
  }

  /// Writes an event as one line of JSON, with its time, its name and the given members.
  func write(event: String, _ members: [(key: String, value: JSONValue)]) {
    let time = JSONValue.string(Date().formatted(.iso8601))
    write(JSONValue.object([("time", time), ("event", .string(event))] + members).text() + "\n")
  }

  /// Prints a table: on a terminal with a header and truncated to its width, otherwise, for scripts, only
  /// the rows.
  func print<Rows: Collection>(
    _ rows: Rows,
    header: [String],
    fixedColumns: Int = 0
  ) where Rows.Element == [String] {
    let header = columns == nil || rows.isEmpty ? [] : header
    Table(header: header, fixedColumns: fixedColumns, rows: rows)
      .write(fitting: columns) { print($0) }
  }
}
