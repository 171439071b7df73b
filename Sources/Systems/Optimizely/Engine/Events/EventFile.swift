import FeatureFlags
import Files

/// Reads and writes parts of the event file: a header of fixed size, and one line per event.
enum EventFile {
  /// The size of the header in bytes: a file signature (magic number), the offset of the first
  /// pending event, and padding.
  static let headSize = 64
  private static let magic = "optimizely-events"

  /// Returns the header of a file whose first pending event is at the given offset.
  static func head(start: Int) -> [UInt8] {
    let text = "\(magic) \(start)"
    let space = String(repeating: " ", count: headSize - 1 - text.utf8.count)
    return Array((text + space + "\n").utf8)
  }

  static func writeHead(_ file: Int32, start: Int) throws(SystemError) {
    try FileSystem.write(head(start: start), to: file, at: 0)
  }

  /// Reads the offset of the first pending event; if the header is damaged, all events are pending.
  static func start(_ file: Int32) throws(SystemError) -> Int {
    let fields = String(decoding: try FileSystem.read(file, at: 0, count: headSize), as: UTF8.self)
      .split(separator: " ")
    guard fields.count > 1, fields[0] == magic, let start = Int(fields[1]), start >= headSize else {
      return headSize
    }
    return start
  }

  /// Counts the lines that end in a range of the file.
  static func lines(_ file: Int32, from start: Int, to end: Int) throws(SystemError) -> Int {
    try FileSystem.read(file, at: start, count: end - start).count { $0 == EventRecord.lineEnd }
  }

  /// Reads the first events of a range of the file, at most `limit`.
  ///
  /// - Returns: The events, the offset after the line of each event, and the offset after the last
  ///   line that was read, which can be truncated.
  static func events(
    _ file: Int32,
    from start: Int,
    to end: Int,
    limit: Int
  ) throws(SystemError) -> (events: [EventForDispatch], ends: [Int], end: Int) {
    var events: [EventForDispatch] = []
    var ends: [Int] = []
    var offset = start
    var rest: ArraySlice<UInt8> = []
    var readTo = start
    while events.count < limit {
      guard let lineEnd = rest.firstIndex(of: EventRecord.lineEnd) else {
        guard readTo < end else { break }
        let next = min(end, readTo + max(1 << 16, rest.count))
        rest = (rest + (try FileSystem.read(file, at: readTo, count: next - readTo)))[...]
        readTo = next
        continue
      }
      let line = rest[..<lineEnd]
      offset += line.count + 1
      rest = rest[(lineEnd + 1)...]
      if let event = EventRecord.event(line) {
        events.append(event)
        ends.append(offset)
      }
    }
    return (events, ends, offset)
  }
}

/// Encodes and decodes an event as a line of the event file: length, URL, head of the body,
/// visitor.
///
/// The length detects a line that was truncated because a process was killed.
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
