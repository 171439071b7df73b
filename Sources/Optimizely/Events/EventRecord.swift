/// One event as a line of the queue's file: its length, its address, its body's head, its user.
///
/// The length tells a whole line from one whose writer was killed.
enum EventRecord {
  private static let separator = UInt8(ascii: "\t")
  static let lineEnd = UInt8(ascii: "\n")

  /// The line, with its end.
  static func line(_ event: EventForDispatch) -> [UInt8] {
    let fields = [clean(event.address), spaced(event.head), event.visitor].joined(separator: "\t")
    return Array("\(fields.utf8.count)\t\(fields)\n".utf8)
  }

  /// Reads a line without its end; `nil` if it is not whole.
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

  /// Puts spaces for tabs and line ends, which are only layout in the body of an app's own event.
  private static func spaced(_ head: String) -> String {
    guard head.utf8.contains(where: { $0 == separator || $0 == lineEnd }) else { return head }
    return String(
      String.UnicodeScalarView(head.unicodeScalars.map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    )
  }

  /// JSON on one line has no tabs and no ends of lines in it, and an address that has is no address.
  private static func clean(_ address: String) -> String {
    guard address.utf8.contains(where: { $0 == separator || $0 == lineEnd }) else { return address }
    return String(address.unicodeScalars.filter { $0 != "\t" && $0 != "\n" })
  }
}
