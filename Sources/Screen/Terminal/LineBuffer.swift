/// Splits the bytes of standard input into lines of a maximum length.
///
/// The cost is linear in the number of bytes, and the memory is bounded by the maximum length.
struct LineBuffer {
  /// The maximum length of a line in bytes by default, which is above that of every text field.
  static let limit = 1 << 20

  private let maximumLength: Int
  /// The start of the current line, of which at most one byte more than the maximum length is stored.
  private var bytes: [UInt8] = []

  init(maximumLength: Int = limit) {
    self.maximumLength = maximumLength
  }

  /// Appends bytes, and returns the lines that they end.
  mutating func append(_ more: some Collection<UInt8>) -> [LineTerminal.Event] {
    let parts = more.split(separator: 0x0A, omittingEmptySubsequences: false)
    var lines: [LineTerminal.Event] = []
    for (index, part) in parts.enumerated() {
      bytes += part.prefix(maximumLength + 1 - bytes.count)
      if index < parts.count - 1 { lines.append(endLine()) }
    }
    return lines
  }

  /// Removes and returns the last line if no line feed ends it; `nil` if there is none.
  mutating func last() -> LineTerminal.Event? { bytes.isEmpty ? nil : endLine() }

  private mutating func endLine() -> LineTerminal.Event {
    defer { bytes = [] }
    return bytes.count > maximumLength ? .tooLong : .line(String(decoding: bytes, as: UTF8.self))
  }
}
