/// Cuts bytes into lines that end with CR, LF, or both, however the bytes are dealt out.
struct LineSplitter {
  private var pending: [UInt8] = []
  private var isAfterReturn = false

  /// The bytes of the line that has not ended.
  var pendingSize: Int { pending.count }

  /// Takes bytes and gives the lines that they end.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [String] {
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

  /// Gives the last line, when it had no end.
  mutating func finish() -> String? {
    guard !pending.isEmpty else { return nil }
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }
}
