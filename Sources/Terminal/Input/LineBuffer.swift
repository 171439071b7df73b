/// Splits the bytes of standard input into lines of a maximum length.
///
/// The cost is linear in the number of bytes, and the memory is bounded by the maximum length.
struct LineBuffer {
  /// A line without its line feed.
  enum Line: Hashable {
    case text(String)
    /// A line above the maximum length, whose text was dropped.
    case tooLong
  }

  /// The maximum length of a line in bytes.
  private let maximumLength: Int
  private var bytes: [UInt8] = []
  /// The index of the first byte of the first unread line.
  private var start = 0
  /// The index up to which the unread line was searched for a line feed without finding one.
  private var searched = 0
  /// Whether the rest of a line above the maximum length is dropped.
  private var isSkipping = false

  /// The maximum length of a line in bytes by default, which is above that of every text field.
  static let limit = 1 << 20

  init(maximumLength: Int = limit) {
    self.maximumLength = maximumLength
  }

  /// Appends bytes; call ``next()`` until it returns `nil` before, so that only the start of a line is
  /// stored.
  mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      (start, searched) = (0, searched - start)
    }
    bytes += more
  }

  /// Removes and returns the first complete line; `nil` if there is none.
  mutating func next() -> Line? {
    guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
      searched = bytes.count
      if bytes.count - start > maximumLength { isSkipping = true }
      if isSkipping { removeAll() }
      return nil
    }
    let line = line(upTo: end)
    (start, searched) = (end + 1, end + 1)
    isSkipping = false
    return line
  }

  /// Removes and returns the last line if no line feed ends it; `nil` if there is none.
  mutating func last() -> Line? {
    guard start < bytes.count || isSkipping else { return nil }
    defer {
      removeAll()
      isSkipping = false
    }
    return line(upTo: bytes.count)
  }

  private func line(upTo end: Int) -> Line {
    guard !isSkipping, end - start <= maximumLength else { return .tooLong }
    return .text(String(decoding: bytes[start..<end], as: UTF8.self))
  }

  private mutating func removeAll() { (bytes, start, searched) = ([], 0, 0) }
}
