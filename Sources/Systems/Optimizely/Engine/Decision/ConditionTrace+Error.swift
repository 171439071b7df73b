import FeatureFlags

extension ConditionTrace {
  /// The error that makes the result unknown, as in the Swift SDK: of several unknown operands, the
  /// last one of an `or` operator, or the first one of another operator; `nil` for a known result.
  var error: OptimizelyError? {
    guard result == .unknown, !isSkipped else { return nil }
    if let cause { return error(of: cause) }
    switch kind {
    case .any: return parts.lazy.reversed().compactMap(\.error).first
    case .all, .not, .audience, .attribute, .malformed:
      return parts.lazy.compactMap(\.error).first
    }
  }

  private func error(of cause: UnknownCause) -> OptimizelyError {
    guard case .attribute(let condition) = kind else {
      if case .audience(let id) = kind { return .conditionNoMatchingAudience(id) }
      return .conditionInvalidFormat("\(cause)")
    }
    let (text, name) = (condition.sdkText, condition.name ?? "")
    return switch cause {
    case .conditionType: .userAttributeInvalidType(text)
    case .matchType: .userAttributeInvalidMatch(text)
    case .noName: .userAttributeInvalidName(text)
    case .noValue: .userAttributeNilValue(text)
    case .value: .evaluateAttributeInvalidCondition(text)
    case .missingAttribute: .missingAttributeValue(text, name)
    case .nullAttribute: .nilAttributeValue(text, name)
    case .kind: .evaluateAttributeInvalidType(text, foundText ?? found?.unquoted ?? "null", name)
    case .outOfRange: .evaluateAttributeValueOutOfRange(text, name)
    case .notAVersion: .evaluateAttributeInvalidFormat("\(cause)")
    case .noSuchAudience, .malformed, .tooComplex: .conditionInvalidFormat("\(cause)")
    }
  }
}
