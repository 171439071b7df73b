import FoundationEssentials
import Locking

/// Replaces expected screens in test files by the found screens, in record mode.
///
/// Tests of one process run in parallel and share a recorder: one lock guards all files. A rewrite
/// shifts the lines below it, so a literal is located by its value, and by the line of the call
/// only if several literals have the same value.
package final class ScreenRecorder: Sendable {
  /// The reason why a screen cannot be recorded.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    /// No multi-line literal in the file has the expected value, for example because the literal
    /// contains an interpolation, or because another test has already replaced it.
    case literalNotFound(path: String, line: Int)
    /// The file cannot be read as UTF-8.
    case unreadable(path: String)
    /// The file cannot be written.
    case unwritable(path: String)

    package var description: String {
      switch self {
      case .literalNotFound(let path, let line):
        "\(path):\(line): found no multi-line literal with the expected screen; edit it by hand"
      case .unreadable(let path): "\(path): cannot be read"
      case .unwritable(let path): "\(path): cannot be written"
      }
    }
  }

  /// The recorder that all tests of the process share; `nil` unless `HALYARD_RECORD=1` is set.
  package static let shared: ScreenRecorder? =
    ProcessInfo.processInfo.environment["HALYARD_RECORD"] == "1" ? ScreenRecorder() : nil

  /// A finished rewrite: the line of the call at compile time, and the number of added lines.
  private struct Rewrite {
    let line: Int
    let added: Int
  }

  private let rewrites = Locked<[String: [Rewrite]]>([:])

  /// Creates a recorder without finished rewrites.
  package init() {}

  /// Replaces the value of a literal in a file.
  ///
  /// Does nothing if a literal already has the new value and none has the expected one: another
  /// test with the same literal may have recorded the screen.
  ///
  /// - Parameters:
  ///   - screen: The new value.
  ///   - expected: The current value of the literal.
  ///   - path: The path of the file.
  ///   - line: The line of the call at compile time, counted from 1.
  /// - Throws: The reason why the file was not rewritten; the file is then unchanged.
  package func record(
    _ screen: String,
    replacing expected: String,
    path: String,
    line: Int
  ) throws(Failure) {
    try rewrites.withLock { rewrites throws(Failure) in
      // Drops the error of the file system: the path of the file is enough to find the cause.
      guard let source = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) else {
        throw .unreadable(path: path)
      }
      var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let literals = MultilineLiteral.all(in: lines)
      let earlier = rewrites[path, default: []].filter { $0.line < line }
      let current = line - 1 + earlier.map(\.added).reduce(0, +)
      let candidates = literals.filter { $0.value == expected }
      guard
        let literal = candidates.first(where: { $0.opening >= current }) ?? candidates.last
      else {
        if literals.contains(where: { $0.value == screen }) { return }
        throw .literalNotFound(path: path, line: line)
      }
      let content = literal.lines(of: screen)
      let old = (literal.opening + 1)..<literal.closing
      lines.replaceSubrange(old, with: content)
      do {
        try Data(lines.joined(separator: "\n").utf8)
          .write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw .unwritable(path: path)
      }
      rewrites[path, default: []].append(Rewrite(line: line, added: content.count - old.count))
    }
  }
}
