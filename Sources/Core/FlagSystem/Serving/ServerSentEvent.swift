/// The encoding of an event of an event stream.
package enum ServerSentEvent {
  /// Returns an event with a name and a document in JSON, whose line breaks are white space.
  package static func bytes(_ name: String, _ document: [UInt8]) -> [UInt8] {
    let data = document.filter { $0 != 0x0A && $0 != 0x0D }
    return Array("event: \(name)\ndata: ".utf8) + data + [0x0A, 0x0A]
  }

  /// Returns an event with a document in JSON, which is divided into lines between its values.
  ///
  /// SDKs that limit the length of a line can read it as long as no text of the document is longer than the
  /// limit.
  package static func lines(_ name: String, _ document: [UInt8], id: Int64) -> [UInt8] {
    var event = Array("id: \(id)\nevent: \(name)\ndata: ".utf8)
    event.reserveCapacity(document.count + document.count / 1_000 + 100)
    var (isInText, isEscaped, length) = (false, false, 0)
    for byte in document where byte != 0x0A && byte != 0x0D {
      event.append(byte)
      length += 1
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isInText
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if byte == UInt8(ascii: ","), !isInText, length >= lineLength {
        event += Array("\ndata: ".utf8)
        length = 0
      }
    }
    return event + [0x0A, 0x0A]
  }

  /// The length of a line after which the next one begins, in bytes.
  private static let lineLength = 16 << 10
}
