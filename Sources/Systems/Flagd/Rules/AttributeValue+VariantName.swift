import FeatureFlags

extension AttributeValue {
  /// The name of the variant that a result of a targeting selects: its JSON without quotes.
  var variantName: String {
    if case .string(let text) = self, text.utf8.allSatisfy(Self.isPlain) { return text }
    var name = description
    name.removeAll { $0 == "\"" }
    return name
  }

  /// Whether JSON has no escape for a byte of a text.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
