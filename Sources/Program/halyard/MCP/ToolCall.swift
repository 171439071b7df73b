import Documents
import FlagSystem

/// A call of a tool with its arguments, and the output of the commands that it has run.
struct ToolCall: Sendable {
  let tool: AssistantTool
  let arguments: JSONValue
  /// The author of changes in the history.
  let author: String
  /// The options that select the source and the workspace, for each command.
  let options: [String]
  /// A temporary folder for the files of a run; `nil` for other calls.
  let folder: String?
  var outputs: [Output] = []

  /// The output of a command that has ended.
  struct Output: Sendable {
    let exitCode: Int32
    let text: String
    /// The lines of standard error.
    let messages: [String]
    /// The value that was written to standard output; `nil` if it is not JSON.
    let json: JSONValue?

    init(exitCode: Int32, output: [UInt8], errors: [UInt8]) {
      self.exitCode = exitCode
      text = String(decoding: output, as: UTF8.self)
      messages = String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init)
      let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(output.first)
      // Drops the error: the output of a program that is not JSON is text.
      json =
        isJSON ? (try? JSONReader.read(output, as: .json)).map { JSONValue(expressible: $0) } : nil
    }

    /// Whether the command has failed, and not only found problems, differences or refused changes.
    var isFailure: Bool {
      exitCode != ExitCode.success && (exitCode != ExitCode.failure || json == nil)
    }
  }

  subscript(name: String) -> JSONValue? { arguments[name] }

  /// The value that the last command has written, or null.
  var json: JSONValue { outputs.last?.json ?? .null }

  var isFailure: Bool { outputs.last?.isFailure ?? false }

  /// The longest time of the call.
  var timeLimit: Duration { .seconds(self["seconds"]?.integer ?? 60) }

  /// The words of a command line with the options and the operands of the arguments.
  ///
  /// - Parameters:
  ///   - command: The command with options, separated by spaces.
  ///   - flags: Further options.
  ///   - names: The parameters that the command line has; `nil` for all.
  /// - Returns: The words after the name of the program.
  func words(_ command: String, _ flags: [String] = [], only names: [String]? = nil) -> [String] {
    var words = command.split(separator: " ").map(String.init)
    words.insert(contentsOf: options, at: 1)
    words += flags
    var operands: [String] = []
    for (name, _, _) in tool.parameters where names?.contains(name) ?? true {
      guard let value = self[name], value != false else { continue }
      let values = value.list ?? [value]
      if tool.operands.contains(name) {
        operands += values.map(\.word)
      } else if Option.allCases.contains(where: { $0.name == name }) {
        words += values.map { $0 == true ? "--\(name)" : "--\(name)=\($0.word)" }
      }
    }
    return words + ["--"] + operands
  }
}
