/// Encodes JSON directly into UTF-8 bytes, for responses that have to be created very often.
///
/// The caller writes the punctuation. ``JSONValue`` is the safe choice where time does not matter.
package struct JSONBytes {
  /// The encoded bytes.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty encoder that reserves memory for the expected number of bytes.
  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends JSON that needs no encoding, such as `{"key":`.
  package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a text that is JSON already.
  package mutating func raw(json text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes that are JSON already.
  package mutating func raw(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  /// Appends a string in quotes, with escapes for invisible characters.
  package mutating func string(_ text: String) { bytes.appendJSON(text) }

  /// Appends `true` or `false`.
  package mutating func bool(_ flag: Bool) {
    raw(flag ? "true" : "false")
  }

  /// Appends an integer.
  package mutating func integer(_ number: Int) {
    raw(json: "\(number)")
  }

  /// Appends a number with a fraction or an exponent, so that every reader takes it for a
  /// floating-point number; a number that is not finite becomes null.
  package mutating func double(_ number: Double) {
    if number.isFinite { raw(json: "\(number)") } else { raw("null") }
  }
}
