import FeatureFlags

extension ConditionTrace {
  /// The error that makes the result unknown, with nested errors as in the Swift SDK; `nil` for a
  /// known result.
  var error: OptimizelyError? {
    guard result == .unknown, !isSkipped else { return nil }
    if let cause { return error(of: cause) }
    let errors = parts.compactMap(\.error)
    switch kind {
    case .all: return errors.first.map { .conditionInvalidFormat("AND with invalid items [\($0)]") }
    case .any: return errors.last.map { .conditionInvalidFormat("OR with invalid items [\($0)]") }
    case .not: return errors.first.map { .conditionInvalidFormat("NOT with invalid items [\($0)]") }
    case .audience, .attribute, .malformed: return errors.first
    }
  }

  private func error(of cause: UnknownCause) -> OptimizelyError {
    guard case .attribute(let condition) = kind else {
      if case .audience(let id) = kind { return .conditionNoMatchingAudience(id) }
      return .conditionInvalidFormat("\(cause)")
    }
    let (text, name) = (condition.json.text(), condition.name ?? "")
    return switch cause {
    case .conditionType: .userAttributeInvalidType(text)
    case .matchType: .userAttributeInvalidMatch(text)
    case .noName: .userAttributeInvalidName(text)
    case .noValue: .userAttributeNilValue(text)
    case .value: .evaluateAttributeInvalidCondition(text)
    case .missingAttribute: .missingAttributeValue(text, name)
    case .nullAttribute: .nilAttributeValue(text, name)
    case .kind: .evaluateAttributeInvalidType(text, "\(found ?? .null)", name)
    case .outOfRange: .evaluateAttributeValueOutOfRange(text, name)
    case .notAVersion: .evaluateAttributeInvalidFormat("\(cause)")
    case .noSuchAudience, .malformed, .tooComplex: .conditionInvalidFormat("\(cause)")
    }
  }
}
