public import FeatureFlags
import FoundationEssentials

/// The values of a flag's variables.
public struct OptimizelyJSON: Hashable, Sendable {
  /// The values by the keys of the variables.
  public let variables: [String: VariableValue]

  init(_ variables: [String: VariableValue]) { self.variables = variables }

  /// The values as plain ones; whole numbers inside of JSON variables are `Int`.
  public func toMap() -> [String: Any] { variables.mapValues(\.any) }

  /// The values as JSON on one line, with the keys in order.
  public func toString() -> String { json.text() }

  private var json: JSONValue {
    JSONValue.object(variables.map { (key: $0.key, value: $0.value.json) }).sorted
  }

  /// Reads the value at a path.
  ///
  /// - Parameter jsonPath: The keys that lead to the value, with points between them; `nil` or
  ///   nothing is all of it.
  /// - Returns: The value; `nil` if there is none, or it is of another type.
  public func getValue<Value>(jsonPath: String? = nil) -> Value? {
    if let plain = jsonPath.flatMap({ variables[$0]?.any }) as? Value { return plain }
    var value = json
    for key in (jsonPath ?? "").split(separator: ".") {
      guard case .object(let members) = value,
        let member = members.last(where: { $0.key == key })
      else { return nil }
      value = member.value
    }
    if let plain = value.any as? Value { return plain }
    guard let type = Value.self as? any Decodable.Type else { return nil }
    // A value of another type is as good as none.
    return try? JSONDecoder().decode(type, from: Data(value.text().utf8)) as? Value
  }
}
