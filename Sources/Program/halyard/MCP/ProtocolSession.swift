import Dashboard
import Documents
import FlagSystem
import Text

/// The state of the protocol with one client: answers messages, and returns the calls of tools.
///
/// Pure: it neither reads nor writes, and starts no command.
struct ProtocolSession {
  /// The tools that are offered, and their entries in lists.
  private let tools: [(tool: AssistantTool, json: JSONValue)]
  private let server: JSONValue
  private var negotiated: ProtocolVersion?
  private var clientName: String?
  /// The batches whose responses are not complete, by their numbers.
  private var batches: [Int: (missing: Int, responses: [JSONValue])] = [:]
  private var batchCount = 0

  /// Creates a session with the offered tools; `version` is that of the program.
  init(tools: [AssistantTool], version: String) {
    self.tools = tools.map { ($0, $0.json) }
    server = ["name": "halyard", "title": "Halyard", "version": .string(version)]
  }

  /// What the server does after a message.
  enum Action {
    case send(JSONValue)
    case call(ProtocolRequest, AssistantTool, arguments: JSONValue, author: String, uri: String?)
    case cancel(id: JSONValue)
  }

  /// The maximum size of a message in bytes.
  static let byteLimit = 4 << 20
  private static let batchLimit = 100

  /// Parses a message, or a batch of messages, and returns what to do.
  mutating func receive(_ bytes: [UInt8]) -> [Action] {
    let message: JSONValue
    do throws(DocumentError) {
      let values = InputLimit.teamResponseValues
      let node = try JSONReader.read(bytes, as: .json, depthLimit: 64, valueLimit: values)
      message = JSONValue(expressible: node)
    } catch {
      return [.send(ProtocolRequest.failure(.malformed("\(error)")))]
    }
    guard let messages = message.list else { return receive(message, batch: nil) }
    guard negotiated == .batches, 1...Self.batchLimit ~= messages.count else {
      let expected =
        "one, or at most \(Self.batchLimit) in version \(ProtocolVersion.batches.rawValue)"
      let count = Number.count(messages.count, "message")
      return [
        .send(ProtocolRequest.failure(.invalid("found a batch of \(count), expected \(expected)")))
      ]
    }
    batchCount += 1
    let number = batchCount
    batches[number] = (messages.count { $0["method"] == nil || $0["id"] != nil }, [])
    return messages.flatMap { receive($0, batch: number) }
  }

  private mutating func receive(_ message: JSONValue, batch: Int?) -> [Action] {
    let (id, parameters) = (message["id"], message["params"] ?? [:])
    // A response, which no request of the server has asked for, has no method.
    if message["method"] == nil, message["result"] ?? message["error"] != nil {
      return deliver([], batch: batch)
    }
    guard message["jsonrpc"] == "2.0", let method = message["method"]?.string,
      parameters.members != nil, id.map({ $0.string != nil || $0.integer != nil }) ?? true
    else {
      let error = ProtocolError.invalid("expected a request or a notification of JSON-RPC 2.0")
      return deliver([ProtocolRequest.failure(error)], batch: batch)
    }
    guard let id else {
      let cancelled = method == "notifications/cancelled" ? parameters["requestId"] : nil
      return cancelled.map { [.cancel(id: $0)] } ?? []
    }
    let meta = parameters["_meta"]
    let version = meta?["io.modelcontextprotocol/protocolVersion"]?.word
    let request = ProtocolRequest(
      id: id,
      isStateless: version != nil,
      progressToken: meta?["progressToken"],
      batch: batch
    )
    do throws(ProtocolError) {
      guard version ?? ProtocolVersion.stateless.rawValue == ProtocolVersion.stateless.rawValue
      else {
        throw .version(version ?? "")
      }
      let client = meta?["io.modelcontextprotocol/clientInfo"]?["name"]?.string ?? clientName
      return try answer(request, method, parameters, client ?? "")
    } catch {
      return respond(to: request, .failure(error))
    }
  }

  /// Returns the response as an action; for a request in a batch, once the batch is complete.
  mutating func respond(
    to request: ProtocolRequest,
    _ result: Result<JSONValue, ProtocolError>
  ) -> [Action] {
    deliver([request.response(result)], batch: request.batch)
  }

  /// Adds the response to a message, or none for a cancelled one, to its batch.
  mutating func deliver(_ responses: [JSONValue], batch: Int?) -> [Action] {
    guard let batch, var entry = batches[batch] else { return responses.map(Action.send) }
    entry.missing -= 1
    entry.responses += responses
    batches[batch] = entry.missing > 0 ? entry : nil
    return entry.missing > 0 || entry.responses.isEmpty ? [] : [.send(.list(entry.responses))]
  }

  // MARK: Requests

  private mutating func answer(
    _ request: ProtocolRequest,
    _ method: String,
    _ parameters: JSONValue,
    _ client: String
  ) throws(ProtocolError) -> [Action] {
    let result: JSONValue
    switch method {
    case "initialize": result = initialize(parameters)
    case "ping": result = [:]
    case "server/discover": result = facts.adding(["supportedVersions": ProtocolVersion.all])
    case _ where !request.isStateless && negotiated == nil:
      throw .invalid("found \(method.shortened(to: 80)), expected initialize first")
    case _ where method.hasSuffix("/list") && parameters["cursor"] != nil:
      throw .parameters("found a cursor, expected none: each list has one page")
    case "tools/list": result = ["tools": .list(tools.map(\.json))]
    case "resources/list":
      result = ["resources": .list(AssistantResource.list(areTemplates: false))]
    case "resources/templates/list":
      result = ["resourceTemplates": .list(AssistantResource.list(areTemplates: true))]
    case "tools/call":
      let (tool, arguments) = (try tool(parameters), parameters["arguments"] ?? [:])
      guard let defect = tool.defect(of: arguments) else {
        return [.call(request, tool, arguments: arguments, author: author(client), uri: nil)]
      }
      result = ToolContent.failure([defect])
    case "resources/read":
      let uri = parameters["uri"]?.string ?? ""
      guard let (tool, arguments) = AssistantResource.reading(uri) else {
        throw .noResource(uri, "found no resource with this address")
      }
      return [.call(request, tool, arguments: arguments, author: author(client), uri: uri)]
    case _: throw .noMethod(method)
    }
    return respond(to: request, .success(result))
  }

  private mutating func initialize(_ parameters: JSONValue) -> JSONValue {
    let requested = parameters["protocolVersion"]?.string.flatMap(ProtocolVersion.init)
    let version = requested.flatMap { $0 == .stateless ? nil : $0 } ?? .latestWithHandshake
    negotiated = version
    clientName = parameters["clientInfo"]?["name"]?.string
    return facts.adding(["protocolVersion": .string(version.rawValue), "serverInfo": server])
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

  /// The author of changes of a client, such as `assistant via editor`.
  private func author(_ client: String) -> String {
    let name = DisplayText(client.shortened(to: 60)).text.trimmed
    return OperationOrigin.assistantPrefix + (name.isEmpty ? "unknown client" : name)
  }

  private func tool(_ parameters: JSONValue) throws(ProtocolError) -> AssistantTool {
    let name = parameters["name"]?.string ?? ""
    if let found = tools.first(where: { $0.tool.name == name }) { return found.tool }
    let names = tools.map(\.tool.name)
    let near = NameSuggestions.hint(NameSuggestions.nearest(to: name, among: names))
    throw .parameters("found the tool \"\(name.shortened(to: 80))\", which is not offered\(near)")
  }
}
