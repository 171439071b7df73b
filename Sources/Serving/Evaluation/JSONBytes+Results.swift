import Documents
import FeatureFlags

extension JSONBytes {
  /// Appends the result of an evaluation as OFREP's `evaluationSuccess`.
  ///
  /// `key`, `reason`, `variant` and `metadata` are always present, because some clients fail without
  /// one of them.
  mutating func append(_ result: ServedResult, key: String) {
    raw("{\"key\":")
    string(key)
    if result.value != .none {
      raw(",\"value\":")
      append(result.value)
    }
    raw(",\"reason\":\"")
    raw(json: result.reason)
    raw("\",\"variant\":")
    string(result.variant)
    raw(",\"metadata\":{\"overridden\":")
    bool(result.isOverridden)
    raw(",\"source\":\"")
    raw(json: result.isOverridden ? "override" : result.origin?.rawValue ?? "memory")
    raw("\",\"type\":\"")
    raw(json: result.feature.type.token)
    raw("\"}}")
  }

  /// Appends an error as OFREP's `evaluationFailure`; without a key for the error of a bulk evaluation.
  mutating func append(_ error: EvaluationError, key: String?) {
    raw("{")
    if let key {
      raw("\"key\":")
      string(key)
      raw(",")
    }
    raw("\"errorCode\":\"")
    raw(json: error.code)
    raw("\",\"errorDetails\":")
    string(error.details)
    raw("}")
  }

  private mutating func append(_ value: ServedResult.Value) {
    switch value {
    case .boolean(let flag): bool(flag)
    case .variation(let name): string(name)
    case .variable(let value): append(value)
    case .variables(let variables):
      raw("{")
      for (index, variable) in variables.enumerated() {
        if index > 0 { raw(",") }
        string(variable.name)
        raw(":")
        append(variable.value)
      }
      raw("}")
    case .none: raw("null")
    }
  }

  /// Appends the value of a variable; a double always has a fraction, because some clients reject `1` as a
  /// floating-point number.
  private mutating func append(_ value: VariableValue) {
    switch value {
    case .boolean(let flag): bool(flag)
    case .integer(let number): integer(number)
    case .double(let number): double(number)
    case .string(let text): string(text)
    case .json: raw(json: value.json.text())
    }
  }
}
