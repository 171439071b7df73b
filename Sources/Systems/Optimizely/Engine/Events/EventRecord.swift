/// Encodes and decodes an event as a line of the event file: length, URL, head of the body,
/// visitor.
///
/// The length detects truncated lines of killed processes.
enum EventRecord {
  private static let separator = UInt8(ascii: "\t")
  static let lineEnd = UInt8(ascii: "\n")

  /// Encodes an event as a line, with the line feed.
  static func line(_ event: EventForDispatch) -> [UInt8] {
    let fields = [clean(event.address), spaced(event.head), event.visitor].joined(separator: "\t")
    return Array("\(fields.utf8.count)\t\(fields)\n".utf8)
  }

  /// Decodes a line without its line feed; `nil` if the line is truncated.
  static func event(_ line: ArraySlice<UInt8>) -> EventForDispatch? {
    let fields = line.split(
      separator: separator,
      maxSplits: 3,
      omittingEmptySubsequences: false
    )
    guard fields.count == 4, let length = Int(text(fields[0])),
      length == line.endIndex - fields[1].startIndex
    else { return nil }
    return EventForDispatch(
      address: text(fields[1]),
      head: text(fields[2]),
      visitor: text(fields[3])
    )
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces tabs and line feeds by spaces; in the JSON body of an app's own event, they can only
  /// be white space between tokens.
  private static func spaced(_ head: String) -> String {
    guard head.utf8.contains(where: { $0 == separator || $0 == lineEnd }) else { return head }
    return String(
      String.UnicodeScalarView(head.unicodeScalars.map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    )
  }

  /// Removes tabs and line feeds, which no valid URL contains.
  private static func clean(_ address: String) -> String {
    guard address.utf8.contains(where: { $0 == separator || $0 == lineEnd }) else { return address }
    return String(address.unicodeScalars.filter { $0 != "\t" && $0 != "\n" })
  }
}
