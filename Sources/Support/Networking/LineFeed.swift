import Locking

/// Splits a body into lines and buffers them until they are consumed.
final class LineFeed: BodySink {
  typealias Line = Result<String?, HTTPError>

  private struct State {
    var splitter = LineSplitter()
    var lines: [String] = []
    var nextLine = 0
    var size = 0
    var isPaused = false
    var readers: [CheckedContinuation<Line, Never>] = []
    var end: Line?

    mutating func pop() -> String? {
      guard nextLine < lines.count else { return nil }
      let line = lines[nextLine]
      nextLine += 1
      size -= LineFeed.size(of: line)
      if nextLine == lines.count {
        lines.removeAll(keepingCapacity: true)
        nextLine = 0
      }
      return line
    }
  }

  /// The number of buffered bytes at which the transfer pauses.
  private static let highWater = 256 << 10

  let isWholeBody = false
  private let longestLine: Int
  private let state = Locked(State())
  /// The head of the response, or the error of a transfer without one.
  let head = Promise<Result<ResponseHead, HTTPError>>()

  init(longestLine: Int) {
    self.longestLine = longestLine
  }

  /// Waits for the next line; resumes a paused transfer when the buffer is empty.
  func next(resume: () -> Void) async -> Line {
    await withCheckedContinuation { continuation in
      let (line, needsResume): (Line?, Bool) = state.withLock { state in
        if let line = state.pop() {
          return (.success(line), false)
        }
        if let end = state.end {
          return (end, false)
        }
        state.readers.append(continuation)
        defer { state.isPaused = false }
        return (nil, state.isPaused)
      }
      if let line {
        continuation.resume(returning: line)
      } else if needsResume {
        resume()
      }
    }
  }

  /// Removes and returns the buffered lines, without waiting for more.
  func takeBuffered() -> [String] {
    state.withLock { state in
      defer { (state.lines, state.nextLine, state.size) = ([], 0, 0) }
      return Array(state.lines[state.nextLine...])
    }
  }

  func begin(_ head: ResponseHead) {
    self.head.set(.success(head))
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> ChunkResult {
    let (result, ready) = state.withLock { state in
      guard state.size < Self.highWater else {
        state.isPaused = true
        return (ChunkResult.paused, [] as [(CheckedContinuation<Line, Never>, String)])
      }
      for line in state.splitter.append(bytes) {
        state.size += Self.size(of: line)
        state.lines.append(line)
      }
      guard state.splitter.pendingSize <= longestLine else {
        return (.rejected(.tooLarge(limit: longestLine)), [])
      }
      return (.accepted, Self.match(&state))
    }
    for (reader, line) in ready {
      reader.resume(returning: .success(line))
    }
    return result
  }

  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    head.set(outcome.map(\.head))
    let (end, ready, left) = state.withLock { state in
      if case .success = outcome, let last = state.splitter.finish() {
        state.lines.append(last)
        state.size += Self.size(of: last)
      }
      let end: Line = outcome.map { _ in nil }
      state.end = end
      let ready = Self.match(&state)
      defer { state.readers = [] }
      return (end, ready, state.readers)
    }
    for (reader, line) in ready {
      reader.resume(returning: .success(line))
    }
    for reader in left {
      reader.resume(returning: end)
    }
  }

  /// Returns the size of a line in the buffer: its bytes plus one, so that the number of empty
  /// lines is limited.
  private static func size(of line: String) -> Int { line.utf8.count + 1 }

  /// Dequeues waiting consumers and buffered lines in pairs: each consumer gets one line.
  private static func match(
    _ state: inout State
  ) -> [(CheckedContinuation<Line, Never>, String)] {
    var ready: [(CheckedContinuation<Line, Never>, String)] = []
    while !state.readers.isEmpty, let line = state.pop() {
      ready.append((state.readers.removeFirst(), line))
    }
    return ready
  }
}

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
