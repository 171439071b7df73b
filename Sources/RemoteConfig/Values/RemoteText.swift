import struct FoundationEssentials.Data

/// Reads values from the texts that the remote side has.
enum RemoteText {
  /// Reads a text as a value of a type, in the way that the type is made for.
  ///
  /// A type that is made for several ways is read from a text, then from on or off, then from JSON.
  /// On or off: only `true` is on, and every other text but the empty one is off.
  ///
  /// - Returns: `nil` if the text is not the text of such a value.
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

  /// The words for a value in a list of what is in effect; `nil` for JSON, which has none.
  static func words(for value: any RemoteValue) -> String? {
    if let value = value as? any BoolInitializableRemoteValue {
      return value.isEnabled ? "enabled" : "disabled"
    }
    return (value as? any StringInitializableRemoteValue)?.name
  }
}
