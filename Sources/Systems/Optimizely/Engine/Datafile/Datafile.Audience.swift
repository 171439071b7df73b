import Documents
public import FeatureFlags

extension Datafile {
  /// An audience: a named group of users, with conditions.
  public struct Audience: Hashable, Sendable, DatafileObject {
    /// The id of the placeholder audience, which the service adds to datafiles for older SDKs.
    package static let placeholderID = "$opt_dummy_audience"

    /// The id with which rules reference the audience.
    public let id: String
    /// The name of the audience, which traces and warnings contain.
    public let name: String
    /// The conditions that a user must meet to be in the audience.
    public let conditions: Condition
    /// The text of the conditions if the datafile contains them as a string; `nil` for a JSON tree.
    private let text: String?

    /// The conditions as JSON text, formatted as in the Swift SDK.
    package var conditionsText: String { text ?? conditions.json.sdkText }

    init(_ fields: some DocumentFields) throws(DocumentError) {
      id = try fields.text("id")
      name = try fields.text("name")
      conditions = try fields.value("conditions", expected: "conditions", read: Self.conditions)
      text = fields.value("conditions")?.string
    }

    /// Parses conditions, which are a JSON tree, or a string with the JSON of such a tree.
    private static func conditions(
      _ value: some DocumentValue
    ) throws(DocumentError) -> Condition {
      guard let text = value.string else { return try Condition(value) }
      let expected = "conditions as JSON"
      let tree: Node
      do { tree = try JSONReader.read(Array(text.utf8)) } catch {
        throw .unexpected(line: value.line, found: "a text: \(error)", expected: expected)
      }
      do { return try Condition(tree) } catch {
        // Replaces the line number, which counts from the start of the string, by the line of the
        // string in the datafile.
        guard case .unexpected(let path, _, let found, let expected) = error else { throw error }
        throw .unexpected(path: path, line: value.line, found: found, expected: expected)
      }
    }
  }

  /// A parsed tree of conditions; it can be malformed, because only the evaluation checks its
  /// structure.
  public indirect enum Condition: Hashable, Sendable {
    /// The operator of a list; valid only as the first item of the list.
    case operation(Operation)
    /// A reference to an audience, by the id of the audience.
    case audience(String)
    /// A condition on one attribute of the user, or on a segment.
    case attribute(AttributeCondition)
    /// An operator and its operands; without an operator, at least one item must match.
    case list([Condition])

    /// The operator that combines conditions.
    public enum Operation: String, Hashable, Sendable {
      /// All conditions must match.
      case and
      /// At least one condition must match.
      case or
      /// The first condition must not match; further conditions are ignored.
      case not
    }

    init(_ value: some DocumentValue) throws(DocumentError) {
      if let text = value.string {
        self = Operation(rawValue: text).map(Condition.operation) ?? .audience(text)
      } else if value.isObject {
        self = .attribute(try AttributeCondition(value.fields()))
      } else if let items = try value.elements?.decoded(by: Condition.init) {
        self = .list(items)
      } else {
        throw value.mismatch(expected: "an operator, an audience or a condition")
      }
    }
  }

  /// A condition on one attribute of a user, or on a segment.
  ///
  /// A missing or unsupported field is valid: the result of the condition is then unknown.
  public struct AttributeCondition: Hashable, Sendable {
    /// The key of the attribute; `nil` makes the result unknown.
    public let name: String?
    /// The source of the attribute: `custom_attribute` or `third_party_dimension`; other sources
    /// are not supported.
    public let type: String?
    /// The match type, such as `substring`; `nil` means `exact`.
    public let match: String?
    /// The value with which the attribute is compared; `nil` if the condition has none.
    public let value: DataValue?

    init(_ fields: some DocumentFields) throws(DocumentError) {
      name = try fields.optionalText("name")
      type = try fields.optionalText("type")
      match = try fields.optionalText("match")
      value = fields.value("value").map { DataValue($0.node) }
    }
  }
}

extension JSONValue {
  /// The value as JSON text, formatted as in the Swift SDK, where Foundation escapes each slash.
  fileprivate var sdkText: String {
    text().split(separator: "/", omittingEmptySubsequences: false).joined(separator: #"\/"#)
  }
}

extension Datafile.Condition {
  /// The conditions as JSON, in the format of datafiles.
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
  /// The condition as JSON, in the format of datafiles.
  var json: JSONValue {
    let texts = [("match", match), ("name", name), ("type", type)].compactMap { key, text in
      text.map { (key: key, value: JSONValue.string($0)) }
    }
    return .object(texts + (value.map { [("value", $0.json)] } ?? []))
  }

  /// The condition as JSON text for error messages, formatted as in the Swift SDK.
  var sdkText: String { json.sdkText }
}
