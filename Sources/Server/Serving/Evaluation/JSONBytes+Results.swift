import Documents
import FeatureFlags

extension JSONBytes {
  /// Appends the result of an evaluation as OFREP's `evaluationSuccess`, or a failure as its
  /// `evaluationFailure`.
  ///
  /// `key`, `reason`, `metadata` and the `variant` of a result are always present, because some clients fail
  /// without one of them.
  mutating func append(_ result: ServedResult, key: String) {
    raw("{\"key\":")
    string(key)
    if let failure = result.failure {
      raw(",")
      append(code: failure.code.rawValue, details: failure.message)
    } else {
      if result.value != .none {
        raw(",\"value\":")
        append(result.value)
      }
      raw(",\"reason\":\"")
      raw(json: result.reason)
      raw("\"")
      raw(",\"variant\":")
      string(result.variant)
    }
    appendMetadata(of: result)
    raw("}")
  }

  /// Appends the metadata of the server, of the evaluation and of the document.
  ///
  /// Metadata of the evaluation can replace the member `source`. Metadata of the document are omitted if
  /// their name is used already.
  private mutating func appendMetadata(of result: ServedResult) {
    let facts = result.isOverridden ? [] : result.feature.evaluationMetadata
    raw(",\"metadata\":{\"overridden\":")
    bool(result.isOverridden)
    if !facts.contains(where: { $0.key == "source" }) {
      raw(",\"source\":\"")
      raw(json: result.isOverridden ? "override" : result.origin?.rawValue ?? "memory")
      raw("\"")
    }
    raw(",\"type\":\"")
    raw(json: result.feature.type.token)
    raw("\"")
    let others = result.feature.definition.metadata.filter { other in
      !["overridden", "source", "type"].contains(other.key)
        && !facts.contains { $0.key == other.key }
    }
    for metadatum in facts + others {
      raw(",")
      string(metadatum.key)
      raw(":")
      raw(json: metadatum.value.description)
    }
    raw("}")
  }

  /// Appends an error as OFREP's `evaluationFailure`; `key` is `nil` for an error of a bulk evaluation.
  mutating func append(_ error: EvaluationError, key: String?) {
    raw("{")
    if let key {
      raw("\"key\":")
      string(key)
      raw(",")
    }
    append(code: error.code, details: error.details)
    raw("}")
  }

  private mutating func append(code: String, details: String) {
    raw("\"errorCode\":\"")
    raw(json: code)
    raw("\",\"errorDetails\":")
    string(details)
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
