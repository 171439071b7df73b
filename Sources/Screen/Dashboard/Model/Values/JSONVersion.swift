import Documents
import FeatureFlags

/// One of the values of a JSON variable: the active one, that of the source, or that of a variation.
struct JSONVersion: Hashable, Sendable {
  /// The origin of the value, such as `override` or `variation Long`.
  let title: String
  let value: VariableValue

  /// The parsed value; a text that is no JSON becomes a JSON string.
  var json: JSONValue { value.json }
}

extension Feature {
  /// Whether the feature declares a variable with JSON values.
  var hasJSONVariable: Bool { declaredVariables.contains { $0.value.type == .json } }

  /// The rows of the JSON variables that have a value for the user or in a variation.
  var jsonRows: [VariableRow] {
    variableRows.filter { $0.type == .json && !jsonVersions(of: $0).isEmpty }
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
