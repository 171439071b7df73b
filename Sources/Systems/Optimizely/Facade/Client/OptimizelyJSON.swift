import Documents
public import FeatureFlags
import FoundationEssentials

/// The values of a flag's variables, or of one JSON variable.
///
/// Instances are immutable, and may be used from any thread.
public final class OptimizelyJSON: Sendable {
  private enum Content: Sendable {
    case variables([String: VariableValue])
    case json(JSONValue)
  }

  private let content: Content

  init(_ variables: [String: VariableValue]) {
    content = .variables(variables)
  }

  /// Parses a JSON object; `nil` if the text is not a JSON object.
  public init?(payload: String) {
    guard let variable = VariableValue(payload, datafileType: "json") else { return nil }
    content = .json(variable.json)
  }

  /// Wraps a dictionary of strings, numbers, Booleans, and lists and dictionaries of such values;
  /// `nil` if a value has another type.
  public init?(map: [String: Any]) {
    guard let value = JSONValue(plain: map) else { return nil }
    content = .json(value.sorted)
  }

  /// Whether there are no variables, or the JSON object has no members.
  public var isEmpty: Bool {
    switch content {
    case .variables(let variables): variables.isEmpty
    case .json(.object(let members)): members.isEmpty
    case .json: false
    }
  }

  /// The values by variable key; empty for the value of a single JSON variable.
  public var variables: [String: VariableValue] {
    if case .variables(let variables) = content { variables } else { [:] }
  }

  /// Returns the values as plain Swift values; whole numbers inside JSON variables are `Int`.
  public func toMap() -> [String: Any] {
    switch content {
    case .variables(let variables): variables.mapValues(\.any)
    case .json(let value): value.any as? [String: Any] ?? [:]
    }
  }

  /// Returns the values as JSON on one line, with sorted keys; never `nil`, unlike in the SDK.
  public func toString() -> String? { json.text() }

  private var json: JSONValue {
    switch content {
    case .variables(let variables):
      JSONValue.object(variables.map { (key: $0.key, value: $0.value.json) }).sorted
    case .json(let value): value
    }
  }

  /// Returns the value at a path.
  ///
  /// ```swift
  /// let variables = OptimizelyJSON(map: ["style": ["size": 12]])
  /// let size: Int? = variables?.getValue(jsonPath: "style.size")
  /// ```
  ///
  /// - Parameter jsonPath: The keys of the path to the value, separated by dots; `nil` and the
  ///   empty path mean the whole object.
  /// - Returns: The value; `nil` if it does not exist, is null, or has another type.
  public func getValue<Value>(jsonPath: String? = nil) -> Value? {
    guard let value = value(at: jsonPath ?? ""), let plain = value.any else { return nil }
    // A variable of the type double is returned as a Double, even if its JSON is a whole number.
    if let typed = jsonPath.flatMap({ variables[$0] })?.any, let typed = typed as? Value {
      return typed
    }
    if let plain = plain as? Value { return plain }
    guard let type = Value.self as? any Decodable.Type else { return nil }
    // Drops the decoding error: the result is `nil` if the value does not have the requested type.
    return try? JSONDecoder().decode(type, from: Data(value.text().utf8)) as? Value
  }

  private func value(at path: String) -> JSONValue? {
    if let variable = variables[path] { return variable.json }
    var value = json
    let keys = path.isEmpty ? [] : path.split(separator: ".", omittingEmptySubsequences: false)
    for key in keys {
      guard case .object(let members) = value,
        let member = members.last(where: { $0.key == key })
      else { return nil }
      value = member.value
    }
    return value
  }
}

extension OptimizelyJSON: Hashable, CustomStringConvertible {
  /// Compares the values; 1 and 1.0 are equal.
  public static func == (left: OptimizelyJSON, right: OptimizelyJSON) -> Bool {
    left.json == right.json
  }

  /// Whether `object` is an ``OptimizelyJSON`` with equal values.
  public func isEqual(_ object: Any?) -> Bool {
    (object as? OptimizelyJSON).map { $0 == self } ?? false
  }

  /// Hashes the values as JSON text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json.text())
  }

  /// The values as JSON on one line, with sorted keys.
  public var description: String { json.text() }
}
