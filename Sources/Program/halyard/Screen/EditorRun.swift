import Dashboard
import Files
import FoundationEssentials
import Glibc

/// A running editor of the user, which edits a file, or a text in a temporary file.
///
/// The editor uses the terminal of the dashboard: the event loop must call ``Display/lend()`` first.
struct EditorRun: Sendable {
  private let child: ChildProcess
  private let folder: TemporaryTextFile?

  /// The maximum size of an edited text in bytes: 1 MiB.
  static let sizeLimit = 1 << 20

  /// Starts the editor.
  ///
  /// - Parameters:
  ///   - request: The text or the file to edit.
  ///   - words: The editor command and its arguments, before the line and the path.
  ///   - root: The folder for the temporary file of a text.
  ///   - report: Called on another thread when the editor has ended; the temporary file is removed
  ///     then.
  /// - Throws: The error of the system if the editor cannot be started or the temporary file cannot
  ///   be written.
  init(
    _ request: EditRequest,
    words: [String],
    root: String,
    report: @escaping @Sendable (EditOutcome) -> Void
  ) throws(SystemError) {
    switch request {
    case .file(let path, let line):
      folder = nil
      let path = path.hasPrefix("-") || path.hasPrefix("+") ? "./" + path : path
      let position = line.map { ["+\($0)"] } ?? []
      child = try ChildProcess(words + position + [path], usesTerminal: true)
      child.onEnd { report(Self.reason($0).map { .failed(reason: $0, text: nil) } ?? .edited("")) }
    case .variable(let text):
      let folder = try TemporaryTextFile(text.text, isJSON: text.isJSON, root: root)
      self.folder = folder
      do throws(SystemError) {
        child = try ChildProcess(words + [folder.path], usesTerminal: true)
      } catch {
        folder.remove()
        throw error
      }
      child.onEnd { report(folder.outcome(of: text.text, Self.reason($0))) }
    }
  }

  /// Ends the editor and removes the temporary file; called when the program itself ends.
  func stop() {
    child.send(SIGTERM)
    folder?.remove()
  }

  /// The reason why an editor has failed; `nil` after a normal end.
  private static func reason(_ end: ChildProcess.End) -> String? {
    switch end {
    case .code(0): nil
    case .code(let code): "the editor has ended with exit code \(code)"
    case .signal(let signal): "the editor was ended by signal \(signal)"
    }
  }
}

/// A text in a temporary folder that only the user can read.
private struct TemporaryTextFile: Sendable {
  private let folder: String
  let path: String

  /// Writes a text to a new folder.
  init(_ text: String, isJSON: Bool, root: String) throws(SystemError) {
    folder = try FileSystem.makeTemporaryFolder(in: root)
    path = folder + (isJSON ? "/value.json" : "/value.txt")
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError(number: errno) }
    close(file)
    do throws(SystemError) {
      try FileSystem.writeOutput(path, Array(text.utf8))
    } catch {
      remove()
      throw error
    }
  }

  /// Reads the text after the edit, and removes the folder.
  ///
  /// A text that cannot be read stays in its file, so that it is not lost.
  ///
  /// - Parameters:
  ///   - original: The text before the edit.
  ///   - failure: The reason why the editor has failed; `nil` after a normal end.
  /// - Returns: The text, or the reason why the edit has failed.
  func outcome(of original: String, _ failure: String?) -> EditOutcome {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: EditorRun.sizeLimit)
    } catch {
      return .failed(reason: "\(path) cannot be read: \(error.reason)", text: nil)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failed(reason: "the text is not UTF-8, and is still in \(path)", text: nil)
    }
    remove()
    guard let failure else { return .edited(text) }
    return .failed(reason: failure, text: text == original ? nil : text)
  }

  /// Removes the folder, with all files that the editor has added to it.
  func remove() {
    // Ignores an error: a leftover folder is harmless, and only the user can read it.
    try? FileManager.default.removeItem(atPath: folder)
  }
}
