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
    var head: Result<ResponseHead, HTTPError>?
    var headWaiter: CheckedContinuation<Void, Never>?
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

  init(longestLine: Int) {
    self.longestLine = longestLine
  }

  /// Waits for the head of the response.
  ///
  /// The transfer starts after the continuation is registered, so that its head cannot be missed.
  func head(_ start: () -> Void) async -> Result<ResponseHead, HTTPError> {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        // A cancelled task has ended the transfer before its continuation is registered.
        guard state.head == nil else { return true }
        state.headWaiter = continuation
        return false
      }
      if hasEnded { continuation.resume() } else { start() }
    }
    return state.withLock { $0.head ?? .failure(.cancelled) }
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
    publish(head: .success(head))
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
    publish(head: outcome.map(\.head))
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

  private func publish(head: Result<ResponseHead, HTTPError>) {
    let reader = state.withLock { state in
      if state.head == nil {
        state.head = head
      }
      defer { state.headWaiter = nil }
      return state.headWaiter
    }
    reader?.resume()
  }

  /// Dequeues the waiting consumers and the buffered lines in pairs.
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
