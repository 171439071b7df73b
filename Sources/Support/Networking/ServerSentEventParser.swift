/// Parses the lines of a stream of server-sent events (`text/event-stream`).
///
/// The parser has no connection. The last id and the retry delay are kept between events and connections,
/// because a client needs them when it connects again.
package struct ServerSentEventParser: Sendable {
  /// An event of a stream.
  package struct Event: Hashable, Sendable {
    /// The name of the event; `message` if the stream names none.
    package let name: String
    /// The lines of the data, separated by line feeds.
    package let data: String
    /// The id of the event, or of the last event with an id; empty if no event has an id.
    package let id: String
  }

  /// The longest accepted id in bytes: a client sends the id as a header, and servers reject requests with
  /// long headers.
  private static let longestID = 1_024

  /// The id of the last complete event, for the header `Last-Event-ID`; empty if there is none.
  package private(set) var lastEventID = ""
  /// The delay before the next connection that the server demands with the field `retry`; `nil` if it
  /// demands no delay.
  package private(set) var retryDelay: Duration?
  /// The largest size of the data of one event in bytes; an event with more data is dropped.
  private let largestEvent: Int
  private var id = ""
  private var name = ""
  /// The lines of the data, each followed by a line feed, in one string: an array of short lines would
  /// take many times the memory.
  private var data = ""
  private var size = 0
  private var isFirstLine = true

  /// Creates a parser for the first connection.
  ///
  /// - Parameter largestEvent: The largest size of the data of one event, 1 MiB by default.
  package init(largestEvent: Int = 1 << 20) {
    self.largestEvent = largestEvent
  }

  /// Discards an incomplete event; called before the lines of the next connection are parsed.
  package mutating func reconnect() {
    (id, name, data, size, isFirstLine) = (lastEventID, "", "", 0, true)
  }

  /// Parses one line without its terminator; returns the event that an empty line completes.
  package mutating func parse(_ line: String) -> Event? {
    var line = line[...]
    if isFirstLine, line.unicodeScalars.first == "\u{FEFF}" { line = line.dropFirstScalar }
    isFirstLine = false
    guard !line.isEmpty else { return complete() }
    // A line that begins with a colon is a comment, such as a heartbeat.
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      read(line, "")
      return nil
    }
    var value = line[line.utf8.index(after: colon)...]
    if value.utf8.first == UInt8(ascii: " ") { value = value.dropFirstScalar }
    read(line[..<colon], value)
    return nil
  }

  private mutating func read(_ field: Substring, _ value: Substring) {
    switch field {
    case "event": name = String(value)
    case "id":
      guard !value.utf8.contains(0), value.utf8.count <= Self.longestID else { return }
      id = String(value)
    case "retry":
      guard let milliseconds = Self.milliseconds(value) else { return }
      retryDelay = .milliseconds(milliseconds)
    case "data":
      size += value.utf8.count + 1
      if size <= largestEvent {
        data += value
        data += "\n"
      } else {
        data = ""
      }
    default: break
    }
  }

  private mutating func complete() -> Event? {
    lastEventID = id
    defer { (name, data, size) = ("", "", 0) }
    guard !data.isEmpty, size <= largestEvent else { return nil }
    return Event(
      name: name.isEmpty ? "message" : name,
      data: String(data.unicodeScalars.dropLast()),
      id: lastEventID
    )
  }

  /// Parses a delay that consists of digits only; a delay above one hour becomes one hour.
  private static func milliseconds(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int(text) ?? 3_600_000, 3_600_000)
  }
}

extension Substring {
  /// The text without its first scalar, even if the scalar is a part of a longer character.
  fileprivate var dropFirstScalar: Substring { Substring(unicodeScalars.dropFirst()) }
}
