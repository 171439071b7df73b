import Foundation
import TestSupport

/// A statement of user code, written for an original library.
///
/// The files in `Statements` have one block for each statement, separated by a line `---`. The
/// first line of a block has the scope and the name of the statement. The scope is `#top` for the
/// file scope, `#async` for an asynchronous function, `#main` for a function on the main actor, or
/// `#` for another function. All functions can throw.
struct Statement: Sendable {
  let name: String
  /// The code of the statement with the code of its scope.
  let source: String

  init(block: String) {
    let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = lines[0].split(separator: " ", maxSplits: 1)
    let code = lines.count > 1 ? String(lines[1]) : ""
    name = head.count > 1 ? String(head[1]) : block
    source =
      switch head.first {
      case "#top": code
      case "#async": "func test() async throws {\n\(code)\n}\n"
      case "#main": "@MainActor func test() throws {\n\(code)\n}\n"
      default: "func test() throws {\n\(code)\n}\n"
      }
  }

  /// Parses all statements of the given file.
  static func all(in file: String) throws -> [Statement] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let url = folder.appending(path: "Statements/\(file).txt")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n---\n")
      .map { Statement(block: $0.trimmingCharacters(in: .newlines)) }
  }
}
