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
  let parameters: [Parameter]
  var required: [String] = []
  /// The parameters that are operands of a command; others are the options of the same name, if there are.
  var operands: [String] = []
  /// The schemas of the members of the structured result besides those of every result.
  var members: JSONValue = [:]
  /// The member that is a list, of which a result has one page; `nil` for a result without a list.
  var page: Page?
  /// Returns the next step after the commands that have ended.
  let next: @Sendable (ToolCall) -> Step
  /// Returns the result of the commands, which were successful.
  var content: @Sendable (ToolCall) -> ToolContent = { ToolContent($0) }

  typealias Parameter = (name: String, schema: JSONValue, help: String)

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

    /// The annotations of the protocol.
    var annotations: JSONValue {
      [
        "readOnlyHint": .bool(self == .none),
        "destructiveHint": .bool([.resets, .reverts, .runs].contains(self)),
        "idempotentHint": .bool([.none, .overrides, .resets].contains(self)),
        "openWorldHint": .bool(self == .runs),
      ]
    }
  }

  /// The paged list of a result.
  struct Page: Sendable {
    let name: String
    /// The paths of the members that the text shows of an element.
    let columns: [String]
    /// The schema of an element.
    let element: JSONValue

    /// Creates a page; each element has the columns that end in `:` and the first letter of a type, of which
    /// objects and lists are not shown.
    init(_ name: String, _ columns: [String]) {
      self.name = name
      self.columns = columns.filter { !$0.hasSuffix(":o") && !$0.hasSuffix(":l") }
        .map { String($0.prefix { $0 != ":" }) }
      let types = ["t": "string", "n": "integer", "o": "object", "l": "array", "b": "boolean"]
      let members = columns.compactMap { column -> (key: String, value: JSONValue)? in
        let parts = column.split(separator: ":")
        let type = parts.count > 1 ? types[String(parts[1])] : nil
        return type.map { (String(parts[0]), ["type": .string($0)]) }
      }
      element = ToolSchema.object(.object(members))
    }
  }

  enum Step: Sendable {
    /// Runs a command with these words.
    case run([String])
    case done
    /// The call fails with this text.
    case failed(String)
  }

  var inputSchema: JSONValue {
    let properties = parameters.map { name, schema, help in
      (key: name, value: schema.adding(["description": .string(help)]))
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .list(required.map(JSONValue.string)), "additionalProperties": false,
    ]
  }

  /// The entry of the tool in the response to `tools/list`.
  var json: JSONValue {
    let title = (name.prefix(1).uppercased() + name.dropFirst()).replacing("_", with: " ")
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema,
      "outputSchema": ToolSchema.object(ToolContent.members(page).adding(members)),
      "annotations": effect.annotations,
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

  /// Runs one command after the other, until one fails; a command that is `nil` is skipped.
  static func sequence(
    _ commands: @Sendable (ToolCall) -> [String]?...
  ) -> @Sendable (ToolCall) -> Step {
    { call in
      guard !call.isFailure, call.outputs.count < commands.count else { return .done }
      return commands[call.outputs.count](call).map(Step.run) ?? .done
    }
  }

  /// Runs the command with these words and the options and operands of the arguments.
  static func command(_ words: String) -> @Sendable (ToolCall) -> Step {
    sequence { $0.words(words) }
  }
}
