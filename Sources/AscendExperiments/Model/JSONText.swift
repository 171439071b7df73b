import FoundationEssentials

/// Values as JSON texts, with keys in alphabetical order so that equal values give equal texts.
enum JSONText {
  /// The text of a value; `nil` where JSON cannot say it.
  static func text(of value: some Encodable) -> String? {
    // The one failure is a number that JSON has no way to write, which the answer tells.
    (try? bytes(of: value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a value.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }
}
