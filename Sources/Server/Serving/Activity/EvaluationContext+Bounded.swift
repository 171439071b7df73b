import FeatureFlags

extension EvaluationContext {
  /// Whether the attributes and the targeting key are small enough to be stored.
  var isSmall: Bool {
    (targetingKey?.utf8.count ?? 0) <= ActivityRecorder.Limit.text && attributesSize != nil
  }

  /// The approximate memory of a small context, in bytes.
  ///
  /// The unused capacity of the dictionary and the allocation of each string take several times the size of
  /// the texts.
  var memory: Int { 256 + (targetingKey?.utf8.count ?? 0) + 4 * (attributesSize ?? 0) }

  /// The approximate size of the attributes in bytes; `nil` if it is above
  /// ``ActivityRecorder/Limit/attributes``.
  private var attributesSize: Int? {
    var size = 0
    let isSmall = attributes.allSatisfy { name, value in
      size += name.utf8.count
      return value.add(to: &size)
    }
    return isSmall ? size : nil
  }

  /// The context as the activity stores it: the targeting key is cut to the length limit, and attributes
  /// above the size limit are left out.
  var bounded: EvaluationContext {
    let isSmall = attributesSize != nil
    let key = targetingKey.map(ActivityRecorder.cut)
    // Returns a small context without a copy, because this runs for each request.
    if isSmall, key == targetingKey { return self }
    return isSmall
      ? EvaluationContext(targetingKey: key, attributes: attributes)
      : EvaluationContext(targetingKey: key)
  }
}

extension AttributeValue {
  /// Adds the approximate size of the value to `size`, in bytes; returns `false` once the limit is
  /// exceeded.
  fileprivate func add(to size: inout Int) -> Bool {
    // Even an empty value takes memory.
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
