/// Splits a stream of chunks into lines that end with CR, LF or CRLF, wherever the chunks end.
struct LineSplitter {
  private var pending: [UInt8] = []
  private var isAfterReturn = false

  /// The size of the incomplete last line, in bytes.
  var pendingSize: Int { pending.count }

  /// Appends a chunk; returns the lines that it completes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> [String] {
    var lines: [String] = []
    var start = bytes.startIndex
    for (index, byte) in bytes.enumerated() {
      let isNewline = byte == UInt8(ascii: "\n")
      let isReturn = byte == UInt8(ascii: "\r")
      if isNewline && isAfterReturn {
        start = index + 1
      } else if isNewline || isReturn {
        pending.append(contentsOf: bytes[start..<index])
        lines.append(String(decoding: pending, as: UTF8.self))
        pending.removeAll(keepingCapacity: true)
        start = index + 1
      }
      isAfterReturn = isReturn
    }
    pending.append(contentsOf: bytes[start...])
    return lines
  }

  /// Returns the last line if it has no terminator.
  mutating func finish() -> String? {
    guard !pending.isEmpty else { return nil }
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }
}
