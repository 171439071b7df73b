import FeatureFlags

extension EvaluationContext {
  /// Whether the attributes and the targeting key are small enough to be stored.
  var isSmall: Bool {
    (targetingKey?.utf8.count ?? 0) <= ActivityRecorder.Limit.text && attributesSize != nil
  }

  /// The approximate memory of a small context, in bytes.
  ///
  /// A dictionary with free places and the allocation of each text take several times their size.
  var memory: Int { 256 + (targetingKey?.utf8.count ?? 0) + 4 * (attributesSize ?? 0) }

  /// The approximate size of the attributes in bytes; `nil` above the limit.
  private var attributesSize: Int? {
    var size = 0
    let isSmall = attributes.allSatisfy { name, value in
      size += name.utf8.count
      return value.add(to: &size)
    }
    return isSmall ? size : nil
  }

  /// The context as the activity stores it: the targeting key is cut, and attributes that take much
  /// memory are left out.
  var bounded: EvaluationContext {
    let isSmall = attributesSize != nil
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
