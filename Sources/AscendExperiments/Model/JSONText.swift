import FoundationEssentials

/// Encodes values as JSON with sorted keys, so that equal values have equal texts.
enum JSONText {
  /// The JSON text of a value; `nil` if JSON cannot represent it.
  static func text(of value: some Encodable) -> String? {
    // Encoding fails only for a number that is not finite; `nil` reports that.
    (try? bytes(of: value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The JSON text of a value as UTF-8.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}
