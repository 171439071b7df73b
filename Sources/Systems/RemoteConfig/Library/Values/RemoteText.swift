import struct FoundationEssentials.Data

/// Converts remote strings to values of a type, and values to labels.
enum RemoteText {
  /// Converts a string to a value by the protocol to which the type conforms.
  ///
  /// If a type conforms to several protocols, the first of these is used: string, Boolean, JSON. As
  /// a Boolean, the string `true` is true, and every other string except the empty one is false.
  ///
  /// - Returns: The value; `nil` if the string is not valid for the type.
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

  /// Returns the label of a value for display; `nil` for a value that is decoded from JSON.
  static func label(for value: any RemoteValue) -> String? {
    if let value = value as? any BoolInitializableRemoteValue {
      return value.isEnabled ? "enabled" : "disabled"
    }
    return (value as? any StringInitializableRemoteValue)?.name
  }
}
