import Documents
import FlagSystem
import Networking
import Text

/// The resources that the server offers: JSON documents that commands of this program write.
enum AssistantResource {
  /// The addresses, names, descriptions and commands; a name of a feature follows an address with a slash.
  private static let all = [
    ("halyard://configuration", "configuration", "All features and their overrides.", "list"),
    ("halyard://history", "history", "The changes of overrides, with their authors.", "history"),
    ("halyard://feature/", "feature", "One feature, by its percent-encoded name.", "show"),
  ]
  private static let mimeType: JSONValue = "application/json"
  private static let byteLimit = 4 << 20

  /// The entries of the response to `resources/list`, or to `resources/templates/list`.
  static func list(areTemplates: Bool) -> JSONValue {
    .list(
      all.filter { $0.0.hasSuffix("/") == areTemplates }.map { uri, name, description, _ in
        let address: JSONValue =
          areTemplates ? ["uriTemplate": .string(uri + "{name}")] : ["uri": .string(uri)]
        return address.adding([
          "name": .string(name), "description": .string(description), "mimeType": mimeType,
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
    let row = all.first { $0.0.hasSuffix("/") ? uri.hasPrefix($0.0) : uri == $0.0 }
    guard let (prefix, name, description, command) = row else {
      throw unreadable(uri, "found no resource with this address")
    }
    let bytes = PercentEncoding.decoded(uri.utf8.dropFirst(prefix.utf8.count)) ?? []
    let feature = String(decoding: bytes, as: UTF8.self)
    let tool = AssistantTool(
      name: name,
      description: description,
      command: command + " --json",
      parameters: [AssistantTool.feature],
      operands: ["feature"]
    )
    let arguments: JSONValue = prefix.hasSuffix("/") ? ["feature": .string(feature)] : [:]
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
