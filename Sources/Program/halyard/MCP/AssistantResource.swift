import Documents
import FlagSystem
import Networking

/// The resources that the server offers: JSON documents that commands of this program write.
enum AssistantResource {
  /// The addresses, names, descriptions and commands; a name of a feature follows an address with a slash.
  private static let all = [
    (
      "halyard://configuration", "configuration", "All features, with states and overrides.", "list"
    ),
    ("halyard://history", "history", "The changes of overrides, with their authors.", "history"),
    ("halyard://feature/", "feature", "One feature, by its percent-encoded name.", "show"),
  ]
  private static let mimeType: JSONValue = "application/json"
  private static let byteLimit = 4 << 20

  /// The entries of the response to `resources/list`, or to `resources/templates/list`.
  static func list(areTemplates: Bool) -> [JSONValue] {
    all.filter { $0.0.hasSuffix("/") == areTemplates }.map { uri, name, description, _ in
      let address: JSONValue =
        areTemplates ? ["uriTemplate": .string(uri + "{name}")] : ["uri": .string(uri)]
      return address.adding([
        "name": .string(name), "description": .string(description), "mimeType": mimeType,
      ])
    }
  }

  /// The tool that reads the resource at an address; `nil` for an unknown address.
  static func reading(_ uri: String) -> (tool: AssistantTool, arguments: JSONValue)? {
    let row = all.first { $0.0.hasSuffix("/") ? uri.hasPrefix($0.0) : uri == $0.0 }
    guard let (prefix, name, description, command) = row else { return nil }
    let bytes = PercentEncoding.decoded(uri.utf8.dropFirst(prefix.utf8.count)) ?? []
    let isFeature = prefix.hasSuffix("/")
    let tool = AssistantTool(
      name: name,
      effect: .none,
      description: description,
      parameters: isFeature ? [AssistantTool.feature] : [],
      operands: ["feature"],
      next: AssistantTool.command("\(command) --json")
    )
    let feature = String(decoding: bytes, as: UTF8.self)
    let arguments: JSONValue = isFeature ? ["feature": .string(feature)] : [:]
    return tool.defect(of: arguments) == nil ? (tool, arguments) : nil
  }

  /// The result of reading a resource.
  ///
  /// - Throws: The error of the command, and of a resource that is too large.
  static func result(of call: ToolCall, at uri: String) throws(ProtocolError) -> JSONValue {
    guard !call.isFailure, call.outputs.last?.json != nil else {
      throw .noResource(
        uri,
        call.outputs.last?.messages.joined(separator: "; ") ?? "it was not read"
      )
    }
    let text = call.json.escaped.text()
    guard text.utf8.count <= byteLimit else {
      throw .noResource(uri, "it has more than \(byteLimit >> 20) MiB; list_features has pages")
    }
    let content: JSONValue = ["uri": .string(uri), "mimeType": mimeType, "text": .string(text)]
    return ["contents": [content]]
  }
}
