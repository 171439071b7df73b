import Documents
import FlagSystem
import Networking
import Text

/// The resources that the server offers: JSON documents that commands of this program write.
enum AssistantResource {
  /// The addresses, and the tools that read them; a name of a feature follows an address with a slash.
  private static let all = [
    (
      "halyard://configuration",
      AssistantTool(
        name: "configuration",
        description: "All features and their overrides.",
        command: "list --json"
      )
    ),
    (
      "halyard://history",
      AssistantTool(
        name: "history",
        description: "The changes of overrides, with their authors.",
        command: "history --json"
      )
    ),
    (
      "halyard://feature/",
      AssistantTool(
        name: "feature",
        description: "One feature, by its percent-encoded name.",
        command: "show --json",
        parameters: [AssistantTool.feature],
        operands: ["feature"]
      )
    ),
  ]
  private static let mimeType: JSONValue = "application/json"
  private static let byteLimit = 4 << 20

  /// The entries of the response to `resources/list`, or to `resources/templates/list`.
  static func list(areTemplates: Bool) -> JSONValue {
    let rows = all.filter { $0.0.hasSuffix("/") == areTemplates }
    return .list(
      rows.map { uri, tool in
        let address: JSONValue =
          areTemplates ? ["uriTemplate": .string(uri + "{name}")] : ["uri": .string(uri)]
        return address.adding([
          "name": .string(tool.name), "description": .string(tool.description),
          "mimeType": mimeType,
        ])
      }
    )
  }

  /// The tool that reads the resource at an address, and its arguments.
  ///
  /// - Throws: `unreadableResource` for an unknown address.
  static func reading(
    _ uri: String
  ) throws(ProtocolError) -> (tool: AssistantTool, arguments: JSONValue) {
    let row = all.first { $0.1.operands.isEmpty ? uri == $0.0 : uri.hasPrefix($0.0) }
    guard let (prefix, tool) = row else {
      throw unreadable(uri, "found no resource with this address")
    }
    guard !tool.operands.isEmpty else { return (tool, [:]) }
    let bytes = PercentEncoding.decoded(uri.utf8.dropFirst(prefix.utf8.count)) ?? []
    let arguments: JSONValue = ["feature": .string(String(decoding: bytes, as: UTF8.self))]
    if let defect = tool.defect(of: arguments) { throw unreadable(uri, defect) }
    return (tool, arguments)
  }

  /// The result of reading a resource.
  ///
  /// - Throws: The error of the command, and of a resource that is too large.
  static func result(of call: ToolCall, at uri: String) throws(ProtocolError) -> JSONValue {
    guard !call.isFailure, call.outputs.last?.json != nil else {
      throw unreadable(uri, call.outputs.last?.messages.joined(separator: "; ") ?? "not read")
    }
    let text = call.json.escaped.text()
    guard text.utf8.count <= byteLimit else {
      throw unreadable(uri, "it has more than \(byteLimit >> 20) MiB; list_features has pages")
    }
    let content: JSONValue = ["uri": .string(uri), "mimeType": mimeType, "text": .string(text)]
    return ["contents": [content]]
  }

  static func unreadable(_ uri: String, _ reason: String) -> ProtocolError {
    ProtocolError(.unreadableResource, "\(uri.shortened(to: 200)): \(reason)")
  }
}
