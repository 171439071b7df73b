import FeatureFlags
import Glibc

/// Reads and writes parts of the file of events.
enum EventFile {
  /// The size of the head: a word, the place of the first event that waits, and spaces.
  static let headSize = 64
  private static let word = "optimizely-events"

  /// The head of a file whose first event that waits is at a place.
  static func head(start: Int) -> [UInt8] {
    let text = "\(word) \(start)"
    let space = String(repeating: " ", count: headSize - 1 - text.utf8.count)
    return Array((text + space + "\n").utf8)
  }

  static func writeHead(_ file: Int32, start: Int) throws(SystemError) {
    try write(file, head(start: start), at: 0)
  }

  /// The place of the first event that waits; the first of all if the head is damaged.
  static func start(_ file: Int32) throws(SystemError) -> Int {
    let words = String(decoding: try read(file, from: 0, to: headSize), as: UTF8.self)
      .split(separator: " ")
    guard words.count > 1, words[0] == word, let start = Int(words[1]), start >= headSize else {
      return headSize
    }
    return start
  }

  /// How many lines end in a part of the file.
  static func lines(_ file: Int32, from start: Int, to end: Int) throws(SystemError) -> Int {
    try read(file, from: start, to: end).count { $0 == EventRecord.lineEnd }
  }

  /// The first events of a part of the file, where the line of each ends, and that of the last line.
  static func events(
    _ file: Int32,
    from start: Int,
    to end: Int,
    limit: Int
  ) throws(SystemError) -> (events: [EventForDispatch], ends: [Int], end: Int) {
    var events: [EventForDispatch] = []
    var ends: [Int] = []
    var place = start
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
      place += line.count + 1
      rest = rest[(lineEnd + 1)...]
      if let event = EventRecord.event(line) {
        events.append(event)
        ends.append(place)
      }
    }
    return (events, ends, place)
  }

  static func read(_ file: Int32, from start: Int, to end: Int) throws(SystemError) -> [UInt8] {
    guard end > start else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
      while count < end - start {
        let got = pread(
          file,
          buffer.baseAddress?.advanced(by: count),
          end - start - count,
          off_t(start + count)
        )
        if got > 0 {
          count += got
        } else if got == 0 || errno != EINTR {
          if got < 0 { failure = .last }
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  static func write(_ file: Int32, _ bytes: [UInt8], at place: Int) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        pwrite(file, $0.baseAddress, $0.count, off_t(place + offset))
      }
      if count > 0 {
        offset += count
      } else if count == 0 || errno != EINTR {
        throw .last
      }
    }
  }
}
