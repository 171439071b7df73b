/// Encodes server-sent events with a JSON document.
package enum ServerSentEvent {
  /// Returns an event with a name and a JSON document, without the line breaks of the document.
  package static func bytes(_ name: String, _ document: [UInt8]) -> [UInt8] {
    let data = document.filter { $0 != 0x0A && $0 != 0x0D }
    return Array("event: \(name)\ndata: ".utf8) + data + [0x0A, 0x0A]
  }

  /// Returns an event with a JSON document, divided into several `data` lines after commas between
  /// values.
  ///
  /// SDKs that limit the length of a line can read the event, unless a single string of the document
  /// exceeds their limit.
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

  /// The length in bytes from which a line ends at its next comma.
  private static let lineLength = 16 << 10
}
