import FeatureFlags
import Files
import Glibc

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
    try write(file, head(start: start), at: 0)
  }

  /// Reads the offset of the first pending event; if the header is damaged, all events are pending.
  static func start(_ file: Int32) throws(SystemError) -> Int {
    let fields = String(decoding: try read(file, from: 0, to: headSize), as: UTF8.self)
      .split(separator: " ")
    guard fields.count > 1, fields[0] == magic, let start = Int(fields[1]), start >= headSize else {
      return headSize
    }
    return start
  }

  /// Counts the lines that end in a range of the file.
  static func lines(_ file: Int32, from start: Int, to end: Int) throws(SystemError) -> Int {
    try read(file, from: start, to: end).count { $0 == EventRecord.lineEnd }
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
        rest = (rest + (try read(file, from: readTo, to: next)))[...]
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

  static func read(_ file: Int32, from start: Int, to end: Int) throws(SystemError) -> [UInt8] {
    guard end > start else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
      while count < end - start {
        let readCount = pread(
          file,
          buffer.baseAddress?.advanced(by: count),
          end - start - count,
          off_t(start + count)
        )
        if readCount > 0 {
          count += readCount
        } else if readCount == 0 || errno != EINTR {
          if readCount < 0 { failure = .last }
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  static func write(_ file: Int32, _ bytes: [UInt8], at start: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(file, $0.baseAddress, $0.count, off_t(start + written))
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        throw .last
      }
    }
  }
}
