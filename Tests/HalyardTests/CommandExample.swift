import Foundation
import TestSupport

@testable import halyard

/// An example of a command line in a page of the documentation.
struct CommandExample: CustomStringConvertible {
  /// The name of the page, such as `README.md`.
  let page: String
  /// The command line without the comment at its end.
  let line: String

  var description: String { "\(page): \(line)" }

  /// The words of the command without the name of the program, and without a pipe to another program.
  var words: [String] {
    var text = line
    // Removes the process substitution of the shell, which reads the output of the command as a file.
    if text.hasPrefix("source <("), text.hasSuffix(")") {
      text = String(text.dropFirst("source <(".count).dropLast())
    }
    return CommandWords.split(text).map { Array($0.dropFirst().prefix { $0 != "|" }) } ?? []
  }

  /// The pages with examples of commands.
  static func pages() throws -> [String] { try DocumentationPage.all().map(\.path) }

  /// The examples of a page: the lines of its console blocks that run the program, and the commands in the
  /// tables of the README.
  static func examples(of page: String) throws -> [CommandExample] {
    let page = try DocumentationPage(page)
    let cells = page.path == "README.md" ? page.tables.flatMap { $0.flatMap { $0 } } : []
    let commands = cells.joined(separator: "\n").matches(of: /`(halyard [^`]+)`/)
    return blocks(of: page)
      + commands.map { CommandExample(page: page.path, line: String($0.output.1)) }
  }

  private static func blocks(of page: DocumentationPage) -> [CommandExample] {
    var isConsole = false
    return page.text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isConsole = line == "```console" }
      guard isConsole, line.hasPrefix("halyard") || line.hasPrefix("source <(halyard") else {
        return nil
      }
      let end = line.firstRange(of: " #")?.lowerBound ?? line.endIndex
      var command = line[..<end]
      while command.last == " " { command.removeLast() }
      return CommandExample(page: page.path, line: String(command))
    }
  }

  /// The examples of the manual page of the program.
  static var examplesOfManual: [CommandExample] {
    ManualTables.examples.map { CommandExample(page: "halyard(1)", line: $0.command) }
  }
}
