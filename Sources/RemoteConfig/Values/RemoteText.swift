import struct FoundationEssentials.Data

/// Converts between remote texts and values.
enum RemoteText {
  /// Converts a text to a value by the protocol that the type conforms to.
  ///
  /// A type that conforms to several protocols is made from a text, else from a Boolean, else from
  /// JSON. As a Boolean, `true` is true, and every other text is false except the empty one.
  ///
  /// - Returns: `nil` if the text is not valid for the type.
  static func value<Value: RemoteValue>(_ text: String, as type: Value.Type) -> Value? {
    if let type = type as? any StringInitializableRemoteValue.Type {
      return type.init(name: text) as? Value
    }
    guard !text.isEmpty else { return nil }
    if let type = type as? any BoolInitializableRemoteValue.Type {
      return type.init(booleanLiteral: text == "true") as? Value
    }
    if let type = type as? any JSONInitializableRemoteValue.Type {
      return type.init(jsonData: Data(text.utf8)) as? Value
    }
    return nil
  }

  /// The text of a value for display; `nil` for a value that is decoded from JSON.
  static func label(for value: any RemoteValue) -> String? {
    if let value = value as? any BoolInitializableRemoteValue {
      return value.isEnabled ? "enabled" : "disabled"
    }
    return (value as? any StringInitializableRemoteValue)?.name
  }
}
