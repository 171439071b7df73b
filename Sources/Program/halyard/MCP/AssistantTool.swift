import Documents
import FlagSystem

/// A tool that the server offers to assistants: its name, its parameters, and how commands of this program
/// perform it.
///
/// Requests, schemas, the option `--allow` and the documentation use the rows in ``AssistantTool/all``.
struct AssistantTool: Sendable {
  let name: String
  var effect = Effect.none
  /// The sentences that tell an assistant what the tool does.
  let description: String
  /// The command that performs the tool; empty if `next` selects the commands.
  var command = ""
  /// The parameters that are options of the commands.
  var options: [Option] = []
  /// The other parameters, and the options whose help or schema is another one than on the command line.
  var parameters: [Parameter] = []
  var required: [String] = []
  /// The parameters that are operands of the command.
  var operands: [String] = []
  /// The members of the structured result besides those of every result, with their schemas.
  var members: JSONValue = [:]
  /// The member that is a list, of which a result has one page; `nil` for a result without a list.
  var page: Page?
  /// Returns the words of the next command after those that have ended; `nil` at the end.
  var next: @Sendable (ToolCall) throws(Defect) -> [String]? = { call in
    call.step([call.tool.command])
  }
  /// Returns the result of the commands, which were successful.
  var content: @Sendable (ToolCall) -> ToolContent = { ToolContent($0) }

  /// Why a call fails before its commands have ended.
  struct Defect: Error { let text: String }

  struct Parameter: Sendable {
    let name: String
    let schema: JSONValue
    let help: String
  }

  /// The changes that a tool can make.
  enum Effect: Sendable {
    /// Changes nothing.
    case none
    /// Sets overrides, which replace others at most.
    case overrides
    case resets
    /// Does something else each time, so that repeating the call changes more.
    case reverts
    /// Runs a program of the user; offered only if `--allow` names the tool.
    case runs
  }

  /// The paged list of a result.
  struct Page: Sendable {
    let name: String
    /// The paths of the members that the text shows of an element; each element has the first one.
    let columns: [String]

    /// Creates a page; spaces separate the columns.
    init(_ name: String, _ columns: String) {
      (self.name, self.columns) = (name, columns.split(separator: " ").map(String.init))
    }
  }

  /// The parameters in the order in which assistants get them.
  var allParameters: [Parameter] {
    let named = Set(parameters.map(\.name))
    return parameters + options.filter { !named.contains($0.name) }.map { Parameter($0) }
      + (page == nil ? [] : ToolContent.paging)
  }

  private var inputSchema: JSONValue {
    let properties = allParameters.map { parameter in
      (parameter.name, parameter.schema.adding(["description": .string(parameter.help)]))
    }
    return ToolSchema.object(.object(properties), required: required)
      .adding(["additionalProperties": false])
  }

  /// The entry of the tool in the response to `tools/list`.
  var json: JSONValue {
    let title = (name.prefix(1).uppercased() + name.dropFirst()).replacing("_", with: " ")
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema,
      "outputSchema": ToolSchema.object(ToolContent.members(page).adding(members)),
      "annotations": [
        "readOnlyHint": .bool(effect == .none),
        "destructiveHint": .bool([.resets, .reverts, .runs].contains(effect)),
        "idempotentHint": .bool([.none, .overrides, .resets].contains(effect)),
        "openWorldHint": .bool(effect == .runs),
      ],
    ]
  }

  /// Checks the arguments of a call.
  ///
  /// - Returns: What was found and what was expected; `nil` for valid arguments.
  func defect(of arguments: JSONValue) -> String? {
    if let cursor = arguments["cursor"]?.string, Int(cursor).map({ $0 < 0 }) ?? true {
      return "cursor: found \"\(cursor)\", expected the nextCursor of a result"
    }
    return ToolSchema.defect(of: arguments, at: name, inputSchema)
  }
}

extension AssistantTool.Parameter {
  init(_ name: String, _ help: String, _ schema: JSONValue = ToolSchema.text) {
    self.init(name: name, schema: schema, help: help)
  }

  /// The parameter for an option, with its own help or that of the command line.
  init(_ option: Option, _ help: String? = nil) {
    let schema: JSONValue =
      switch (option.value, option.completion) {
      case (nil, _): ["type": "boolean"]
      case (_, .words(let words)): ["enum": .list(words.map(JSONValue.string))]
      case ("NUMBER", _): ToolSchema.integer(0...10_000_000)
      case ("JSON", _): ToolSchema.map
      case _: [.code, .variable].contains(option) ? ToolSchema.texts : ToolSchema.text
      }
    self.init(option.name, help ?? option.help, schema)
  }
}
