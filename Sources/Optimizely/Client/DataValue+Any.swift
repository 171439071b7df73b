import FeatureFlags

extension DataValue {
  /// Takes a plain value over; `nil` for one that is none of data's kinds.
  init?(any value: Any?) {
    switch value {
    case nil: self = .null
    case let data as DataValue: self = data
    case let text as String: self = .string(text)
    // Numbers of Foundation pretend to be true or false as well, so that the type decides.
    case let flag as Bool where type(of: value ?? flag) == Bool.self: self = .bool(flag)
    case let number as any BinaryInteger: self = .number(Double(number))
    case let number as Double: self = .number(number)
    case let number as Float: self = .number(Double(number))
    case let list as [Any?]: self = .list(list.compactMap { DataValue(any: $0) })
    case let object as [String: Any?]:
      self = .object(object.compactMapValues { DataValue(any: $0) })
    default: return nil
    }
  }

  /// The value as a plain one; a whole number is an `Int`.
  var any: Any? { json.any }
}

extension VariableValue {
  /// The value as a plain one of its type.
  var any: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): number
    case .double(let number): number
    case .boolean(let flag): flag
    case .json: json.any ?? [:]
    }
  }
}

extension JSONValue {
  /// The value as a plain one; a whole number is an `Int`.
  var any: Any? {
    switch self {
    case .null: nil
    case .bool(let flag): flag
    case .integer(let number): number
    case .number(let number): Int(exactly: number) ?? number
    case .string(let text): text
    case .list(let values): values.map(\.any)
    case .object(let members): Dictionary(members.map { ($0.key, $0.value.any) }) { $1 }
    }
  }
}
