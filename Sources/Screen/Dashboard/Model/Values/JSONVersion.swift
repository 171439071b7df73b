import Documents
import FeatureFlags

/// One of the values of a JSON variable: the active one, that of the source, or that of a variation.
struct JSONVersion: Hashable, Sendable {
  /// The origin of the value, such as `override` or `variation Long`.
  let title: String
  let value: VariableValue

  /// The parsed value; a text that is no JSON becomes a JSON string.
  var json: JSONValue { value.parsedText ?? value.json }
}

extension VariableValue {
  /// Whether the value is JSON, or a text that looks like an object or a list.
  var isTree: Bool {
    switch self {
    case .json: return true
    case .string(let text):
      let space = " \t\r\n".utf8
      guard let first = text.utf8.first(where: { !space.contains($0) }) else { return false }
      return "{[".utf8.contains(first)
    case .boolean, .integer, .double: return false
    }
  }

  /// The object or the list that a text has as JSON; `nil` for another value.
  fileprivate var parsedText: JSONValue? {
    guard isTree, case .string(let text) = self else { return nil }
    return JSONValue(parsing: text)
  }
}

extension Feature {
  /// Whether the feature declares a variable with JSON values, or with texts that look like JSON.
  var hasJSONVariable: Bool { declaredVariables.contains { $0.value.isTree } }

  /// The rows of the variables that have a JSON value, or a text with JSON, for the user or in a variation.
  var jsonRows: [VariableRow] {
    variableRows.filter { row in
      jsonVersions(of: row).contains { row.type == .json || $0.value.parsedText != nil }
    }
  }

  /// The values of a JSON variable: the active value first, then that of the source if it is overridden, then
  /// those of the variations.
  func jsonVersions(of row: VariableRow) -> [JSONVersion] {
    var versions: [JSONVersion] = []
    func add(_ title: String, _ value: VariableValue?) {
      guard let value else { return }
      versions.append(JSONVersion(title: title, value: value))
    }
    add(row.isOverridden ? "override" : "active", row.value)
    if row.isOverridden { add("source", row.configured) }
    let common = variables.first { $0.name == row.name }?.value
    for (variation, values) in zip(testVariations, variationVariables) {
      let value = values.first { $0.name == row.name }?.value
      add("variation \(variation.text)", value ?? common)
    }
    return versions
  }
}
