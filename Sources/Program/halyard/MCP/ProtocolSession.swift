import Dashboard
import Documents
import FlagSystem
import Text

/// The state of the protocol with one client: answers messages, and returns the calls of tools.
///
/// Pure: it neither reads nor writes, and starts no command.
struct ProtocolSession {
  /// The tools that are offered, and their entries in the list of tools.
  let tools: [(tool: AssistantTool, json: JSONValue)]
  /// The options that select the source and the workspace, for each command.
  let options: [String]
  /// The version of the program.
  let version: String
  /// The name of the client; `nil` before the handshake.
  private var client: String?

  init(tools: [AssistantTool], options: [String], version: String) {
    self.tools = tools.map { ($0, $0.json) }
    (self.options, self.version) = (options, version)
  }

  /// What the server does after a message.
  enum Action {
    case send(JSONValue)
    case call(ToolCall)
    case cancel(id: JSONValue)
  }

  /// The maximum size of a message in bytes.
  static let byteLimit = 4 << 20

  /// Parses a message, and returns what to do; `nil` for a notification that changes nothing.
  mutating func receive(_ bytes: [UInt8]) -> Action? {
    let message: JSONValue
    do throws(DocumentError) {
      let values = InputLimit.teamResponseValues
      let node = try JSONReader.read(bytes, as: .json, depthLimit: 64, valueLimit: values)
      message = JSONValue(expressible: node)
    } catch {
      return refusal(.malformed, "\(error)")
    }
    let (id, parameters) = (message["id"], message["params"] ?? [:])
    // A response, which no request of the server has asked for, has no method.
    if message["method"] == nil, message["result"] ?? message["error"] != nil { return nil }
    guard message["jsonrpc"] == "2.0", let method = message["method"]?.string,
      parameters.members != nil, id.map({ $0.string != nil || $0.integer != nil }) ?? true
    else {
      return refusal(.invalid, "expected one request or notification of JSON-RPC 2.0")
    }
    guard let id else {
      let cancelled = method == "notifications/cancelled" ? parameters["requestId"] : nil
      return cancelled.map(Action.cancel)
    }
    let meta = parameters["_meta"]
    let version = meta?["io.modelcontextprotocol/protocolVersion"]
    let request = ProtocolRequest(
      id: id,
      isStateless: version != nil,
      progressToken: meta?["progressToken"]
    )
    do throws(ProtocolError) {
      if let version { try check(version) }
      return try answer(request, method, parameters)
    } catch {
      return .send(request.response(.failure(error)))
    }
  }

  /// The response to a message that is no request.
  func refusal(_ code: ProtocolError.Code, _ message: String) -> Action {
    .send(ProtocolRequest().response(.failure(ProtocolError(code, message))))
  }

  private func check(_ version: JSONValue) throws(ProtocolError) {
    guard version != .string(ProtocolVersion.stateless.rawValue) else { return }
    let found = version.word.shortened(to: 40)
    throw ProtocolError(
      .unknownVersion,
      "found the version \"\(found)\", which is unknown",
      data: ["supported": ProtocolVersion.all, "requested": .string(found)]
    )
  }

  private mutating func answer(
    _ request: ProtocolRequest,
    _ method: String,
    _ parameters: JSONValue
  ) throws(ProtocolError) -> Action {
    let result: JSONValue
    switch method {
    case "initialize": result = initialize(parameters)
    case "ping": result = [:]
    case "server/discover": result = facts.adding(["supportedVersions": ProtocolVersion.all])
    case _ where !request.isStateless && client == nil:
      throw ProtocolError(
        .invalid,
        "found \(method.shortened(to: 80)), expected initialize first"
      )
    case _ where method.hasSuffix("/list") && parameters["cursor"] != nil:
      throw ProtocolError(.parameters, "found a cursor, expected none: each list has one page")
    case "tools/list": result = ["tools": .list(tools.map(\.json))]
    case "resources/list": result = ["resources": AssistantResource.list(areTemplates: false)]
    case "resources/templates/list":
      result = ["resourceTemplates": AssistantResource.list(areTemplates: true)]
    case "tools/call":
      let (tool, arguments) = (try tool(parameters), parameters["arguments"] ?? [:])
      guard let defect = tool.defect(of: arguments) else {
        return .call(call(request, tool, arguments, parameters))
      }
      result = ToolContent.failure([defect])
    case "resources/read":
      let uri = parameters["uri"]?.string ?? ""
      let (tool, arguments) = try AssistantResource.reading(uri)
      return .call(call(request, tool, arguments, parameters, uri: uri))
    case _:
      let found = method.shortened(to: 80)
      throw ProtocolError(.unknownMethod, "found the method \"\(found)\", which is unknown")
    }
    return .send(request.response(.success(result)))
  }

  private mutating func initialize(_ parameters: JSONValue) -> JSONValue {
    let requested = parameters["protocolVersion"]?.string.flatMap(ProtocolVersion.init)
    let version = requested.flatMap { $0 == .stateless ? nil : $0 } ?? .latestWithHandshake
    client = parameters["clientInfo"]?["name"]?.string ?? ""
    return facts.adding(["protocolVersion": .string(version.rawValue), "serverInfo": server])
  }

  private var server: JSONValue {
    ["name": "halyard", "title": "Halyard", "version": .string(version)]
  }

  private var facts: JSONValue {
    let text = """
      Halyard shows the feature flags of a configuration, and forces them on this machine for tests. It never \
      changes the flag service. Each override has a note and expires. \(ToolContent.notice)
      """
    return [
      "capabilities": ["tools": [:], "resources": [:]], "instructions": .string(text),
      "_meta": ["io.modelcontextprotocol/serverInfo": server],
    ]
  }

  /// A call whose changes have an author such as `assistant via editor`.
  private func call(
    _ request: ProtocolRequest,
    _ tool: AssistantTool,
    _ arguments: JSONValue,
    _ parameters: JSONValue,
    uri: String? = nil
  ) -> ToolCall {
    let named = parameters["_meta"]?["io.modelcontextprotocol/clientInfo"]?["name"]?.string
    let name = DisplayText((named ?? client ?? "").shortened(to: 60)).text.trimmed
    return ToolCall(
      request: request,
      tool: tool,
      arguments: arguments,
      author: OperationOrigin.assistantPrefix + (name.isEmpty ? "unknown client" : name),
      options: options,
      uri: uri
    )
  }

  private func tool(_ parameters: JSONValue) throws(ProtocolError) -> AssistantTool {
    let name = parameters["name"]?.string ?? ""
    if let found = tools.first(where: { $0.tool.name == name }) { return found.tool }
    let near = NameSuggestions.nearest(to: name, among: tools.map(\.tool.name))
    throw ProtocolError(
      .parameters,
      """
      found the tool "\(name.shortened(to: 80))", which is not offered\(NameSuggestions.hint(near))
      """
    )
  }
}
