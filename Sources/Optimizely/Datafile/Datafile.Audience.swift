import FeatureFlags

extension Datafile {
  /// A named condition on users.
  public struct Audience: Hashable, Sendable {
    /// The identifier of an audience that only fills a place.
    static let placeholderID = "$opt_dummy_audience"

    /// The identifier by which rules ask for the audience.
    public let id: String
    /// The name of the audience.
    public let name: String
    /// Who is in it.
    public let conditions: Condition

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      id = try fields.text("id")
      name = try fields.text("name")
      conditions = try fields.value("conditions", wanted: "conditions", read: Self.conditions)
    }

    /// Conditions stand in a datafile as a tree, or as the JSON of one in a text.
    private static func conditions(_ node: Node) throws(ConfigurationError) -> Condition {
      guard let text = node.string else { return try Condition(node) }
      let wanted = "conditions as JSON"
      let tree: Node
      do { tree = try JSONReader.read(Array(text.utf8)) } catch {
        throw .unexpected(line: node.line, found: "a text: \(error)", wanted: wanted)
      }
      do { return try Condition(tree) } catch {
        // Lines inside of the text mean nothing in the datafile.
        guard case .unexpected(let path, _, let found, let wanted) = error else { throw error }
        throw .unexpected(path: path, line: node.line, found: found, wanted: wanted)
      }
    }
  }

  /// A tree of conditions, as it is written.
  public indirect enum Condition: Hashable, Sendable {
    /// How the items of a list go together; anywhere but first in one it is an error.
    case operation(Operation)
    /// The identifier of an audience.
    case audience(String)
    /// A condition on an attribute or a segment.
    case attribute(AttributeCondition)
    /// An operation and what it is about; without an operation, any of the items.
    case list([Condition])

    /// How conditions go together.
    public enum Operation: String, Hashable, Sendable {
      /// All of them.
      case and
      /// One of them at least.
      case or
      /// The opposite of the first one.
      case not
    }

    init(_ node: Node) throws(ConfigurationError) {
      switch node.value {
      case .string(let text, _):
        self = Operation(rawValue: text).map(Condition.operation) ?? .audience(text)
      case .object: self = .attribute(try AttributeCondition(node))
      case .list(let nodes):
        var items: [Condition] = []
        for (index, node) in nodes.enumerated() {
          do { items.append(try Condition(node)) } catch { throw error.inside("[\(index)]") }
        }
        self = .list(items)
      case .null, .bool, .number, .integer, .opaque:
        throw node.mismatch(wanted: "an operator, an audience or a condition")
      }
    }
  }

  /// A condition on one attribute of a user, or on a segment.
  ///
  /// Every part may be missing or unheard of: the condition is then unknown, and nothing worse.
  public struct AttributeCondition: Hashable, Sendable {
    /// The key of the attribute.
    public let name: String?
    /// Where the attribute comes from: `custom_attribute` or `third_party_dimension`.
    public let type: String?
    /// How the attribute is compared; `exact` where there is none.
    public let match: String?
    /// What the attribute is compared with.
    public let value: DataValue?

    init(_ node: Node) throws(ConfigurationError) {
      let fields = try FieldReader(node)
      name = try fields.optionalText("name")
      type = try fields.optionalText("type")
      match = try fields.optionalText("match")
      value = fields.value("value").map(DataValue.init)
    }
  }
}

extension Datafile.Condition {
  /// The conditions as the datafile has them.
  var json: JSONValue {
    switch self {
    case .operation(let operation): .string(operation.rawValue)
    case .audience(let id): .string(id)
    case .attribute(let condition): condition.json
    case .list(let items): .list(items.map(\.json))
    }
  }
}

extension Datafile.AttributeCondition {
  /// The condition as the datafile has it.
  var json: JSONValue {
    let texts = [("name", name), ("type", type), ("match", match)].compactMap { key, text in
      text.map { (key: key, value: JSONValue.string($0)) }
    }
    return .object(texts + (value.map { [("value", $0.json)] } ?? []))
  }
}
