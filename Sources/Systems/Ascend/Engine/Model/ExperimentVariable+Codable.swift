extension ExperimentVariable: Codable {
  /// Decodes a JSON value to a variable without a type; null and unsupported values become
  /// ``ExperimentVariable/empty``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(Self.single(container) ?? Self.nested(container) ?? .empty)
  }

  private static func single(_ container: any SingleValueDecodingContainer) -> Content? {
    if let value = value(Bool.self, in: container) { return .bool(value) }
    if let value = value(Int.self, in: container) { return .int(value) }
    if let value = value(Int64.self, in: container) { return .int64(value) }
    if let value = value(Double.self, in: container) { return .double(value) }
    if let value = value(String.self, in: container) { return .string(value) }
    return nil
  }

  private static func nested(_ container: any SingleValueDecodingContainer) -> Content? {
    if let value = value([ExperimentVariable].self, in: container) { return .list(value) }
    if let value = value([String: ExperimentVariable].self, in: container) {
      return .dictionary(value)
    }
    return nil
  }

  private static func value<Value: Decodable>(
    _ type: Value.Type,
    in container: any SingleValueDecodingContainer
  ) -> Value? {
    // Drop the error: after a mismatch, the caller tries the next type.
    try? container.decode(type)
  }

  /// Encodes the JSON value without its type; infinity and NaN become null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .int64(let value): try container.encode(value)
    case .double(let value) where value.isFinite: try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .dictionary(let values): try container.encode(values)
    case .empty, .double: try container.encodeNil()
    }
  }
}
