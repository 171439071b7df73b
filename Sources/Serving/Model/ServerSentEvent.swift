/// The encoding of an event of an event stream.
enum ServerSentEvent {
  /// Returns an event with a name and a document in JSON, whose line breaks are white space.
  static func bytes(_ name: String, _ document: [UInt8]) -> [UInt8] {
    let data = document.filter { $0 != 0x0A && $0 != 0x0D }
    return Array("event: \(name)\ndata: ".utf8) + data + [0x0A, 0x0A]
  }
}
