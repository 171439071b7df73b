extension ExperimentVariable: Codable {
  /// Reads a bare JSON value; what is none of the known kinds becomes the empty value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(Self.single(container) ?? Self.nested(container) ?? .empty)
  }

  private static func single(_ container: any SingleValueDecodingContainer) -> Content? {
    // A value of another type is not an error: the next type is tried.
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return .int(value) }
    if let value = try? container.decode(Int64.self) { return .int64(value) }
    if let value = try? container.decode(Double.self) { return .double(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    return nil
  }

  private static func nested(_ container: any SingleValueDecodingContainer) -> Content? {
    // A value of another type is not an error: the next type is tried.
    if let value = try? container.decode([ExperimentVariable].self) { return .list(value) }
    if let value = try? container.decode([String: ExperimentVariable].self) {
      return .dictionary(value)
    }
    return nil
  }

  /// Writes the bare JSON value, without its type; what JSON cannot say is null.
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
