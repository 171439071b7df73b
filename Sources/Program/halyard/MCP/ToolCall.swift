import Documents
import FlagSystem

/// A call of a tool with its arguments, and the output of the commands that it has run.
struct ToolCall: Sendable {
  let request: ProtocolRequest
  let tool: AssistantTool
  let arguments: JSONValue
  /// The author of changes in the history.
  let author: String
  /// The options that select the source and the workspace, for each command.
  let options: [String]
  /// The address of the resource that the call reads; `nil` for a call of a tool.
  let uri: String?
  /// The temporary folder for files of the call, from its start to its end.
  var folder = ""
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
      // Drops the error: output that is not JSON is text.
      let node = try? JSONReader.read(output, as: .json)
      json = node.map { JSONValue(expressible: $0) }
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

  /// The words of the next of some commands that run one after the other until one fails; `nil` at the end.
  func step(
    _ commands: [String],
    _ flags: [String] = [],
    ignoresFailure: Bool = false
  ) -> [String]? {
    guard !isFailure || ignoresFailure else { return nil }
    return commands.dropFirst(outputs.count).first.map { words($0, flags) }
  }

  /// The words of a command line with the options and the operands of the arguments.
  ///
  /// - Parameters:
  ///   - command: The command with options, separated by spaces.
  ///   - flags: Further options.
  /// - Returns: The words after the name of the program.
  func words(_ command: String, _ flags: [String]) -> [String] {
    var words = command.split(separator: " ").map(String.init)
    words.insert(contentsOf: options, at: 1)
    words += flags + tool.options.flatMap(words(for:))
    let operands = tool.operands.compactMap { self[$0] }
    return words + ["--"] + operands.flatMap { $0.list ?? [$0] }.map(\.word)
  }

  /// The argument for an option as words; none without the argument.
  func words(for option: Option) -> [String] {
    guard let value = self[option.name], value != false else { return [] }
    return (value.list ?? [value]).map {
      $0 == true ? option.flag : "\(option.flag)=\($0.word)"
    }
  }
}
