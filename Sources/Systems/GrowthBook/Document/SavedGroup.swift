import Documents

/// A saved group: a list of values, or an object with a type, which the SDK for JavaScript does not know.
enum SavedGroup: Sendable {
  case values(ValueList)
  /// A list of values with the name of their attribute.
  case list(ValueList, attribute: String?)
  case condition
  /// An object with another type, which newer SDKs can know.
  case unknown

  /// Reads a group; `nil` for another value.
  init?(_ value: some DocumentValue) {
    if let elements = value.elements {
      self = .values(ValueList(elements))
      return
    }
    guard value.isObject else { return nil }
    let node = value.node
    switch node["type"]?.string {
    case "list":
      let values = node["values"]?.list.map { ValueList($0) } ?? ValueList()
      self = .list(values, attribute: node["attributeKey"]?.string)
    case "condition": self = .condition
    default: self = .unknown
    }
  }
}
