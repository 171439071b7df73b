import FeatureFlags

extension EvaluationContext {
  /// The context as the activity stores it: the targeting key is cut, and attributes that take much
  /// memory are left out.
  var bounded: EvaluationContext {
    var size = 0
    let isSmall = attributes.allSatisfy { name, value in
      size += name.utf8.count
      return value.add(to: &size)
    }
    let key = targetingKey.map(ActivityRecorder.cut)
    // The usual context is not copied: each request records one.
    if isSmall, key == targetingKey { return self }
    return isSmall
      ? EvaluationContext(targetingKey: key, attributes: attributes)
      : EvaluationContext(targetingKey: key)
  }
}

extension AttributeValue {
  /// Adds the approximate size of the value in bytes; `false` once the limit is exceeded.
  fileprivate func add(to size: inout Int) -> Bool {
    // Each value takes memory, even an empty one.
    size += 16
    guard size <= ActivityRecorder.Limit.attributes else { return false }
    switch self {
    case .null, .bool, .number: break
    case .string(let text): size += text.utf8.count
    case .list(let values): return values.allSatisfy { $0.add(to: &size) }
    case .object(let members):
      return members.allSatisfy { name, value in
        size += name.utf8.count
        return value.add(to: &size)
      }
    }
    return size <= ActivityRecorder.Limit.attributes
  }
}
