import FoundationEssentials

/// Encodes values as JSON with sorted keys, so that equal values have equal JSON.
package enum SortedJSON {
  /// Returns the JSON text of a value; `nil` if JSON cannot represent the value.
  package static func text(of value: some Encodable) -> String? {
    // Drop the error: encoding fails only for a number that is not finite, and `nil` reports that.
    (try? bytes(of: value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the JSON of a value as UTF-8 bytes; throws an encoding error for a number that is not
  /// finite.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}
